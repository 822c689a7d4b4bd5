import { describe, expect, test } from "vitest";
import { readTimesheets, toTimesheet } from "../../../src/timesheet/approvals/period-hours.ts";
import { addDays, type DateRange, datesOf } from "../../../src/timesheet/dates.ts";
import { LONGEST_PERIOD_DAYS } from "../../../src/timesheet/limits.ts";
import type { Approval } from "../../../src/timesheet/port.ts";
import { runOf } from "../posting/run.ts";
import { existingWorklog } from "../posting/worklogs.ts";

const week = (startDate: string, parts: Partial<Approval> = {}): Approval => ({
  ...{ startDate, endDate: addDays(startDate, 6), status: "open" },
  ...parts,
});

const WEEKS = ["2025-12-29", "2026-01-05", "2026-01-12"].map((date) => week(date));

/** Reads the timesheets of a Tempo with these weeks, on 15 January: eight hours on each Monday, of which one lacks two. */
async function read(range?: DateRange, approvals = WEEKS) {
  const asked: string[] = [];
  const record = (what: string, { startDate, endDate }: DateRange) =>
    void asked.push(`${what} ${startDate} to ${endDate}`);
  const { context } = runOf([], {
    approvals: {
      async read(periods, select) {
        record("approvals", periods);
        const chosen = select(approvals);
        return approvals.filter((it) => chosen.includes(it));
      },
      findReviewers: async () => [],
      submit: async () => week("2026-01-05"),
      recall: async () => week("2026-01-05"),
    },
    readProfile: async () => ({}),
    async getSchedule(dates) {
      record("schedule", dates);
      return datesOf(dates).map((date) => {
        const isMonday = WEEKS.some(({ startDate }) => startDate === date);
        return { date, requiredSeconds: isMonday ? 28_800 : 0, isWorkingDayType: isMonday };
      });
    },
    async getExistingWorklogs(dates) {
      record("worklogs", dates);
      return [
        existingWorklog("1", { date: "2026-01-05", hours: 6 }),
        existingWorklog("2", { date: "2026-01-12", hours: 9 }),
      ];
    },
  });
  const timesheets = await readTimesheets(range, context);
  const hours = timesheets.map(({ approval, days }) => [
    approval.startDate,
    days.length,
    days.reduce((sum, { loggedSeconds }) => sum + loggedSeconds, 0) / 3600,
  ]);
  return { hours, asked };
}

describe("the timesheets that are read", () => {
  test("are those of this period and the one before, and the days of both are read at once", async () => {
    const first = addDays("2026-01-15", -LONGEST_PERIOD_DAYS);
    expect(await read()).toEqual({
      hours: [
        ["2026-01-05", 7, 6],
        ["2026-01-12", 7, 9],
      ],
      asked: [
        `approvals ${first} to 2026-01-15`,
        "schedule 2026-01-05 to 2026-01-18",
        "worklogs 2026-01-05 to 2026-01-18",
      ],
    });
  });

  test("are all those of a range", async () => {
    const range = { startDate: "2026-01-01", endDate: "2026-01-14" };
    const { hours, asked } = await read(range);
    expect(hours.map(([date]) => date)).toEqual(["2025-12-29", "2026-01-05", "2026-01-12"]);
    expect(asked[0]).toBe("approvals 2026-01-01 to 2026-01-14");
  });

  test("are none if Tempo lists no period, and then no days are read", async () => {
    const { hours, asked } = await read(undefined, []);
    expect(hours).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});

describe("a timesheet in a reply", () => {
  const days = [{ date: "2026-01-05", requiredSeconds: 28_800, loggedSeconds: 21_600 }];
  const HOURS = { requiredHours: 8, loggedHours: 6, missingHours: 2 };

  test.each<[what: string, approval: Partial<Approval>, shown: object]>([
    ["has neither reviewer nor comment if Tempo says none", {}, {}],
    ["has no comment that is empty", { comment: "" }, {}],
    [
      "has both if Tempo says them",
      { reviewer: "Bo", comment: "Done." },
      { reviewer: "Bo", comment: "Done." },
    ],
    ["has no date of the last step", { changedOn: "2026-01-12" }, {}],
  ])("%s", (_, parts, shown) => {
    const approval = week("2026-01-05", parts);
    const { startDate, endDate, status } = approval;
    expect(toTimesheet({ approval, days })).toStrictEqual({ startDate, endDate, status, ...HOURS, ...shown });
  });

  test("is as submitted, for the period of the hours", () => {
    const submitted = week("2025-12-29", { status: "in_review", reviewer: "Bo" });
    expect(toTimesheet({ approval: week("2026-01-05"), days }, submitted)).toStrictEqual({
      ...{ startDate: "2026-01-05", endDate: "2026-01-11", status: "in_review", ...HOURS, reviewer: "Bo" },
    });
  });
});
