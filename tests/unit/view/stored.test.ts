import { expect, test } from "vitest";
import { type Appeared, appearedOn, areListed, type Sheet } from "../../../src/view/model/days.ts";
import { HOUR, type Time, worklogsReply } from "./replies.ts";

const DATE = "2026-11-04";
const RANGE = { startDate: DATE, endDate: "2026-11-05" };
const ROW = { issueKey: "proj-1", seconds: 2 * HOUR, date: DATE };
const LOGGED: Time = { id: "20", issueKey: "PROJ-1", seconds: 2 * HOUR, date: DATE };

function sheet(times: readonly Time[]): Sheet {
  return { range: RANGE, worklogs: worklogsReply(RANGE, times) };
}

const none = (worklogs: number): Appeared => ({ worklogs, alike: 0 });
const all = (worklogs: number): Appeared => ({ worklogs, alike: worklogs });

test.each<[string, (typeof ROW)[], Time[], Time[], Appeared]>([
  ["none for no rows", [], [], [LOGGED], all(0)],
  ["a worklog that is new", [ROW], [], [LOGGED], all(1)],
  ["none that was there before", [ROW], [LOGGED], [LOGGED], all(0)],
  [
    "one beside an equal one that was there before",
    [ROW],
    [LOGGED],
    [LOGGED, { ...LOGGED, id: "21" }],
    all(1),
  ],
  ["one of two equal rows", [ROW, ROW], [], [LOGGED], all(1)],
  ["two equal rows", [ROW, ROW], [], [LOGGED, { ...LOGGED, id: "21" }], all(2)],
  ["two, of which one is no row", [ROW], [], [LOGGED, { ...LOGGED, id: "21" }], { worklogs: 2, alike: 1 }],
  ["one of other hours", [ROW], [], [{ ...LOGGED, seconds: HOUR }], none(1)],
  ["one of the same hours in a reply", [{ ...ROW, seconds: 7199 }], [], [LOGGED], all(1)],
  ["one on another issue", [ROW], [], [{ ...LOGGED, issueKey: "NEW-1" }], none(1)],
  ["none of another date", [ROW], [], [{ ...LOGGED, date: "2026-11-05" }], none(0)],
])("on the dates of the rows, Tempo has %s", (_, rows, before, after, expected) => {
  expect(appearedOn(rows, sheet(before), sheet(after))).toEqual(expected);
});

test("nothing is stored as far as is known where the worklogs were not read", () => {
  expect(appearedOn([ROW], sheet([]), {})).toEqual(none(0));
});

test("worklogs are listed once their ids are, whatever else has appeared", () => {
  expect(areListed([{ id: "20" }], sheet([{ ...LOGGED, id: "21" }]))).toBe(false);
  expect(areListed([{ id: "20" }, { id: undefined }], sheet([{ ...LOGGED, id: "21" }, LOGGED]))).toBe(true);
});
