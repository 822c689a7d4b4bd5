import { describe, expect, test } from "vitest";
import type { DayHours } from "../../../src/timesheet/day-balance.ts";
import { reducedDays } from "../../../src/timesheet/filling/plan.ts";
import type { Target } from "../../../src/timesheet/filling/plan-day.ts";

const HOUR = 3600;

/** A day of January 2026, which begins on a Thursday. */
const day = (date: number, required: number, booked = 0, holiday?: string): DayHours => ({
  date: `2026-01-${String(date).padStart(2, "0")}`,
  requiredSeconds: required * HOUR,
  loggedSeconds: booked * HOUR,
  ...(holiday !== undefined && { holiday }),
});

const target = (hours?: number): Target => ({
  issue: { id: "1", key: "PROJ-1", summary: "" },
  seconds: hours === undefined ? undefined : hours * HOUR,
  billable: 1,
  comment: "",
});

const REST = [target()];
const FRIDAY = day(2, 8);
const WEEKEND = [day(3, 0), day(4, 0)];

describe("the days that get less", () => {
  test("are named one by one where nothing is asked for between them", () => {
    const days = [
      day(5, 8, 8),
      day(6, 8),
      day(7, 8, 8),
      ...[10, 11].map((date) => day(date, 0)),
      day(12, 8, 8),
    ];
    const ofMondays = (date: string) => (date.endsWith("05") || date.endsWith("12") ? REST : []);
    expect(reducedDays(days, ofMondays)).toEqual([{ reason: "8 h logged", when: "2026-01-05, 2026-01-12" }]);
  });

  test.each<[what: string, days: DayHours[], targets: Target[], reduced: string[]]>([
    ["are none if each is open", [FRIDAY, ...WEEKEND, day(5, 8)], REST, []],
    ["are half days", [FRIDAY, day(5, 4, 0, "Eve")], REST, ["4 h required (Eve): 2026-01-05"]],
    ["are short days", [FRIDAY, day(5, 6)], REST, ["6 h required: 2026-01-05"]],
    ["are holidays", [FRIDAY, day(5, 0, 0, "Eve")], REST, ["holiday: Eve: 2026-01-05"]],
    [
      "are days with hours",
      [FRIDAY, day(5, 8, 3), day(6, 8, 8)],
      REST,
      ["3 h logged: 2026-01-05", "8 h logged: 2026-01-06"],
    ],
    ["are half days with hours", [FRIDAY, day(5, 4, 1)], REST, ["4 h required, 1 h logged: 2026-01-05"]],
    [
      "are named in rows, which days off do not interrupt",
      [day(1, 8, 8), day(2, 8, 8), ...WEEKEND, day(5, 8, 8), day(6, 8), day(7, 8, 8)],
      REST,
      ["8 h logged: 2026-01-01 to 2026-01-05, 2026-01-07"],
    ],
    [
      "are not those that have room for what is asked for",
      [FRIDAY, day(5, 8, 3), day(6, 4)],
      [target(4)],
      [],
    ],
    [
      "are those without room for it",
      [FRIDAY, day(5, 8, 3), day(6, 4)],
      [target(3), target(2)],
      ["4 h required: 2026-01-06"],
    ],
    ["are not those of which more is asked than any has", [FRIDAY], [target(9)], []],
    ["are days off if nothing else is asked for", WEEKEND, REST, ["day off: 2026-01-03 to 2026-01-04"]],
    ["are none of those that nothing is asked for", [FRIDAY, day(5, 8, 8)], [], []],
  ])("%s", (_, days, targets, reduced) => {
    expect(reducedDays(days, () => targets).map(({ reason, when }) => `${reason}: ${when}`)).toEqual(reduced);
  });

  test("are days off if they are all that is asked for among others", () => {
    const targetsOf = (date: string) => (date === "2026-01-03" ? REST : []);
    expect(reducedDays([FRIDAY, ...WEEKEND], targetsOf)).toEqual([{ reason: "day off", when: "2026-01-03" }]);
  });
});
