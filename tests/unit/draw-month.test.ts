import { expect, test } from "vitest";
import { drawMonth } from "../../src/cli/calendar/show-calendar.ts";
import type { ScheduleDay } from "../../src/generated/responses.ts";

test("a day with more hours than required has a plus, on a day off too, and one that lacks hours an exclamation mark", () => {
  const day = (date: string, dayOfWeek: ScheduleDay["dayOfWeek"], required: number, booked: number) => ({
    date,
    dayOfWeek,
    isWorkingDay: required > 0,
    requiredSeconds: required * 3600,
    loggedSeconds: booked * 3600,
  });
  const days = [
    day("2026-11-05", "Thursday", 8, 7.5),
    day("2026-11-06", "Friday", 8, 16),
    day("2026-11-07", "Saturday", 0, 2),
  ];
  expect(drawMonth({ title: "A week", days, until: "2026-11-07", width: 80, colour: false }).at(-1)).toBe(
    "                                 05 7.5/8 ! 06 16/8 +  07 2/0 +",
  );
});
