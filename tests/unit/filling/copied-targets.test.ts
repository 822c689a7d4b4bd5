import { expect, test } from "vitest";
import { copiedTargets } from "../../../src/timesheet/filling/fill-days.ts";
import type { LoggedWorklog } from "../../../src/timesheet/port.ts";
import { runOf } from "../posting/run.ts";

const SOURCE = { startDate: "2026-01-05", endDate: "2026-01-11" };
const TARGET = { startDate: "2026-01-12", endDate: "2026-01-18" };

const logged = (id: string, date: string, issue: string, billableSeconds = 3600): LoggedWorklog => ({
  ...{ id, date, seconds: 3600, billableSeconds, comment: `Worklog ${id}`, attributes: new Map() },
  issue: { id: issue, key: `PROJ-${issue}`, summary: "" },
});

const WORKLOGS = [
  logged("3", "2026-01-06", "1"),
  logged("1", "2026-01-05", "1", 900),
  logged("2", "2026-01-05", "2"),
  logged("4", "2026-01-05", "2", 0),
  logged("5", "2026-01-05", "3"),
  logged("6", "2026-01-07", "2"),
];

/** Copies the worklogs of a week in which issue 2 is closed and issue 3 can be seen no more. */
async function copy(billable?: boolean) {
  const asked: (readonly string[])[] = [];
  const { context } = runOf([], {
    getWorklogs: async (range) => {
      expect(range).toEqual(SOURCE);
      return WORKLOGS;
    },
    async issueStates(ids) {
      asked.push(ids);
      return new Map([
        ["1", "open"],
        ["2", "closed"],
      ] as const);
    },
  });
  return { wantedOn: await copiedTargets(SOURCE, TARGET, billable, context), asked };
}

test("worklogs of open issues are copied, each as billable as it is, and each other issue is named once a day", async () => {
  const { wantedOn, asked } = await copy();
  expect(asked).toEqual([["1", "2", "3"]]);
  const target = { issue: WORKLOGS[0]?.issue, seconds: 3600 };
  expect(wantedOn("2026-01-12")).toEqual({
    targets: [{ ...target, billable: 0.25, comment: "Worklog 1" }],
    skipped: [
      { date: "2026-01-12", issueKey: "PROJ-2", reason: "PROJ-2 is closed" },
      { date: "2026-01-12", issueKey: "PROJ-3", reason: "You can no longer see PROJ-3" },
    ],
  });
  expect(wantedOn("2026-01-13")).toEqual({
    targets: [{ ...target, billable: 1, comment: "Worklog 3" }],
    skipped: [],
  });
  expect(wantedOn("2026-01-15")).toEqual({ targets: [], skipped: [] });
});

test.each([
  [true, 1],
  [false, 0],
])("all copies are as billable as the call says: %s", async (billable, share) => {
  const { wantedOn } = await copy(billable);
  expect(wantedOn("2026-01-12").targets.map((it) => it.billable)).toEqual([share]);
});
