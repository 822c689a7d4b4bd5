import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, inject, test } from "vitest";
import manifest from "../../contracts/languages/languages.json" with { type: "json" };
import { tools } from "../../src/tools/index.ts";
import { exampleCalls, replyExamples } from "../helpers/examples.ts";
import {
  buildProgram,
  type Language,
  type Outcome,
  runProgram,
  runProgramForEach,
  shell,
} from "./languages.ts";
import pinned from "./package.json" with { type: "json" };
import { type RealReply, realReplies } from "./real-replies.ts";

const installed = inject("installed");
const contracts = join(installed, "contracts");
const languages: (Language & { column: string })[] = manifest.languages;
const examples = await replyExamples();
const calls = await exampleCalls();
let replies: RealReply[];

/** The real reply to an example call, by the example's name. */
const replyTo = (call: string) => replies.find(({ name }) => name === call)?.reply;

beforeAll(async () => {
  replies = await realReplies(installed);
});

describe.each(languages.map((language) => [language.name, language] as const))(
  "%s, built from the shipped files",
  (_, language) => {
    let outcomes: Outcome[];

    beforeAll(async () => {
      await buildProgram(contracts, language);
      const given = [
        ...examples.map(({ shape, value }) => ({ shape, reply: value })),
        ...tools.map(({ name, reply }) => ({ shape: reply, reply: withAnotherType(name) })),
      ];
      outcomes = await runProgramForEach(contracts, language, given);
      expect(outcomes.length).toBe(given.length);
    }, 120_000);

    test.each(examples.map((example, index) => ({ ...example, index })))(
      "reads the example $name and writes the same value",
      ({ value, index }) => {
        expect(outcomes[index]).toStrictEqual({ reply: value });
      },
    );

    test.each(tools.map(({ name }, index) => [name, index] as const))(
      "rejects a reply of %s with one value of another type",
      (_, index) => {
        expect(outcomes[examples.length + index]).toEqual({ refused: expect.any(String) });
      },
    );

    test.concurrent.each(manifest.brokenReplies.map(({ what, ...broken }) => [what, broken] as const))(
      "does with %s as the table says",
      async (_, { path, value, outcomes: table }) => {
        const broken = edited(replyTo("GetScheduleInput/week"), path, value);
        const outcome = await runProgram(contracts, language, "GetScheduleResponse", broken);
        expect(wordFor(outcome, broken)).toBe(table[language.column as keyof typeof table]);
      },
    );
  },
);

/** A tool's reply in which a value that is no text is one. */
function withAnotherType(tool: string): object {
  const { reply = {} } = replies.find((it) => it.tool === tool) ?? {};
  const key = Object.keys(reply).find((name) => typeof reply[name] !== "string") ?? "";
  return { ...reply, [key]: "broken" };
}

/** The program that validates by the schema. What keeps to that, as the examples do, programs with types read. */
const bySchema = languages[0] as Language;

// Real replies differ from the examples in their texts and numbers alone.
test("the real reply to each example call keeps the shipped schema", async () => {
  const given = calls.map(({ name, tool }) => ({
    shape: String(tools.find((it) => it.name === tool)?.reply),
    reply: replyTo(name),
  }));
  const checked = await runProgramForEach(contracts, bySchema, given);
  expect(checked.map((outcome, index) => [calls[index]?.name, outcome])).toStrictEqual(
    given.map(({ reply }, index) => [calls[index]?.name, { reply }]),
  );
});

test("the root of the schema accepts a reply of each shape and rejects everything else", async () => {
  const check = (value: unknown) => runProgram(contracts, bySchema, "", value);
  const firstOfShape = new Map(examples.toReversed().map(({ shape, value }) => [shape, value]));
  expect(firstOfShape.size).toBe(new Set(tools.map(({ reply }) => reply)).size);
  for (const value of firstOfShape.values()) expect(await check(value)).toStrictEqual({ reply: value });
  for (const value of [{}, "Not found.", { worklogId: "1" }])
    expect(await check(value)).toEqual({ refused: expect.any(String) });
});

test("the table names an outcome for every language, and no other", () => {
  const columns = languages.map(({ column }) => column);
  for (const { outcomes } of manifest.brokenReplies) expect(Object.keys(outcomes)).toEqual(columns);
});

test("the README names the version of quicktype that ran", () => {
  expect(manifest.quicktype).toBe(pinned.devDependencies.quicktype);
});

test("the package's types refuse a key of another type when a program is compiled", async () => {
  const folder = join(contracts, "languages/typescript");
  const program = (id: string) => `import type { DeleteWorklogResponse } from "tempofiller/contract";
export const reply: DeleteWorklogResponse = { success: true, deletedWorklogId: ${id} };
`;
  const compile = () => shell(folder, ["tsc --strict --module nodenext --target es2022 --noEmit typed.mts"]);
  await writeFile(join(folder, "typed.mts"), program('"1"'));
  await compile();
  await writeFile(join(folder, "typed.mts"), program("1"));
  await expect(compile()).rejects.toMatchObject({
    stdout: expect.stringContaining("Type 'number' is not assignable to type 'string'"),
  });
});

/** The table's word for what became of a broken reply. */
function wordFor(outcome: Outcome, broken: unknown): string {
  if ("refused" in outcome) return "refused";
  return isDeepStrictEqual(outcome.reply, broken) ? "let through" : "altered";
}

/** A copy of a reply in which the value at a path is another one, or is left out where that is `undefined`. */
function edited(value: unknown, [step, ...rest]: (string | number)[], changed: unknown): unknown {
  if (step === undefined) return changed;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[step] = edited(copy[step], rest, changed);
  if (copy[step] === undefined) delete copy[step];
  return copy;
}
