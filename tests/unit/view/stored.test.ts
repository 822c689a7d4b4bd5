import { expect, test } from "vitest";
import type { BulkWorklogEntry } from "../../../src/generated/inputs.ts";
import { newOnDatesOf, type Sheet } from "../../../src/view/model/days.ts";
import { HOUR, type Time, worklogsReply } from "./replies.ts";

const DATE = "2026-11-04";
const RANGE = { startDate: DATE, endDate: "2026-11-05" };
const ROW: BulkWorklogEntry = { issueKey: "PROJ-1", hours: 2, date: DATE };
const LOGGED: Time = { id: "20", issueKey: "PROJ-1", seconds: 2 * HOUR, date: DATE };

function sheet(times: readonly Time[]): Sheet {
  return { range: RANGE, worklogs: worklogsReply(RANGE, times) };
}

test.each<[string, BulkWorklogEntry[], Time[], Time[], number]>([
  ["none for no rows", [], [], [LOGGED], 0],
  ["a worklog that is new", [ROW], [], [LOGGED], 1],
  ["none that was there before", [ROW], [LOGGED], [LOGGED], 0],
  ["one beside an equal one that was there before", [ROW], [LOGGED], [LOGGED, { ...LOGGED, id: "21" }], 1],
  ["one of two equal rows", [ROW, ROW], [], [LOGGED], 1],
  ["two equal rows", [ROW, ROW], [], [LOGGED, { ...LOGGED, id: "21" }], 2],
  ["one that Tempo rounded", [ROW], [], [{ ...LOGGED, seconds: HOUR }], 1],
  ["one on the issue's new key", [ROW], [], [{ ...LOGGED, issueKey: "NEW-1" }], 1],
  ["none of another date", [ROW], [], [{ ...LOGGED, date: "2026-11-05" }], 0],
])("on the dates of the rows, Tempo has %s", (_, rows, before, after, expected) => {
  expect(newOnDatesOf(rows, sheet(before), sheet(after))).toBe(expected);
});

test("nothing is stored as far as is known where the worklogs were not read", () => {
  expect(newOnDatesOf([ROW], sheet([]), { range: RANGE })).toBe(0);
});
