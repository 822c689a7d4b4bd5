import { expect, test } from "vitest";
import { worklogsAsCsv } from "../../src/cli/export/formats.ts";

const ROW = {
  date: "2026-01-05",
  issueKey: "PROJ-7",
  issueSummary: "Code review",
  hours: 1,
  billableHours: 1,
  worklogId: "1",
};

test.each([
  ["a line feed", "ok\n=1+1", '"ok\n\'=1+1"'],
  ["a carriage return", "ok\r=1+1", '"ok\r\'=1+1"'],
  ["both", "ok\r\n@x", '"ok\r\n\'@x"'],
  ["a semicolon", "ok;-x", "ok;'-x"],
  ["a sign of full width", "ok;\uff1d1+1", "ok;'\uff1d1+1"],
])("a comment with %s stays in its cell, and what follows runs as no formula", (_, comment, cell) => {
  const [, row] = worklogsAsCsv([{ ...ROW, comment }], { cells: ",", decimals: "." }).split("\r\n2026");
  expect(row).toBe(`-01-05,,PROJ-7,Code review,1,1,${cell},1,\r\n`);
});

test.each([
  ["a comma", "ok,=1+1", "ok,'=1+1"],
  ["a semicolon", "ok;=1+1", '"ok;=1+1"'],
  ["a sign at its start", "=1+1", "'=1+1"],
])("a comment with %s runs as no formula where semicolons separate cells", (_, comment, cell) => {
  const [, row] = worklogsAsCsv([{ ...ROW, comment }], { cells: ";", decimals: "," }).split("\r\n2026");
  expect(row).toBe(`-01-05;;PROJ-7;Code review;1;1;${cell};1;\r\n`);
});
