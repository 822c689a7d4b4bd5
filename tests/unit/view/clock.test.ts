import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { later, timeOfDay, today, within } from "../../../src/view/clock.ts";

const TZ = process.env.TZ;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

test.each([
  ["2026-11-04T09:59:59Z", "Pacific/Kiritimati", "2026-11-04"],
  ["2026-11-04T10:00:00Z", "Pacific/Kiritimati", "2026-11-05"],
  ["2026-12-31T10:00:00Z", "Pacific/Kiritimati", "2027-01-01"],
  ["2026-11-04T07:59:59Z", "America/Los_Angeles", "2026-11-03"],
  ["2026-11-04T08:00:00Z", "America/Los_Angeles", "2026-11-04"],
  ["2026-07-01T06:59:59Z", "America/Los_Angeles", "2026-06-30"],
  ["2026-07-01T07:00:00Z", "America/Los_Angeles", "2026-07-01"],
  ["2028-02-29T12:00:00Z", "UTC", "2028-02-29"],
])("at %s, today in %s is %s", (now, timeZone, date) => {
  vi.setSystemTime(now);
  expect(today(timeZone)).toBe(date);
});

test.each([
  [undefined, "Pacific/Kiritimati", "2026-11-05"],
  ["Mars/Olympus", "Pacific/Kiritimati", "2026-11-05"],
  ["", "America/Los_Angeles", "2026-11-04"],
  ["Mars/Olympus", "America/Los_Angeles", "2026-11-04"],
  ["Pacific/Kiritimati", "America/Los_Angeles", "2026-11-05"],
])("with the host's time zone %j in a browser of %s, today is %s", (timeZone, own, date) => {
  process.env.TZ = own;
  vi.setSystemTime("2026-11-04T12:00:00Z");
  expect(today(timeZone)).toBe(date);
});

test.each([
  ["en-GB", "Pacific/Kiritimati", "02:05"],
  ["en-GB", "America/Los_Angeles", "04:05"],
  ["en-GB", "Mars/Olympus", "12:05"],
  ["en-GB", undefined, "12:05"],
  ["en-US", "UTC", "12:05 PM"],
])("in %s and %j, the time of day is %s", (locale, timeZone, time) => {
  process.env.TZ = "UTC";
  vi.setSystemTime("2026-11-04T12:05:00Z");
  expect(timeOfDay(locale, timeZone).replace("\u202f", " ")).toBe(time);
});

test("what runs later runs after its time, once", () => {
  const run = vi.fn<() => void>();
  later(3000, run);
  vi.advanceTimersByTime(2999);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(run).toHaveBeenCalledTimes(1);
});

test("a promise keeps its result or its error within the time, and no timer is left", async () => {
  await expect(within(1000, Promise.resolve(5))).resolves.toBe(5);
  await expect(within(1000, Promise.reject(new Error("no")))).rejects.toEqual(new Error("no"));
  expect(vi.getTimerCount()).toBe(0);
});

test("a promise that takes longer is given up, and what it brings then is ignored", async () => {
  const result = within(90_000, new Promise((resolve) => setTimeout(resolve, 90_001)));
  const rejected = expect(result).rejects.toEqual(
    new Error(
      "The host has not responded for 90 seconds; if it is asking you, what you allow may still happen.",
    ),
  );
  await vi.advanceTimersByTimeAsync(90_000);
  await rejected;
  await vi.advanceTimersByTimeAsync(1);
  expect(vi.getTimerCount()).toBe(0);
});
