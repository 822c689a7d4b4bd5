import { skillsFor } from "../../src/server/skills.ts";
import type { CallResult, OfferedTool } from "./command.ts";

/** Skills as a host offers them to a model: their names and descriptions, and a tool that reads one. */
export interface Skills {
  instructions: string;
  tool: OfferedTool;
  read(name: unknown): CallResult;
}

/** The skills that a server lists which offers these tools. A transcript may read another one. */
export async function skillsWith(tools: readonly OfferedTool[]): Promise<Skills> {
  const all = await skillsFor(new Set(tools.map(({ name }) => name)));
  const listed = all.filter(({ lacks }) => lacks.length === 0).map(({ entry }) => entry.frontmatter);
  const lines = listed.map(({ name, description }) => `- ${name}: ${description}`);
  return {
    instructions: `Skills, each a guide for a kind of job; read one with read_skill if its description fits:\n${lines.join("\n")}`,
    tool: {
      name: "read_skill",
      description: "Read a skill: the guide for a kind of job.",
      inputSchema: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", enum: listed.map(({ name }) => name), description: "Name of the skill." },
        },
      },
    },
    read(name) {
      const text = all.find(({ entry }) => entry.frontmatter.name === name)?.text;
      return { text: text ?? `There is no skill ${name}.`, isError: text === undefined };
    },
  };
}
