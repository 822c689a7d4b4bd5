import fc from "fast-check";
import { expect, test } from "vitest";
import { datesOf } from "../../../src/timesheet/dates.ts";
import { toHours } from "../../../src/timesheet/hours.ts";
import { coverageOf, type Day, daysOf, shareLogged } from "../../../src/view/model/days.ts";
import { dayOn, HOUR, MINUTE, scheduleReply, worklogsReply } from "./replies.ts";

const NOTHING = { days: 0, seconds: 0 };

test("a range of no days has nothing missing", () => {
  expect(coverageOf([])).toEqual({
    missing: NOTHING,
    upcoming: NOTHING,
    over: NOTHING,
    extra: NOTHING,
    requiredSeconds: 0,
    bookedSeconds: 0,
    isKnown: true,
  });
});

test("each state of a day counts where it belongs", () => {
  const day = (state: Day["state"], required: number, booked: number) =>
    dayOn("2026-11-02", { state, requiredSeconds: required * HOUR, bookedSeconds: booked * HOUR });
  const days = [
    day("missing", 8, 0),
    day("partly", 8, 1),
    day("done", 8, 8),
    day("over", 8, 10),
    day("upcoming", 8, 1),
    day("extra", 0, 3),
    day("off", 0, 0),
  ];
  expect(coverageOf(days)).toEqual({
    missing: { days: 2, seconds: 15 * HOUR },
    upcoming: { days: 1, seconds: 7 * HOUR },
    over: { days: 1, seconds: 2 * HOUR },
    extra: { days: 1, seconds: 3 * HOUR },
    requiredSeconds: 40 * HOUR,
    bookedSeconds: 23 * HOUR,
    isKnown: true,
  });
});

test("one day that was not read makes the whole unknown", () => {
  const days = [
    dayOn("2026-11-02", { requiredSeconds: 8 * HOUR }),
    dayOn("2026-11-03", { state: "off", requiredSeconds: 0, bookedSeconds: 0 }),
  ];
  expect(coverageOf(days)).toEqual({
    missing: NOTHING,
    upcoming: NOTHING,
    over: NOTHING,
    extra: NOTHING,
    requiredSeconds: 8 * HOUR,
    bookedSeconds: 0,
    isKnown: false,
  });
});

test("the days add up to the totals of both replies, and what is missing, over and extra to their difference", () => {
  const range = { startDate: "2026-01-30", endDate: "2026-03-02" };
  const dates = datesOf(range);
  const minutes = fc.integer({ min: 0, max: 24 * 60 });
  const schedule = fc.array(minutes, { minLength: dates.length, maxLength: dates.length });
  const times = fc.array(
    fc.record({
      date: fc.constantFrom(...dates),
      seconds: fc.integer({ min: 1, max: 1440 }).map((it) => it * MINUTE),
    }),
    { maxLength: 150 },
  );
  fc.assert(
    fc.property(schedule, times, fc.constantFrom(...dates), (required, logged, today) => {
      const requiredOn = new Map(dates.map((date, index) => [date, (required[index] ?? 0) * MINUTE]));
      const sheet = {
        range,
        schedule: scheduleReply(range, (date) => requiredOn.get(date) ?? 0),
        worklogs: worklogsReply(range, logged),
      };
      const { missing, upcoming, over, extra, requiredSeconds, bookedSeconds } = coverageOf(
        daysOf(sheet, today),
      );
      expect({ required: toHours(requiredSeconds), booked: toHours(bookedSeconds) }).toEqual({
        required: sheet.schedule.summary.totalRequiredHours,
        booked: sheet.worklogs.summary.totalHours,
      });
      expect(over.seconds + extra.seconds - missing.seconds - upcoming.seconds).toBe(
        bookedSeconds - requiredSeconds,
      );
    }),
  );
});

test.each([
  [undefined, undefined, 0],
  [8, undefined, 0],
  [undefined, 0, 0],
  [undefined, 3, 1],
  [0, 0, 0],
  [0, 3, 1],
  [8, 0, 0],
  [8, 4, 0.5],
  [8, 8, 1],
  [8, 12, 1],
])("of %j required, with %j logged, the share is %j", (required, booked, share) => {
  expect(shareLogged(required, booked)).toBe(share);
});
