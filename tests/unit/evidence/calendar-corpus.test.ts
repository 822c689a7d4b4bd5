import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readFiles, shown } from "./calendar.ts";

/** Small calendars in the forms in which programs write them, each with what it means, worked out by hand. */
const FOLDER = join(import.meta.dirname, "calendars");

interface Expected {
  /** The fault that is near: a row of the list of faults that real calendars showed, or "usual". */
  row: string;
  files: string[];
  range?: { startDate: string; endDate: string };
  shown: string[];
  leftOut?: Record<string, number>;
  problems?: string[];
}

const EXPECTED: Expected[] = JSON.parse(readFileSync(join(FOLDER, "expected.json"), "utf8"));

const TWO_WEEKS = { startDate: "2026-11-16", endDate: "2026-11-27" };

test.each(EXPECTED.map((it): [string, Expected] => [it.files.join(" and "), it]))(
  "%s is read as it is meant",
  async (_, { files, range = TWO_WEEKS, leftOut = {}, problems = [], ...expected }) => {
    const contents = files.map((name): [string, Buffer] => [name, readFileSync(join(FOLDER, name))]);
    const read = await readFiles(Object.fromEntries(contents), { range });
    expect({ shown: shown(read), leftOut: read.leftOut, problems: read.problems }).toEqual({
      shown: expected.shown,
      leftOut,
      problems,
    });
  },
);

test("each calendar of the folder is read, and each fault has five of its kind", () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".ics"));
  expect(EXPECTED.flatMap(({ files }) => files).sort()).toEqual(names.sort());
  expect(names.length).toBeGreaterThanOrEqual(60);
  const rows = EXPECTED.map(({ row }) => row).filter((row) => row.startsWith("K-"));
  const few = [...new Set(rows)].filter((row) => rows.filter((other) => other === row).length < 5);
  expect(few).toEqual([]);
});
