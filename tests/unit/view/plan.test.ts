import { describe, expect, test } from "vitest";
import { type Day, daysOf, timesOf } from "../../../src/view/model/days.ts";
import {
  areBillable,
  plannedBy,
  readRow,
  type Stretch,
  stretchesOf,
  type TypedRow,
  type Wanted,
} from "../../../src/view/model/plan.ts";
import { dayOn, HOUR, MINUTE, scheduleReply, type Time, worklogsReply } from "./replies.ts";

const DATE = "2026-11-04";
const ON_ISSUE: Wanted = {
  issueKey: "PROJ-1",
  description: "",
  billable: true,
  edited: new Map(),
};

/** The days of a sheet, all in the past. */
function days(required: Readonly<Record<string, number>>, times: readonly Time[]): Day[] {
  const dates = Object.keys(required).sort();
  const range = { startDate: dates[0] ?? "", endDate: dates.at(-1) ?? "" };
  const schedule = scheduleReply(range, (date) => required[date] ?? 0);
  return daysOf({ range, schedule, worklogs: worklogsReply(range, times) }, "2030-01-01");
}

describe("the calls of fill_days", () => {
  const WEEK = days(Object.fromEntries([2, 3, 4, 5, 6].map((day) => [`2026-11-0${day}`, 8 * HOUR])), [
    { date: "2026-11-03", seconds: 8 * HOUR },
  ]);
  const OPEN = ["2026-11-02", DATE, "2026-11-05", "2026-11-06"];
  const callsFor = (chosen: readonly string[], wanted: Partial<Wanted> = {}, open = OPEN): Stretch[] =>
    stretchesOf(WEEK, new Set(open), (date) => chosen.includes(date), { ...ON_ISSUE, ...wanted });
  const rangesOf = (...of: Parameters<typeof callsFor>) =>
    callsFor(...of).map(({ args, isChosen }) => [args.startDate, args.endDate, isChosen]);

  test("all chosen days are one call, over full days between them", () => {
    expect(callsFor(OPEN, { description: "Review" })).toEqual([
      {
        args: {
          startDate: "2026-11-02",
          endDate: "2026-11-06",
          rows: [{ issueKey: "PROJ-1", description: "Review" }],
          billable: true,
        },
        dates: OPEN,
        isChosen: true,
      },
    ]);
  });

  test("a day that is not chosen is planned by a call of its own, which is not to be confirmed", () => {
    expect(rangesOf(["2026-11-02", "2026-11-05", "2026-11-06"])).toEqual([
      ["2026-11-02", "2026-11-02", true],
      [DATE, DATE, false],
      ["2026-11-05", "2026-11-06", true],
    ]);
    expect(rangesOf([])).toEqual([["2026-11-02", "2026-11-06", false]]);
  });

  test("no call reaches over a day that lacks hours and is not open, such as the source of copies", () => {
    const open = OPEN.filter((date) => date !== DATE);
    expect(rangesOf(OPEN, { source: dayOn(DATE) }, open)).toEqual([
      ["2026-11-02", "2026-11-02", true],
      ["2026-11-05", "2026-11-06", true],
    ]);
  });

  test("a day is repeated as a copy, each billable as its source unless that is chosen", () => {
    const source = dayOn("2026-10-30");
    const call = { startDate: DATE, endDate: DATE, copyFrom: { startDate: "2026-10-30" } };
    const argsFor = (billable: boolean | undefined) =>
      callsFor([DATE], { source, billable }, [DATE]).map(({ args }) => args);
    expect(argsFor(false)).toEqual([{ ...call, billable: false }]);
    expect(argsFor(undefined)).toEqual([call]);
  });

  test.each([
    [1, [500, 500, 100]],
    [3, [166, 166, 166, 166, 166, 166, 104]],
  ])("of 1,100 days with %d copies each, none has more than 500 worklogs", (copies, sizes) => {
    const worklogs = WEEK[1]?.worklogs.slice(0, 1) ?? [];
    const source = dayOn("2020-01-01", { worklogs: Array.from({ length: copies }, () => worklogs).flat() });
    const many = Array.from({ length: 1100 }, (_, index) => dayOn(String(index), { missingSeconds: HOUR }));
    const open = new Set(many.map(({ date }) => date));
    const calls = stretchesOf(many, open, () => true, { ...ON_ISSUE, source });
    expect(calls.map(({ dates }) => dates.length)).toEqual(sizes);
  });

  test.each(["", "PROJ", "PROJ-"])(
    "without the key of an issue (%j), only changed days are planned",
    (issueKey) => {
      expect(callsFor(OPEN, { issueKey })).toEqual([]);
      const edited = new Map([[DATE, [{ issueKey: "PROJ-2", seconds: HOUR, comment: "" }]]]);
      expect(rangesOf(OPEN, { issueKey, edited })).toEqual([[DATE, DATE, true]]);
    },
  );

  test("a changed day is a call with its rows, beside what their issues have on it already", () => {
    const changed = days({ [DATE]: 8 * HOUR, "2026-11-05": 8 * HOUR }, [
      { date: DATE, seconds: HOUR, issueKey: "PROJ-2", comment: "Review" },
      { date: DATE, seconds: 2 * HOUR, issueKey: "PROJ-2" },
    ]);
    const rows = [
      { issueKey: "proj-2", seconds: 2 * HOUR, comment: "Review" },
      { issueKey: "PROJ-2", seconds: 1.5 * HOUR, comment: "" },
    ];
    const open = new Set([DATE, "2026-11-05"]);
    const wanted = { ...ON_ISSUE, edited: new Map([[DATE, rows]]) };
    expect(stretchesOf(changed, open, () => true, wanted).map(({ args }) => args)).toEqual([
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
});

test("a plan of fill_days is read by day, with what it leaves out, to the second", () => {
  const review = { issueKey: "PROJ-1", seconds: 7 * HOUR + 20 * MINUTE, comment: "Review" };
  expect(
    plannedBy({
      startDate: DATE,
      endDate: "2026-11-06",
      logged: false,
      entries: [
        {
          ...{ issueKey: "PROJ-1", issueSummary: "", hours: 7.33, comment: "Review", timeSpent: "7h 20m" },
          dates: [DATE, "2026-11-05"],
        },
        { issueKey: "PROJ-2", issueSummary: "", hours: 1, dates: ["2026-11-05"] },
      ],
      skipped: [
        { date: "2026-11-05", issueKey: "PROJ-3", reason: "PROJ-3 is closed" },
        { date: "2026-11-06", reason: "Locked" },
      ],
      summary: { totalEntries: 3, days: 2, totalHours: 15.67, missingHoursAfter: 0 },
    }),
  ).toEqual([
    { date: DATE, rows: [review], notes: [] },
    {
      date: "2026-11-05",
      rows: [review, { issueKey: "PROJ-2", seconds: HOUR, comment: "" }],
      notes: ["PROJ-3: PROJ-3 is closed"],
    },
    { date: "2026-11-06", rows: [], notes: ["Locked"] },
  ]);
});

const TYPED = { issueKey: " PROJ-2 ", hours: "1.5", description: "Review\nof all" };

test.each<[string, Partial<TypedRow>, number, object]>([
  ["decimals", {}, 8 * HOUR, { seconds: 1.5 * HOUR }],
  ["a decimal comma", { hours: " 1,25 " }, 8 * HOUR, { seconds: 1.25 * HOUR }],
  ["hours and minutes", { hours: "1h 20m" }, 8 * HOUR, { seconds: 80 * MINUTE }],
  ["what is missing, rounded up", { hours: "2.34" }, 140 * MINUTE, { seconds: 140 * MINUTE }],
  ["more than is missing", { hours: "3" }, 140 * MINUTE, { lacks: "room" }],
  ["no issue", { issueKey: " " }, 8 * HOUR, { lacks: "issue" }],
  ["no key", { issueKey: "PROJ" }, 8 * HOUR, { lacks: "issue" }],
  ["no hours", { hours: "" }, 8 * HOUR, { lacks: "hours" }],
  ["no number", { hours: "two" }, 8 * HOUR, { lacks: "hours" }],
  ["one minute", { hours: "1m" }, 8 * HOUR, { seconds: MINUTE }],
  ["less than a minute", { hours: "0.016" }, 8 * HOUR, { lacks: "hours" }],
  ["less than none", { hours: "-1" }, 8 * HOUR, { lacks: "hours" }],
  ["without end", { hours: "Infinity" }, 8 * HOUR, { lacks: "room" }],
])("a row is typed with %s", (_, typed, free, expected) => {
  const row = readRow({ ...TYPED, ...typed }, free);
  expect(row).toEqual(
    "lacks" in expected ? expected : { issueKey: "PROJ-2", comment: "Review\nof all", ...expected },
  );
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
