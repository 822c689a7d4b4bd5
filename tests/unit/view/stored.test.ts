import { expect, test } from "vitest";
import type { BulkWorklogEntry } from "../../../src/generated/inputs.ts";
import type { Sheet } from "../../../src/view/model/days.ts";
import { storedOf } from "../../../src/view/model/stored.ts";
import { HOUR, type Time, worklogsReply } from "./replies.ts";

const DATE = "2026-11-04";
const RANGE = { startDate: DATE, endDate: "2026-11-05" };
const ROW: BulkWorklogEntry = { issueKey: "PROJ-1", hours: 2, date: DATE };
const LOGGED: Time = { id: "20", issueKey: "PROJ-1", seconds: 2 * HOUR, date: DATE };

function sheet(times: readonly Time[]): Sheet {
  return { range: RANGE, worklogs: worklogsReply(RANGE, times) };
}

test.each<[string, BulkWorklogEntry[], Time[], Time[], number]>([
  ["none of no rows", [], [], [LOGGED], 0],
  ["a row that is new", [ROW], [], [LOGGED], 1],
  ["no row by a worklog that was there before", [ROW], [LOGGED], [LOGGED], 0],
  [
    "a row beside an equal worklog that was there before",
    [ROW],
    [LOGGED],
    [LOGGED, { ...LOGGED, id: "21" }],
    1,
  ],
  ["one of two equal rows", [ROW, ROW], [], [LOGGED], 1],
  ["two equal rows", [ROW, ROW], [], [LOGGED, { ...LOGGED, id: "21" }], 2],
  ["a row whose key was written in lower case", [{ ...ROW, issueKey: "proj-1" }], [], [LOGGED], 1],
  ["a row whose comment Tempo changed", [{ ...ROW, description: "a" }], [], [{ ...LOGGED, comment: "b" }], 1],
  [
    "a row of ten minutes, which replies round",
    [{ ...ROW, hours: 0.1667 }],
    [],
    [{ ...LOGGED, seconds: 600 }],
    1,
  ],
  ["not a worklog of another date", [ROW], [], [{ ...LOGGED, date: "2026-11-05" }], 0],
  ["not one of other hours", [ROW], [], [{ ...LOGGED, seconds: HOUR }], 0],
  ["not one of another issue", [ROW], [], [{ ...LOGGED, issueKey: "10234" }], 0],
])("Tempo holds %s", (_, rows, before, after, expected) => {
  expect(storedOf(rows, sheet(before), sheet(after))).toBe(expected);
});

test("nothing is stored as far as is known where the worklogs were not read", () => {
  expect(storedOf([ROW], sheet([]), { range: RANGE })).toBe(0);
});
