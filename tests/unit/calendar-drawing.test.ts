import { expect, test } from "vitest";
import { calendar } from "../../src/cli/calendar.ts";
import type { ScheduleDay } from "../../src/generated/responses.ts";

test("a day with more hours than required has a plus, on a day off too, and one that lacks hours an exclamation mark", () => {
  const day = (date: string, dayOfWeek: ScheduleDay["dayOfWeek"], requiredHours: number) => ({
    date,
    dayOfWeek,
    requiredHours,
    isWorkingDay: requiredHours > 0,
  });
  const days = [
    day("2026-11-05", "Thursday", 8),
    day("2026-11-06", "Friday", 8),
    day("2026-11-07", "Saturday", 0),
  ];
  const logged = new Map([
    ["2026-11-05", 7.5],
    ["2026-11-06", 16],
    ["2026-11-07", 2],
  ]);
  expect(
    calendar({ title: "A week", days, logged, until: "2026-11-07", width: 80, colour: false }).at(-1),
  ).toBe("                                 05 7.5/8 ! 06 16/8 +  07 2/0 +");
});
