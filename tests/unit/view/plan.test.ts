import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inputSchemas } from "../../../src/generated/schemas.ts";
import { addDays, datesOf } from "../../../src/timesheet/dates.ts";
import { MAX_BATCH } from "../../../src/timesheet/limits.ts";
import { type Day, daysOf, timesOf } from "../../../src/view/model/days.ts";
import {
  areBillable,
  chosenAtFirst,
  fillCalls,
  hasSameRows,
  type PlannedDay,
  planDays,
  planForBulk,
  plannedBy,
  plannedSeconds,
  readRow,
  rowsOf,
  type TypedRow,
  type Wanted,
} from "../../../src/view/model/plan.ts";
import { dayOn, HOUR, MINUTE, scheduleReply, type Time, worklogsReply } from "./replies.ts";

const DATE = "2026-11-04";
const ON_ISSUE: Wanted = { issueKey: "PROJ-1", description: "", billable: true };

/** The days of a sheet, all in the past. */
function days(required: Readonly<Record<string, number>>, times: readonly Time[]): Day[] {
  const dates = Object.keys(required).sort();
  const range = { startDate: dates[0] ?? "", endDate: dates.at(-1) ?? "" };
  const schedule = scheduleReply(range, (date) => required[date] ?? 0);
  return daysOf({ range, schedule, worklogs: worklogsReply(range, times) }, "2030-01-01");
}

const copiesOf = (source: Day | undefined, billable: boolean | undefined = true): Wanted => ({
  ...ON_ISSUE,
  source,
  billable,
});

test("the missing hours of each day are planned on one issue, with its comment", () => {
  const range = { "2026-11-02": 8 * HOUR, "2026-11-03": 8 * HOUR, [DATE]: 8 * HOUR, "2026-11-05": 0 };
  const planned = planDays(
    days(range, [
      { date: "2026-11-03", seconds: 8 * HOUR },
      { date: DATE, seconds: 4.5 * HOUR },
    ]),
    { ...ON_ISSUE, issueKey: "proj-7", description: "Review\r\nof the plan" },
  );
  const row = { issueKey: "proj-7", description: "Review\r\nof the plan" };
  expect(planned).toEqual([
    { date: "2026-11-02", rows: [{ ...row, hours: 8, date: "2026-11-02" }], notes: [] },
    { date: DATE, rows: [{ ...row, hours: 3.5, date: DATE }], notes: [] },
  ]);
});

test("4 hours on an issue beside 4 of 8 that it has without a comment are planned", () => {
  const day = days({ [DATE]: 8 * HOUR }, [{ date: DATE, seconds: 4 * HOUR, issueKey: "PROJ-123" }]);
  expect(planDays(day, { ...ON_ISSUE, issueKey: "PROJ-123" })).toEqual([
    { date: DATE, rows: [{ issueKey: "PROJ-123", hours: 4, date: DATE }], notes: [] },
  ]);
});

test("nothing is planned where nothing is missing, or where it is not known", () => {
  const full = days({ [DATE]: HOUR, "2026-11-05": HOUR }, [
    { date: DATE, seconds: HOUR },
    { date: "2026-11-05", seconds: 2 * HOUR },
  ]);
  expect(planDays([...full, dayOn("2026-11-06")], ON_ISSUE)).toEqual([]);
  expect(planDays([], ON_ISSUE)).toEqual([]);
});

test("a filled day has what is required, to the second", () => {
  const minutes = fc.integer({ min: 1, max: 24 * 60 });
  fc.assert(
    fc.property(minutes, fc.nat(24 * 60), (required, logged) => {
      const day = days(
        { [DATE]: required * MINUTE },
        logged > 0 ? [{ date: DATE, seconds: logged * MINUTE, issueKey: "PROJ-2" }] : [],
      );
      const missing = Math.max(0, required - logged);
      expect(plannedSeconds(rowsOf(planDays(day, ON_ISSUE)))).toBe(missing * MINUTE);
    }),
    { numRuns: 500 },
  );
});

test("repeating a day copies its worklogs to the days that lack hours, as far as they fit", () => {
  const [source, ...others] = days({ [DATE]: 8 * HOUR, "2026-11-05": 8 * HOUR, "2026-11-06": 4 * HOUR }, [
    { date: DATE, seconds: 2 * HOUR, comment: "Pairing\r\nall day" },
    { date: DATE, seconds: 2 * HOUR, comment: "Pairing\r\nall day" },
    { date: DATE, seconds: 4 * HOUR, issueKey: "10234" },
    { date: "2026-11-06", seconds: HOUR },
  ]);
  if (!source) throw new Error("No source");
  const pairing = { issueKey: "PROJ-1", description: "Pairing\r\nall day" };
  expect(planDays([source, ...others], copiesOf(source))).toEqual([
    {
      date: "2026-11-05",
      rows: [
        { ...pairing, hours: 4, date: "2026-11-05" },
        { issueKey: "10234", hours: 4, date: "2026-11-05" },
      ],
      notes: [],
    },
    {
      date: "2026-11-06",
      rows: [{ ...pairing, hours: 3, date: "2026-11-06" }],
      notes: ["10234: 4 of 4 h do not fit"],
    },
  ]);
});

test("a copy of a day that was logged in part is completed", () => {
  const [source, target] = days({ [DATE]: 8 * HOUR, "2026-11-05": 8 * HOUR }, [
    { date: DATE, seconds: 8 * HOUR },
    { date: "2026-11-05", seconds: 3 * HOUR },
  ]);
  const planned = target ? planDays([target], copiesOf(source)) : [];
  expect(rowsOf(planned)).toEqual([{ issueKey: "PROJ-1", hours: 5, date: "2026-11-05" }]);
});

test("copies are as long as their sources, to the second", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 14 }), (minutes) => {
      const seconds = minutes.map((each) => each * MINUTE);
      const [source, target] = days(
        { [DATE]: 0, "2026-11-05": 24 * HOUR },
        seconds.map((each) => ({ date: DATE, seconds: each })),
      );
      const planned = target ? planDays([target], copiesOf(source)) : [];
      const total = seconds.reduce((sum, each) => sum + each, 0);
      expect(plannedSeconds(rowsOf(planned))).toBe(total);
    }),
  );
});

test("a changed day is planned with just its rows, beside what their issues have on it already", () => {
  const changed = days({ [DATE]: 8 * HOUR, "2026-11-05": 8 * HOUR }, [
    { date: DATE, seconds: HOUR, issueKey: "PROJ-2", comment: "Review" },
    { date: DATE, seconds: 2 * HOUR, issueKey: "PROJ-2" },
  ]);
  const rows = [
    { issueKey: "proj-2", hours: 2, description: "Review" },
    { issueKey: "PROJ-2", hours: 1.5 },
  ];
  const wanted: Wanted = { ...ON_ISSUE, edited: new Map([[DATE, rows]]) };
  expect(planDays(changed, wanted)).toEqual([
    { date: DATE, rows: rows.map((row) => ({ ...row, date: DATE })), notes: [] },
    { date: "2026-11-05", rows: [{ issueKey: "PROJ-1", hours: 8, date: "2026-11-05" }], notes: [] },
  ]);
  expect(fillCalls(changed, new Set([DATE, "2026-11-05"]), wanted)).toEqual([
    {
      startDate: DATE,
      endDate: DATE,
      rows: [
        { issueKey: "proj-2", hours: 3, description: "Review" },
        { issueKey: "PROJ-2", hours: 3.5 },
      ],
      billable: true,
    },
    { startDate: "2026-11-05", endDate: "2026-11-05", rows: [{ issueKey: "PROJ-1" }], billable: true },
  ]);
});

const TYPED = { issueKey: " PROJ-2 ", hours: "1.5", description: "Review\nof all" };

test.each<[string, Partial<TypedRow>, number, object]>([
  ["decimals", {}, 8 * HOUR, { hours: 1.5 }],
  ["a decimal comma", { hours: " 1,25 " }, 8 * HOUR, { hours: 1.25 }],
  ["hours and minutes", { hours: "1h 20m" }, 8 * HOUR, { hours: 1.3333 }],
  ["what is missing, rounded up", { hours: "2.34" }, 140 * MINUTE, { hours: 2.3333 }],
  ["more than is missing", { hours: "3" }, 140 * MINUTE, { lacks: "room" }],
  ["no issue", { issueKey: " " }, 8 * HOUR, { lacks: "issue" }],
  ["no hours", { hours: "" }, 8 * HOUR, { lacks: "hours" }],
  ["no number", { hours: "two" }, 8 * HOUR, { lacks: "hours" }],
  ["less than 0.1", { hours: "0.09" }, 8 * HOUR, { lacks: "hours" }],
  ["less than none", { hours: "-1" }, 8 * HOUR, { lacks: "hours" }],
  ["without end", { hours: "Infinity" }, 8 * HOUR, { lacks: "room" }],
])("a row is typed with %s", (_, typed, free, expected) => {
  const row = readRow({ ...TYPED, ...typed }, free);
  expect(row).toEqual(
    "lacks" in expected ? expected : { issueKey: "PROJ-2", description: "Review\nof all", ...expected },
  );
});

test("a day without worklogs repeats nothing", () => {
  const target = days({ "2026-11-05": HOUR }, []);
  expect(planDays(target, copiesOf(dayOn(DATE)))).toEqual([{ date: "2026-11-05", rows: [], notes: [] }]);
});

describe("without fill_days", () => {
  const problemOf = (all: Day[], wanted = ON_ISSUE) => planForBulk(planDays(all, wanted), all)[0]?.problem;

  test.each([1, 5])("%j missing minutes are too few to be logged, and the plan says so", (minutes) => {
    expect(problemOf(days({ [DATE]: minutes * MINUTE }, []))).toBe(
      "less than 0.1 h, which cannot be logged here",
    );
  });

  test("what cannot be logged for being too little is what the inputs refuse", () => {
    const { worklogs } = inputSchemas.BulkPostWorklogsInput.properties ?? {};
    const least = Number(worklogs?.items?.properties?.hours?.minimum);
    const problems = [0, -MINUTE].map((more) => problemOf(days({ [DATE]: least * HOUR + more }, [])));
    expect(problems).toEqual([undefined, "less than 0.1 h, which cannot be logged here"]);
  });

  test.each<[string, Partial<Time>, string]>([
    ["as it is", {}, ""],
    ["but for the case of the key", { issueKey: "Proj-1" }, ""],
    ["with the comment that Tempo fills in", { comment: "Working on issue PROJ-1" }, ""],
    ["with its comment", { comment: "Review\r\n" }, "Review"],
  ])(
    "a row that repeats a worklog %s cannot be logged, since equal ones are logged once",
    (_, time, description) => {
      const day = days({ [DATE]: 8 * HOUR }, [
        { date: DATE, seconds: 4 * HOUR, issueKey: "PROJ-1", ...time },
      ]);
      expect(problemOf(day, { ...ON_ISSUE, description })).toBe(
        "an equal worklog exists, and none is logged twice: give another comment",
      );
    },
  );

  test.each<[string, Partial<Time>]>([
    ["other hours", { seconds: 3 * HOUR }],
    ["another comment", { comment: "Review" }],
    ["another issue", { issueKey: "PROJ-2" }],
  ])("a row beside a worklog of %s can be logged", (_, time) => {
    const day = days({ [DATE]: 8 * HOUR }, [{ date: DATE, seconds: 4 * HOUR, ...time }]);
    expect(problemOf(day)).toBeUndefined();
  });
});

describe("with fill_days", () => {
  const WEEK = days(Object.fromEntries([2, 3, 4, 5, 6].map((day) => [`2026-11-0${day}`, 8 * HOUR])), [
    { date: "2026-11-03", seconds: 8 * HOUR },
  ]);
  const rangesOf = (chosen: readonly string[], wanted = ON_ISSUE) =>
    fillCalls(WEEK, new Set(chosen), wanted).map(({ startDate, endDate }) => [startDate, endDate]);

  test("the chosen days are one call, over full days between them", () => {
    expect(fillCalls(WEEK, new Set(["2026-11-02", DATE]), { ...ON_ISSUE, description: "Review" })).toEqual([
      {
        startDate: "2026-11-02",
        endDate: DATE,
        rows: [{ issueKey: "PROJ-1", description: "Review" }],
        billable: true,
      },
    ]);
  });

  test("a day that lacks hours and is not chosen is in no call", () => {
    expect(rangesOf(["2026-11-02", "2026-11-05", "2026-11-06"])).toEqual([
      ["2026-11-02", "2026-11-02"],
      ["2026-11-05", "2026-11-06"],
    ]);
    expect(rangesOf([])).toEqual([]);
  });

  test("a day is repeated as a copy, each billable as its source unless that is chosen", () => {
    const source = dayOn("2026-10-30");
    expect(fillCalls(WEEK, new Set([DATE]), copiesOf(source, false))).toEqual([
      { startDate: DATE, endDate: DATE, copyFrom: { startDate: "2026-10-30" }, billable: false },
    ]);
    expect(fillCalls(WEEK, new Set([DATE]), { ...ON_ISSUE, source, billable: undefined })).toEqual([
      { startDate: DATE, endDate: DATE, copyFrom: { startDate: "2026-10-30" } },
    ]);
  });

  test("the source of copies may lie between the chosen days", () => {
    expect(rangesOf([DATE, "2026-11-06"], copiesOf(dayOn("2026-11-05")))).toEqual([[DATE, "2026-11-06"]]);
  });

  const REPLY = {
    startDate: DATE,
    endDate: "2026-11-06",
    posted: false,
    entries: [
      { issueKey: "PROJ-1", issueSummary: "", hours: 7.33, comment: "Review", dates: [DATE, "2026-11-05"] },
      { issueKey: "PROJ-2", issueSummary: "", hours: 1, dates: ["2026-11-05"] },
    ],
    skipped: [
      { date: "2026-11-05", issueKey: "PROJ-3", reason: "PROJ-3 is closed" },
      { date: "2026-11-06", reason: "Locked" },
    ],
    summary: { worklogs: 3, days: 2, totalHours: 15.67, missingHoursAfter: 0 },
  };
  const review = (date: string) => ({ issueKey: "PROJ-1", hours: 7.33, date, description: "Review" });

  test("its plan is read by day, with what it leaves out", () => {
    expect(plannedBy(REPLY)).toEqual([
      { date: DATE, rows: [review(DATE)], notes: [] },
      {
        date: "2026-11-05",
        rows: [review("2026-11-05"), { issueKey: "PROJ-2", hours: 1, date: "2026-11-05" }],
        notes: ["PROJ-3: PROJ-3 is closed"],
      },
      { date: "2026-11-06", rows: [], notes: ["Locked"] },
    ]);
  });

  test.each<[string, boolean, object]>([
    ["hours that differ by less than replies show", true, { hours: 7.3333 }],
    ["the case of a key", true, { issueKey: "proj-1" }],
    ["other hours", false, { hours: 7.34 }],
    ["another issue", false, { issueKey: "PROJ-4" }],
    ["another comment", false, { description: "Another" }],
    ["another date", false, { date: "2026-11-06" }],
  ])("%s: the same rows is %j", (_, isSame, change) => {
    const of = (...rows: object[]) => [{ date: DATE, notes: [], rows }] as unknown as PlannedDay[];
    expect(hasSameRows(of(review(DATE)), of({ ...review(DATE), ...change }))).toBe(isSame);
    expect(hasSameRows(of(review(DATE), review(DATE)), of(review(DATE)))).toBe(false);
  });
});

function plannedDay(date: string, rows: number, known: Partial<PlannedDay> = {}): PlannedDay {
  const row = { issueKey: "PROJ-1", hours: 1, date };
  return { date, rows: Array.from({ length: rows }, () => row), notes: [], ...known };
}

test("days that have nothing to log, or cannot be logged, are not chosen at first", () => {
  const planned = [
    plannedDay("2026-11-02", 1),
    plannedDay("2026-11-03", 0, { notes: ["too little"] }),
    plannedDay(DATE, 1, { problem: "an equal worklog exists" }),
    plannedDay("2026-11-05", 2),
  ];
  expect(chosenAtFirst(planned)).toEqual(new Set(["2026-11-02", "2026-11-05"]));
});

test("at first, as many days are chosen as one call takes", () => {
  const counts = fc.array(fc.nat(60), { maxLength: 700 });
  fc.assert(
    fc.property(counts, (rows) => {
      const planned = rows.map((count, index) => plannedDay(addDays("2024-01-01", index), count));
      const chosen = chosenAtFirst(planned);
      const sent = rowsOf(planned.filter(({ date }) => chosen.has(date)));
      expect(sent.length).toBeLessThanOrEqual(MAX_BATCH);
      for (const day of planned) {
        const fits = day.rows.length > 0 && sent.length + day.rows.length <= MAX_BATCH;
        if (!chosen.has(day.date)) expect(fits).toBe(false);
      }
    }),
  );
});

test("of 1,100 missing days, the first 500 are chosen", () => {
  const dates = datesOf({ startDate: "2024-01-01", endDate: "2027-01-04" });
  const required = Object.fromEntries(dates.map((date) => [date, 8 * HOUR]));
  const planned = planDays(days(required, []), ON_ISSUE);
  expect(planned).toHaveLength(1100);
  expect([...chosenAtFirst(planned)]).toEqual(dates.slice(0, 500));
});

test.each<[string, (number | undefined)[], "yes" | "no" | "mixed"]>([
  ["all are billable", [undefined, undefined], "yes"],
  ["none is", [0, 0], "no"],
  ["some are", [undefined, 0], "mixed"],
  ["one is in part", [undefined, HOUR], "mixed"],
  ["all are in part", [HOUR], "mixed"],
  ["there are none", [], "yes"],
])("whether the worklogs of a day are billable if %s", (_, billable, expected) => {
  const times = billable.map((seconds) => ({
    date: DATE,
    seconds: 2 * HOUR,
    ...(seconds !== undefined && { billableSeconds: seconds }),
  }));
  const worklogs = timesOf(worklogsReply({ startDate: DATE, endDate: DATE }, times));
  expect(areBillable(dayOn(DATE, { worklogs }))).toBe(expected);
});
