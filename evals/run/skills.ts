import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { CallResult, OfferedTool } from "./command.ts";

const FOLDER = join(import.meta.dirname, "../../skills");

/** Skills as a host offers them to a model: their names and descriptions, and a tool that reads one. */
export interface Skills {
  instructions: string;
  tool: OfferedTool;
  read(name: unknown): CallResult;
}

/** @throws if the project has no skills */
export function readSkills(): Skills {
  const names = existsSync(FOLDER)
    ? readdirSync(FOLDER)
        .filter((name) => existsSync(fileOf(name)))
        .sort()
    : [];
  if (names.length === 0) throw new Error("There is no folder skills/ with skills.");
  const texts = new Map(names.map((name) => [name, readFileSync(fileOf(name), "utf8")]));
  const lines = [...texts].map(([name, text]) => `- ${name}: ${descriptionOf(text)}`);
  return {
    instructions: `Skills, each a guide for a kind of job; read one with read_skill if its description fits:\n${lines.join("\n")}`,
    tool: {
      name: "read_skill",
      description: "Read a skill: the guide for a kind of job.",
      inputSchema: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string", enum: names, description: "Name of the skill." } },
      },
    },
    read(name) {
      const text = texts.get(String(name));
      return { text: text ?? `There is no skill ${name}.`, isError: text === undefined };
    },
  };
}

const fileOf = (name: string) => join(FOLDER, name, "SKILL.md");

function descriptionOf(text: string): string {
  const [, front = ""] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  return String((parse(front) as { description?: string } | null)?.description ?? "");
}
