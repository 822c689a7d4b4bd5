import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SandboxSeed } from "../../src/sandbox/state.ts";
import { tools } from "../../src/tools/index.ts";
import type { Tool } from "../../src/tools/tool.ts";

const EXAMPLES = join(import.meta.dirname, "../../contracts/examples");

/** A file of `contracts/examples/`. */
export interface Example<Shape extends string> {
  shape: Shape;
  /** `<shape>/<case>`. */
  name: string;
  value: Record<string, unknown>;
}

/** A call of a tool with arguments from the contract. */
export interface ExampleCall {
  /** `<shape>/<case>`. */
  name: string;
  tool: string;
  arguments: Record<string, unknown>;
}

/** Issues with which every example call succeeds, in the order of `exampleCalls`, on a sandbox. */
export const EXAMPLE_ISSUES = [
  { id: 10001, key: "DEMO-1", summary: "Implement user authentication" },
  { id: 10002, key: "DEMO-2", summary: "Fix rounding of partial hours in the export" },
];

/** The account that example calls give to entries, and the attribute that takes it. */
export const EXAMPLE_ACCOUNTS: Pick<SandboxSeed, "workAttributes" | "accounts"> = {
  workAttributes: [{ id: 1, key: "_Account_", name: "Account", required: false, type: "ACCOUNT" }],
  accounts: [{ id: 2, key: "DEMO-SUPPORT", name: "Demo support", global: true }],
};

/** An example of the contract, by `<shape>/<case>`. */
export async function example(name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(EXAMPLES, `${name}.json`), "utf8"));
}

/** Every example of a reply, in the order of the tools. */
export function replyExamples(): Promise<Example<Tool["reply"]>[]> {
  return examplesOf(tools.map(({ reply }) => reply));
}

/** Every example of arguments, in the order of the tools; those with details last. */
export function inputExamples(): Promise<Example<Tool["input"]>[]> {
  return examplesOf([...tools.map(({ input }) => input), ...tools.flatMap(({ detailed }) => detailed ?? [])]);
}

/** One call for each example of arguments, for a server with all sets: those that create first, then those that read, change, delete and submit. */
export async function exampleCalls(): Promise<ExampleCall[]> {
  const inputs = await inputExamples();
  return (["create", "read", "update", "delete", "submit"] as const).flatMap((effect) =>
    tools
      .filter((tool) => tool.effect === effect)
      .flatMap((tool) =>
        inputs
          .filter(({ shape }) => shape === tool.input || shape === tool.detailed)
          .map(({ name, value }) => ({ name, tool: tool.name, arguments: value })),
      ),
  );
}

async function examplesOf<Shape extends string>(shapes: readonly Shape[]): Promise<Example<Shape>[]> {
  const examples = shapes.map(async (shape) => {
    const files = (await readdir(join(EXAMPLES, shape))).sort();
    const names = files.map((file) => `${shape}/${file.replace(/\.json$/, "")}`);
    return Promise.all(names.map(async (name) => ({ shape, name, value: await example(name) })));
  });
  return (await Promise.all(examples)).flat();
}
