import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../helpers/root.ts";

const LOG = "tests/reports/README.md";

/** A link to an issue, a pull request or a page; what cannot be found again says so. */
const SOURCE =
  /^(?:\[([\w.-]+\/[\w.-]+)#(\d+)\]\(https:\/\/github\.com\/\1\/(?:issues|pull)\/\2\)|\[[^\]#]+\]\(https:\/\/[^)\s]+\)|source not found again)$/;

interface Row {
  sources: string[];
  met: string;
  file: string;
  name: string;
}

function rowsOf(text: string): Row[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^\|(?: source \||-)/.test(line))
    .map((line) => {
      const [sources = "", met = "", heldBy = ""] = line.slice(2, -2).split(" | ");
      const [, file = "", name = ""] = /^`([^`]+)`<br>`([^`]+)`$/.exec(heldBy) ?? [];
      return { sources: sources.split(", "), met, file, name };
    });
}

/** Whether a file has a test or a case of this name. */
function holds({ file, name }: Row): boolean {
  if (!/^tests\/.+\.test\.ts$/.test(file) || !existsSync(join(ROOT, file))) return false;
  const text = readFileSync(join(ROOT, file), "utf8");
  return ['"', "'", "`"].some((quote) => text.includes(`${quote}${name}${quote}`));
}

const rows = rowsOf(readFileSync(join(ROOT, LOG), "utf8"));

test("every public report has its source, what was met, and a test that is there", () => {
  expect(rows.length).toBeGreaterThanOrEqual(50);
  const broken = rows.filter(
    (row) => !row.sources.every((source) => SOURCE.test(source)) || row.met === "" || !holds(row),
  );
  expect(broken).toEqual([]);
});

test("no public report has two rows for one thing", () => {
  const things = rows.map(({ sources, met }) => [...sources, met].join());
  expect(new Set(things).size).toBe(things.length);
});

test.each([
  [
    "a file that is not there",
    "| [a/b#1](https://github.com/a/b/issues/1) | x | `tests/none.test.ts`<br>`x` |",
  ],
  [
    "a name that no test has",
    "| [a/b#1](https://github.com/a/b/issues/1) | x | `tests/unit/url.test.ts`<br>`none of these` |",
  ],
  ["no file of tests", "| [a/b#1](https://github.com/a/b/issues/1) | x | `package.json`<br>`tempofiller` |"],
])("a row with %s is noticed", (_, line) => {
  expect(rowsOf(line).map(holds)).toEqual([false]);
});

test.each([
  "[a/b#1](https://github.com/a/b/issues/2)",
  "[a/b#1](https://github.com/c/d/issues/1)",
  "a/b#1",
  "",
  "[x](http://x)",
])("%j is no source", (source) => {
  expect(SOURCE.test(source)).toBe(false);
});
