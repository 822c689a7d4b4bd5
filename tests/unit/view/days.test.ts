import fc from "fast-check";
import { expect, test } from "vitest";
import { datesOf } from "../../../src/timesheet/dates.ts";
import { toHours } from "../../../src/timesheet/hours.ts";
import {
  type Appeared,
  appearedOn,
  areListed,
  coverageOf,
  type Day,
  daysOf,
  readHours,
  type Sheet,
  shareLogged,
  sumSeconds,
  timesOf,
} from "../../../src/view/model/days.ts";
import { dayOn, HOUR, MINUTE, scheduleReply, type Time, worklogsReply } from "./replies.ts";

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
      loggedSeconds: logged.reduce((sum, each) => sum + each, 0),
      worklogs: timesOf(worklogs),
      missingSeconds: 0,
      overSeconds: 0,
      ...expected,
    },
  ]);
});

test.each([
  ["the schedule", { requiredSeconds: undefined, loggedSeconds: 0 }],
  ["the worklogs", { requiredSeconds: 8 * HOUR, loggedSeconds: undefined }],
  ["both", { requiredSeconds: undefined, loggedSeconds: undefined }],
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
      loggedSeconds: 0,
      missingSeconds: 4 * HOUR,
      overSeconds: 0,
      state: "missing",
      holiday: "Christmas Eve",
      worklogs: [],
    },
    {
      date: "2026-12-25",
      requiredSeconds: 0,
      loggedSeconds: 0,
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
      expect(days.map(({ loggedSeconds }) => loggedSeconds)).toEqual(
        dates.map((date) => sumSeconds(times.filter((each) => each.date === date))),
      );
    }),
  );
});

const NOTHING = { days: 0, seconds: 0 };

test("a range of no days has nothing missing", () => {
  expect(coverageOf([], "2026-11-02")).toEqual({
    missing: NOTHING,
    upcoming: NOTHING,
    over: NOTHING,
    extra: NOTHING,
    requiredSeconds: 0,
    isDue: false,
    loggedSeconds: 0,
    isKnown: true,
  });
});

test("each state of a day counts where it belongs", () => {
  const day = (state: Day["state"], required: number, booked: number) =>
    dayOn("2026-11-02", { state, requiredSeconds: required * HOUR, loggedSeconds: booked * HOUR });
  const days = [
    day("missing", 8, 0),
    day("partly", 8, 1),
    day("done", 8, 8),
    day("over", 8, 10),
    day("upcoming", 8, 1),
    day("extra", 0, 3),
    day("off", 0, 0),
  ];
  expect(coverageOf(days, "2026-11-02")).toEqual({
    missing: { days: 2, seconds: 15 * HOUR },
    upcoming: { days: 1, seconds: 7 * HOUR },
    over: { days: 1, seconds: 2 * HOUR },
    extra: { days: 1, seconds: 3 * HOUR },
    requiredSeconds: 40 * HOUR,
    isDue: true,
    loggedSeconds: 23 * HOUR,
    isKnown: true,
  });
});

test("one day that was not read makes the whole unknown", () => {
  const days = [
    dayOn("2026-11-02", { requiredSeconds: 8 * HOUR }),
    dayOn("2026-11-03", { state: "off", requiredSeconds: 0, loggedSeconds: 0 }),
  ];
  expect(coverageOf(days, "2026-11-02")).toEqual({
    missing: NOTHING,
    upcoming: NOTHING,
    over: NOTHING,
    extra: NOTHING,
    requiredSeconds: 8 * HOUR,
    isDue: true,
    loggedSeconds: 0,
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
      const { missing, upcoming, over, extra, requiredSeconds, loggedSeconds } = coverageOf(
        daysOf(sheet, today),
        today,
      );
      expect({ required: toHours(requiredSeconds), booked: toHours(loggedSeconds) }).toEqual({
        required: sheet.schedule.summary.totalRequiredHours,
        booked: sheet.worklogs.summary.totalHours,
      });
      expect(over.seconds + extra.seconds - missing.seconds - upcoming.seconds).toBe(
        loggedSeconds - requiredSeconds,
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

test.each([
  ["three times 20 minutes", [1200, 1200, 1200], [1200, 1200, 1200]],
  ["hours that are exact in decimals", [2700, 28_800, 360], [2700, 28_800, 360]],
  ["decimal hours that are no whole minutes", [1188, 1188, 1188], [1188, 1188, 1188]],
  ["no time at all", [], []],
  ["a whole day", [24 * HOUR], [24 * HOUR]],
  ["one decimal duration that a minute also rounds to", [1188], [1200]],
])("%s: %j seconds are read as %j", (_, stored, expected) => {
  const read = readHours(
    stored.map((each) => toHours(each)),
    toHours(stored.reduce((sum, seconds) => sum + seconds, 0)),
  );
  expect(stored.map((seconds) => read(toHours(seconds)))).toEqual(expected);
});

test("whole minutes are read exactly, each of them", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 24 * 60 }), { maxLength: 600 }), (minutes) => {
      const seconds = minutes.map((each) => each * MINUTE);
      const read = readHours(
        seconds.map((each) => toHours(each)),
        toHours(seconds.reduce((sum, each) => sum + each, 0)),
      );
      expect(seconds.map((each) => read(toHours(each)))).toEqual(seconds);
    }),
  );
});

test("hours in decimals add up to the total of the reply", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2400 }), { maxLength: 600 }), (hundredths) => {
      const hours = hundredths.map((each) => each / 100);
      const total = toHours(hundredths.reduce((sum, each) => sum + each * 36, 0));
      const read = readHours(hours, total);
      expect(toHours(hours.reduce((sum, each) => sum + read(each), 0))).toBe(total);
    }),
  );
});

test("no duration is read as more than 48 seconds off, whatever Tempo holds", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 24 * HOUR }), { maxLength: 100 }), (seconds) => {
      const read = readHours(
        seconds.map((each) => toHours(each)),
        toHours(seconds.reduce((sum, each) => sum + each, 0)),
      );
      for (const each of seconds) expect(Math.abs(read(toHours(each)) - each)).toBeLessThanOrEqual(48);
    }),
  );
});

const TWO_DAYS = { startDate: DATE, endDate: "2026-11-05" };
const ROW = { issueKey: "proj-1", seconds: 2 * HOUR, date: DATE };
const LOGGED: Time = { id: "20", issueKey: "PROJ-1", seconds: 2 * HOUR, date: DATE };

function sheetOf(times: readonly Time[]): Sheet {
  return { range: TWO_DAYS, worklogs: worklogsReply(TWO_DAYS, times) };
}

const none = (worklogs: number): Appeared => ({ worklogs, alike: 0 });
const all = (worklogs: number): Appeared => ({ worklogs, alike: worklogs });

test.each<[string, (typeof ROW)[], Time[], Time[], Appeared]>([
  ["none for no rows", [], [], [LOGGED], all(0)],
  ["a worklog that is new", [ROW], [], [LOGGED], all(1)],
  ["none that was there before", [ROW], [LOGGED], [LOGGED], all(0)],
  [
    "one beside an equal one that was there before",
    [ROW],
    [LOGGED],
    [LOGGED, { ...LOGGED, id: "21" }],
    all(1),
  ],
  ["one of two equal rows", [ROW, ROW], [], [LOGGED], all(1)],
  ["two equal rows", [ROW, ROW], [], [LOGGED, { ...LOGGED, id: "21" }], all(2)],
  ["two, of which one is no row", [ROW], [], [LOGGED, { ...LOGGED, id: "21" }], { worklogs: 2, alike: 1 }],
  ["one of other hours", [ROW], [], [{ ...LOGGED, seconds: HOUR }], none(1)],
  ["one of the same hours in a reply", [{ ...ROW, seconds: 7199 }], [], [LOGGED], all(1)],
  ["one on another issue", [ROW], [], [{ ...LOGGED, issueKey: "NEW-1" }], none(1)],
  ["none of another date", [ROW], [], [{ ...LOGGED, date: "2026-11-05" }], none(0)],
])("on the dates of the rows, Tempo has %s", (_, rows, before, after, expected) => {
  expect(appearedOn(rows, sheetOf(before), sheetOf(after))).toEqual(expected);
});

test("nothing is stored as far as is known where the worklogs were not read", () => {
  expect(appearedOn([ROW], sheetOf([]), {})).toEqual(none(0));
});

test("worklogs are listed once their ids are, whatever else has appeared", () => {
  expect(areListed([{ id: "20" }], sheetOf([{ ...LOGGED, id: "21" }]))).toBe(false);
  expect(areListed([{ id: "20" }, { id: undefined }], sheetOf([{ ...LOGGED, id: "21" }, LOGGED]))).toBe(true);
});
