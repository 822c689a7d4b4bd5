import { expect, test } from "vitest";
import { balanceOf } from "../../src/timesheet/day-balance.ts";

test.each<[what: string, required: number, booked: number, missing: number, over: number]>([
  ["a full day has neither", 27_000, 27_000, 0, 0],
  ["a gap of a minute is missing", 27_000, 26_940, 60, 0],
  ["a gap of less is none, although replies show 7.49 of 7.5 h", 27_000, 26_941, 0, 0],
  ["hours that replies show as more are over", 27_000, 27_036, 0, 36],
  ["hours that replies show as equal are not", 27_000, 27_010, 0, 0],
  ["any hours on a day off are over", 0, 3600, 0, 3600],
  ["a day off without hours has neither", 0, 0, 0, 0],
])("the balance of a day: %s", (_, requiredSeconds, loggedSeconds, missingSeconds, overSeconds) => {
  expect(balanceOf({ requiredSeconds, loggedSeconds })).toEqual({ missingSeconds, overSeconds });
});
