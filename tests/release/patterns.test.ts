import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { checkPatterns } from "../../scripts/patterns/check-patterns.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const ADVICE =
  "Write each so that a part of a text can match in one way only, or search without one: `indexOf`, `split`, `trimEnd`. If its texts are " +
  "always short, say so in scripts/patterns/exceptions.ts, with their longest length and where it is checked.";

/** A range of dates as a caller of a prompt could once write it: 8 KB of tabs took a minute. */
const CUBIC = String.raw`/^(\S+?)\s*(?:\.\.|\s+to\s+)\s*(\S+)$/i`;

const EXCEPTION = { file: "src/a.ts", code: CUBIC, bound: "100 characters" };

/** A project that has these files. */
function projectWith(files: Record<string, string>): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Code in which `@{name}` stands for a placeholder. */
function withPlaceholders(code: string): string {
  return code.replaceAll("@{", "${");
}

async function problemsOf(root: string, exceptions = [] as (typeof EXCEPTION)[]): Promise<string[]> {
  const { message } = await checkPatterns(root, exceptions).then(
    () => new Error("none"),
    (error: Error) => error,
  );
  return message.split("\n");
}

test.each([
  ["a range of dates", CUBIC, "3rd degree polynomial"],
  ["a quadratic end", String.raw`/\s+$/`, "2nd degree polynomial"],
  ["blanks beside blanks", String.raw`/^a\s*b?\s*$/`, "2nd degree polynomial"],
  ["repetitions in each other", String.raw`/^(\w+\s?)+$/`, "exponential"],
  ["a look behind", String.raw`/(?<!q)\s+$/`, "2nd degree polynomial (fuzz)"],
  ["what RegExp makes", String.raw`new RegExp("\\s+$", "u")`, "2nd degree polynomial"],
  ["a call of RegExp", "RegExp(String.raw`\\s+$`)", "2nd degree polynomial"],
])("%s is too slow", async (_, code, complexity) => {
  const [problem, ...advice] = await problemsOf(projectWith({ "src/a.ts": `export const a = ${code};\n` }));
  expect(problem).toContain(
    `src/a.ts:1: ${code} takes time that grows faster than its text (${complexity}), such as `,
  );
  expect(advice).toEqual([ADVICE]);
});

test("texts are followed to constants of other files, lists and arguments", async () => {
  const root = projectWith({
    "src/blanks.ts": withPlaceholders(
      "const SPACE = String.raw`\\s`;\nexport const BLANKS = [`@{SPACE}+`, `a`].join(``);\n",
    ),
    "src/b/a.ts": withPlaceholders(
      'import { BLANKS as MANY } from "../blanks.ts";\nfunction every(end: string) {\n  return new RegExp(`@{MANY}@{end}`);\n}\nevery("b");\nevery(String.raw`\\b`);\n',
    ),
  });
  const problems = await problemsOf(root);
  expect(problems.map((problem) => problem.replace(/, such as .*/, ""))).toEqual([
    ...Array(2).fill(
      withPlaceholders(
        "src/b/a.ts:3: new RegExp(`@{MANY}@{end}`) takes time that grows faster than its text (2nd degree polynomial)",
      ),
    ),
    ADVICE,
  ]);
});

test("an expression of a text that is not constant is not passed", async () => {
  const root = projectWith({ "src/a.ts": "export const made = (text: string) => new RegExp(text);\n" });
  expect(await problemsOf(root)).toEqual([
    "src/a.ts:1: new RegExp(text) is made of texts that are not constant, so it cannot be checked.",
    ADVICE,
  ]);
});

test("an exception is for one expression of one file, and fails once the file has it no more", async () => {
  const root = projectWith({ "src/a.ts": `export const RANGE = ${CUBIC};\n` });
  expect(await checkPatterns(root, [EXCEPTION])).toBe(
    "1 regular expressions take time in proportion to their text.",
  );
  expect(await problemsOf(root, [EXCEPTION, { ...EXCEPTION, file: "src/b.ts" }])).toEqual([
    `scripts/patterns/exceptions.ts: src/b.ts has no ${CUBIC}. Remove the exception.`,
    ADVICE,
  ]);
});
