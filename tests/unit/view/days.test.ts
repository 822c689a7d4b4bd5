import fc from "fast-check";
import { expect, test } from "vitest";
import { datesOf } from "../../../src/timesheet/dates.ts";
import { daysOf, sumSeconds, timesOf } from "../../../src/view/model/days.ts";
import { HOUR, MINUTE, scheduleReply, type Time, worklogsReply } from "./replies.ts";

const DATE = "2026-11-04";
const DAY = { startDate: DATE, endDate: DATE };

test.each([
  ["nothing of 8 h, today", 8 * HOUR, [], DATE, { state: "missing", missingSeconds: 8 * HOUR }],
  ["nothing of 8 h, in the past", 8 * HOUR, [], "2026-11-05", { state: "missing", missingSeconds: 8 * HOUR }],
  [
    "nothing of 8 h, in the future",
    8 * HOUR,
    [],
    "2026-11-03",
    { state: "upcoming", missingSeconds: 8 * HOUR },
  ],
  ["half of 8 h", 8 * HOUR, [4 * HOUR], DATE, { state: "partly", missingSeconds: 4 * HOUR }],
  [
    "half of 8 h, in the future",
    8 * HOUR,
    [4 * HOUR],
    "2026-11-03",
    { state: "upcoming", missingSeconds: 4 * HOUR },
  ],
  ["a minute too little", 8 * HOUR, [8 * HOUR - 60], DATE, { state: "partly", missingSeconds: 60 }],
  ["8 h in three parts", 8 * HOUR, [9600, 9600, 9600], DATE, { state: "done" }],
  ["a minute too much", 8 * HOUR, [8 * HOUR + 60], DATE, { state: "over", overSeconds: 60 }],
  ["24 h of 8 h", 8 * HOUR, [12 * HOUR, 12 * HOUR], DATE, { state: "over", overSeconds: 16 * HOUR }],
  ["24 h of 24 h", 24 * HOUR, [24 * HOUR], DATE, { state: "done" }],
  ["nothing on a day off", 0, [], DATE, { state: "off" }],
  ["an hour on a day off", 0, [HOUR], DATE, { state: "extra", overSeconds: HOUR }],
])("%s", (_, required, logged, today, expected) => {
  const worklogs = worklogsReply(
    DAY,
    logged.map((seconds) => ({ date: DATE, seconds })),
  );
  expect(daysOf({ range: DAY, schedule: scheduleReply(DAY, () => required), worklogs }, today)).toEqual([
    {
      date: DATE,
      requiredSeconds: required,
      bookedSeconds: logged.reduce((sum, each) => sum + each, 0),
      worklogs: timesOf(worklogs),
      missingSeconds: 0,
      overSeconds: 0,
      ...expected,
    },
  ]);
});

test.each([
  ["the schedule", { requiredSeconds: undefined, bookedSeconds: 0 }],
  ["the worklogs", { requiredSeconds: 8 * HOUR, bookedSeconds: undefined }],
  ["both", { requiredSeconds: undefined, bookedSeconds: undefined }],
])("without %s, the state of a day is not known", (lacking, known) => {
  const sheet = {
    range: DAY,
    ...(lacking === "the worklogs" && { schedule: scheduleReply(DAY, () => 8 * HOUR) }),
    ...(lacking === "the schedule" && { worklogs: worklogsReply(DAY, []) }),
  };
  expect(daysOf(sheet, DATE)).toEqual([
    { date: DATE, ...known, missingSeconds: 0, overSeconds: 0, state: "unknown", worklogs: [] },
  ]);
});

test("a half-day holiday has a name and hours, and a whole one has a name alone", () => {
  const range = { startDate: "2026-12-24", endDate: "2026-12-25" };
  const schedule = scheduleReply(range, (date) => (date === "2026-12-24" ? 4 * HOUR : 0), {
    "2026-12-24": "Christmas Eve",
    "2026-12-25": "Christmas Day",
  });
  expect(daysOf({ range, schedule, worklogs: worklogsReply(range, []) }, "2026-12-31")).toEqual([
    {
      date: "2026-12-24",
      requiredSeconds: 4 * HOUR,
      bookedSeconds: 0,
      missingSeconds: 4 * HOUR,
      overSeconds: 0,
      state: "missing",
      holiday: "Christmas Eve",
      worklogs: [],
    },
    {
      date: "2026-12-25",
      requiredSeconds: 0,
      bookedSeconds: 0,
      missingSeconds: 0,
      overSeconds: 0,
      state: "off",
      holiday: "Christmas Day",
      worklogs: [],
    },
  ]);
});

test("worklogs of other dates, equal ones and those of issues that are no longer visible keep their place", () => {
  const times: Time[] = [
    { date: "2026-11-03", seconds: HOUR },
    { date: DATE, seconds: 1200, comment: "stand-up\r\nand more" },
    { date: DATE, seconds: 1200, comment: "stand-up\r\nand more" },
    { date: DATE, seconds: 1200, issueKey: "10234", billableSeconds: 0 },
  ];
  const reply = worklogsReply({ startDate: "2026-11-03", endDate: DATE }, times);
  expect(daysOf({ range: DAY, worklogs: reply }, DATE).map(({ worklogs }) => worklogs)).toEqual([
    [
      {
        id: "1001",
        issueKey: "PROJ-1",
        issueSummary: "",
        date: DATE,
        hours: 0.33,
        comment: "stand-up\r\nand more",
        timeSpent: "20m",
        seconds: 1200,
      },
      {
        id: "1002",
        issueKey: "PROJ-1",
        issueSummary: "",
        date: DATE,
        hours: 0.33,
        comment: "stand-up\r\nand more",
        timeSpent: "20m",
        seconds: 1200,
      },
      {
        id: "1003",
        issueKey: "10234",
        issueSummary: "",
        date: DATE,
        hours: 0.33,
        comment: "",
        billableHours: 0,
        timeSpent: "20m",
        seconds: 1200,
      },
    ],
  ]);
});

test("a range that ends before it starts has no days, and 1,100 days are 1,100", () => {
  const range = { startDate: "2024-01-01", endDate: "2027-01-04" };
  expect(daysOf({ range: { startDate: "2026-11-02", endDate: "2026-11-01" } }, DATE)).toEqual([]);
  const days = daysOf({ range, schedule: scheduleReply(range, () => 8 * HOUR) }, DATE);
  expect(days.map(({ date }) => date)).toEqual(datesOf(range));
  expect(days).toHaveLength(1100);
});

test("whole minutes on each day are what Tempo holds on it", () => {
  const range = { startDate: "2026-11-01", endDate: "2026-11-30" };
  const dates = datesOf(range);
  const time = fc.record({
    date: fc.constantFrom(...dates),
    seconds: fc.integer({ min: 1, max: 1440 }).map((it) => it * MINUTE),
  });
  fc.assert(
    fc.property(fc.array(time, { maxLength: 300 }), (times) => {
      const days = daysOf({ range, worklogs: worklogsReply(range, times) }, DATE);
      expect(days.map(({ bookedSeconds }) => bookedSeconds)).toEqual(
        dates.map((date) => sumSeconds(times.filter((each) => each.date === date))),
      );
    }),
  );
});
