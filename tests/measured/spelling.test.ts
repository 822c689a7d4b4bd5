import { expect, test } from "vitest";
import { readSpelling } from "../../src/contract/spelling.ts";
import { quantile, record } from "../helpers/figures.ts";
import { leastTime } from "../helpers/processor-time.ts";

/** The most that putting 500 rows right may take at the median, in milliseconds. */
const LIMIT_MS = 1;

/** A machine where writing and reading the rows as JSON takes more than this part of the limit is a slower one, and has as much more time. */
const JSON_SHARE = 1 / 3;

const ROWS = Array.from({ length: 500 }, (_, index) => ({
  issueKey: `PROJ-${index}`,
  hours: 1.25,
  date: "2026-01-05",
  description: "Reviewed the pull requests of the day",
}));

const AS_TEXT = ROWS.map((row) => ({ ...row, hours: String(row.hours) }));

const CALLS: [what: string, args: object][] = [
  ["rows that are well spelled", { worklogs: ROWS, billable: true }],
  ["rows in one text", { worklogs: JSON.stringify(ROWS), billable: "true" }],
  ["rows in one text, with numbers as text", { worklogs: JSON.stringify(AS_TEXT), billable: "true" }],
  ["rows with nothing in what is optional", { worklogs: ROWS.map((row) => ({ ...row, description: null })) }],
];

/** The median of many runs, in milliseconds. */
function medianOf(run: () => unknown): number {
  const times = Array.from({ length: 200 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return quantile(times, 0.5);
}

test.each(CALLS)("putting 500 %s right takes under 1 ms", async (what, args) => {
  const limit = Math.max(LIMIT_MS, medianOf(() => JSON.parse(JSON.stringify(ROWS))) / JSON_SHARE);
  // Other programs of the machine may keep it busy for a while.
  const median = await leastTime(limit, async () =>
    medianOf(() => readSpelling("BulkPostWorklogsInput", args)),
  );
  record({
    row: 61,
    check: `putting the arguments of a call right: 500 ${what}`,
    figures: { "median ms": Number(median.toFixed(2)) },
  });
  expect(median).toBeLessThan(limit);
});
