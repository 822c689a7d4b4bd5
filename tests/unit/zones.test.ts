import { describe, expect, test } from "vitest";
import { localDays } from "../../src/timesheet/zones.ts";

const second = (time: string) => Date.parse(time) / 1000;

describe("the length of a date in hours", () => {
  test.each([
    ["Europe/Berlin", "2026-03-28", 24],
    ["Europe/Berlin", "2026-03-29", 23],
    ["Europe/Berlin", "2026-10-25", 25],
    ["America/New_York", "2026-11-01", 25],
    ["Australia/Lord_Howe", "2026-04-05", 24.5],
    ["Asia/Kathmandu", "2026-10-25", 24],
    ["UTC", "2026-03-29", 24],
  ])("in %s on %s is %d", (zone, date, hours) => {
    const days = localDays(zone, { startDate: "2026-01-01", endDate: "2026-12-30" });
    const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
    expect((days.startOf(next) - days.startOf(date)) / 3600).toBe(hours);
  });
});

test("a date begins later where the clocks skip midnight", () => {
  const days = localDays("Asia/Beirut", { startDate: "2026-03-28", endDate: "2026-03-30" });
  const start = second("2026-03-28T22:00:00Z");
  expect(days.startOf("2026-03-29")).toBe(start);
  expect([days.timeOf(start - 1), days.timeOf(start)]).toEqual(["23:59", "01:00"]);
});

test("a date that a zone leaves out has no length", () => {
  const days = localDays("Pacific/Apia", { startDate: "2011-12-28", endDate: "2012-01-02" });
  expect(days.startOf("2011-12-31") - days.startOf("2011-12-30")).toBe(0);
  expect(days.dateOf(days.startOf("2011-12-31"))).toBe("2011-12-31");
});

describe("a moment has its date and time in the zone", () => {
  test.each([
    ["Europe/Berlin", "2026-01-05T22:59:59Z", "2026-01-05", "23:59"],
    ["Europe/Berlin", "2026-01-05T23:00:00Z", "2026-01-06", "00:00"],
    ["Europe/Berlin", "2026-01-07T22:59:59Z", "2026-01-07", "23:59"],
    ["Europe/Berlin", "2026-01-07T23:00:00Z", undefined, "00:00"],
    ["Europe/Berlin", "2026-01-03T22:59:59Z", undefined, "23:59"],
    ["Asia/Kolkata", "2026-01-05T18:30:00Z", "2026-01-06", "00:00"],
    ["America/St_Johns", "2026-01-06T03:29:00Z", "2026-01-05", "23:59"],
  ])("%s, %s", (zone, time, date, timeOfDay) => {
    const days = localDays(zone, { startDate: "2026-01-04", endDate: "2026-01-07" });
    expect([days.dateOf(second(time)), days.timeOf(second(time))]).toEqual([date, timeOfDay]);
  });

  test.each([
    ["2026-10-25T00:59:00Z", "02:59"],
    ["2026-10-25T01:00:00Z", "02:00"],
    ["2026-03-29T00:59:59Z", "01:59"],
    ["2026-03-29T01:00:00Z", "03:00"],
  ])("around a change of clocks: %s", (time, expected) => {
    const days = localDays("Europe/Berlin", { startDate: "2026-03-01", endDate: "2026-10-31" });
    expect(days.timeOf(second(time))).toBe(expected);
  });
});
