import fc from "fast-check";
import { expect, test } from "vitest";
import { inputSchemas } from "../../../src/generated/schemas.ts";
import { addDays, datesOf } from "../../../src/timesheet/dates.ts";
import { MAX_BATCH } from "../../../src/timesheet/limits.ts";
import { type Day, daysOf, timesOf } from "../../../src/view/model/days.ts";
import {
  billableOf,
  chosenAtFirst,
  type PlannedDay,
  planFill,
  plannedSeconds,
  planRepeat,
  rowsOf,
} from "../../../src/view/model/plan.ts";
import { dayOn, HOUR, MINUTE, scheduleReply, type Time, worklogsReply } from "./replies.ts";

const DATE = "2026-11-04";
const SOURCE = { issueKey: "PROJ-1", description: "" };

/** The days of a sheet, all in the past. */
function days(required: Readonly<Record<string, number>>, times: readonly Time[]): Day[] {
  const dates = Object.keys(required).sort();
  const range = { startDate: dates[0] ?? "", endDate: dates.at(-1) ?? "" };
  const schedule = scheduleReply(range, (date) => required[date] ?? 0);
  return daysOf({ range, schedule, worklogs: worklogsReply(range, times) }, "2030-01-01");
}

test("the missing hours of each day are planned on one issue, with its comment", () => {
  const range = { "2026-11-02": 8 * HOUR, "2026-11-03": 8 * HOUR, [DATE]: 8 * HOUR, "2026-11-05": 0 };
  const planned = planFill(
    days(range, [
      { date: "2026-11-03", seconds: 8 * HOUR },
      { date: DATE, seconds: 4.5 * HOUR },
    ]),
    { issueKey: "proj-7", description: "Review\r\nof the plan" },
  );
  const row = { issueKey: "proj-7", description: "Review\r\nof the plan" };
  expect(planned).toEqual([
    { date: "2026-11-02", rows: [{ ...row, hours: 8, date: "2026-11-02" }], overSeconds: 0 },
    { date: DATE, rows: [{ ...row, hours: 3.5, date: DATE }], overSeconds: 0 },
  ]);
});

test("a row has no description if there is none", () => {
  expect(planFill(days({ [DATE]: 24 * HOUR }, []), SOURCE)).toEqual([
    { date: DATE, rows: [{ issueKey: "PROJ-1", hours: 24, date: DATE }], overSeconds: 0 },
  ]);
});

test.each([1, 5])("%j missing minutes are too few to be logged, and the plan says so", (minutes) => {
  const problem = "less than 0.1 h is missing, which cannot be logged";
  expect(planFill(days({ [DATE]: minutes * MINUTE }, []), SOURCE)).toEqual([
    { date: DATE, rows: [], overSeconds: 0, problem },
  ]);
});

test("what cannot be logged for being too little is what the inputs refuse", () => {
  const { worklogs } = inputSchemas.BulkPostWorklogsInput.properties ?? {};
  const least = Number(worklogs?.items?.properties?.hours?.minimum);
  const problems = [0, -MINUTE].map((more) => {
    const [planned] = planFill(days({ [DATE]: least * HOUR + more }, []), SOURCE);
    return planned?.problem;
  });
  expect(problems).toEqual([undefined, "less than 0.1 h is missing, which cannot be logged"]);
});

test.each<[string, Partial<Time>, string]>([
  ["as it is", {}, ""],
  ["but for the case of the key", { issueKey: "Proj-1" }, ""],
  ["with the comment that Tempo fills in", { comment: "Working on issue PROJ-1" }, ""],
  ["with its comment", { comment: "Review\r\n" }, "Review"],
])(
  "a row is not planned beside a worklog that it repeats %s, since equal ones are logged once",
  (_, time, description) => {
    const day = days({ [DATE]: 8 * HOUR }, [{ date: DATE, seconds: 4 * HOUR, issueKey: "PROJ-1", ...time }]);
    const problem = "an equal worklog exists, and none is logged twice: give another comment";
    expect(planFill(day, { issueKey: "PROJ-1", description })).toEqual([
      { date: DATE, rows: [], overSeconds: 0, problem },
    ]);
  },
);

test.each<[string, Partial<Time>]>([
  ["other hours", { seconds: 3 * HOUR }],
  ["another comment", { comment: "Review" }],
  ["another issue", { issueKey: "PROJ-2" }],
])("a row is planned beside a worklog of %s", (_, time) => {
  const day = days({ [DATE]: 8 * HOUR }, [{ date: DATE, seconds: 4 * HOUR, ...time }]);
  const hours = 8 - (time.seconds ?? 4 * HOUR) / HOUR;
  expect(planFill(day, SOURCE)).toEqual([
    { date: DATE, rows: [{ issueKey: "PROJ-1", hours, date: DATE }], overSeconds: 0 },
  ]);
});

test("nothing is planned where nothing is missing, or where it is not known", () => {
  const full = days({ [DATE]: HOUR, "2026-11-05": HOUR }, [
    { date: DATE, seconds: HOUR },
    { date: "2026-11-05", seconds: 2 * HOUR },
  ]);
  expect(planFill([...full, dayOn("2026-11-06")], SOURCE)).toEqual([]);
  expect(planFill([], SOURCE)).toEqual([]);
});

test("a filled day has what is required, to the second", () => {
  const minutes = fc.integer({ min: 6, max: 24 * 60 });
  fc.assert(
    fc.property(minutes, fc.nat(24 * 60), (required, logged) => {
      const [day] = days(
        { [DATE]: required * MINUTE },
        logged > 0 ? [{ date: DATE, seconds: logged * MINUTE, issueKey: "PROJ-2" }] : [],
      );
      const rows = planFill(day ? [day] : [], SOURCE).flatMap((planned) => planned.rows);
      const missing = Math.max(0, required - logged);
      expect(plannedSeconds(rows)).toBe(missing < 6 ? 0 : missing * MINUTE);
    }),
    { numRuns: 500 },
  );
});

test("repeating a day copies its worklogs to each other day, equal ones as often as they are there", () => {
  const [source, ...others] = days({ [DATE]: 8 * HOUR, "2026-11-05": 8 * HOUR, "2026-11-06": 4 * HOUR }, [
    { date: DATE, seconds: 2 * HOUR, comment: "Pairing\r\nall day" },
    { date: DATE, seconds: 2 * HOUR, comment: "Pairing\r\nall day" },
    { date: DATE, seconds: 4 * HOUR, issueKey: "10234" },
    { date: "2026-11-06", seconds: HOUR },
  ]);
  if (!source) throw new Error("No source");
  const rowsOn = (date: string) => [
    { issueKey: "PROJ-1", hours: 2, date, description: "Pairing\r\nall day" },
    { issueKey: "PROJ-1", hours: 2, date, description: "Pairing\r\nall day" },
    { issueKey: "10234", hours: 4, date },
  ];
  expect(planRepeat(source, [source, ...others])).toEqual([
    { date: "2026-11-05", rows: rowsOn("2026-11-05"), overSeconds: 0 },
    { date: "2026-11-06", rows: rowsOn("2026-11-06"), overSeconds: 5 * HOUR },
  ]);
});

test("copies are as long as their sources, to the second", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 6, max: 300 }), { minLength: 1, maxLength: 24 }), (minutes) => {
      const seconds = minutes.map((each) => each * MINUTE);
      const [source, target] = days(
        { [DATE]: 0, "2026-11-05": 8 * HOUR },
        seconds.map((each) => ({ date: DATE, seconds: each })),
      );
      const [planned] = source && target ? planRepeat(source, [target]) : [];
      const total = seconds.reduce((sum, each) => sum + each, 0);
      expect(plannedSeconds(planned?.rows ?? [])).toBe(total);
      expect(planned?.overSeconds).toBe(Math.max(0, total - 8 * HOUR));
    }),
  );
});

test("a day without worklogs repeats nothing", () => {
  expect(planRepeat(dayOn(DATE), [dayOn("2026-11-05", { missingSeconds: HOUR })])).toEqual([
    { date: "2026-11-05", rows: [], overSeconds: 0 },
  ]);
});

function plannedDay(date: string, rows: number, known: Partial<PlannedDay> = {}): PlannedDay {
  const row = { issueKey: "PROJ-1", hours: 1, date };
  return { date, rows: Array.from({ length: rows }, () => row), overSeconds: 0, ...known };
}

test("days that have nothing to log or would have too much are not chosen at first", () => {
  const planned = [
    plannedDay("2026-11-02", 1),
    plannedDay("2026-11-03", 0, { problem: "too little" }),
    plannedDay(DATE, 1, { overSeconds: 60 }),
    plannedDay("2026-11-05", 2),
  ];
  expect(chosenAtFirst(planned)).toEqual(new Set(["2026-11-02", "2026-11-05"]));
});

test("at first, as many days are chosen as one call takes, and the rows are exactly theirs", () => {
  const counts = fc.array(fc.nat(60), { maxLength: 700 });
  fc.assert(
    fc.property(counts, (rows) => {
      const planned = rows.map((count, index) => plannedDay(addDays("2024-01-01", index), count));
      const chosen = chosenAtFirst(planned);
      const sent = rowsOf(planned, chosen);
      expect(sent.length).toBeLessThanOrEqual(MAX_BATCH);
      expect(new Set(sent.map(({ date }) => date))).toEqual(chosen);
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
  const planned = planFill(days(required, []), SOURCE);
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
])("whether copies are billable if %s", (_, billable, expected) => {
  const times = billable.map((seconds) => ({
    date: DATE,
    seconds: 2 * HOUR,
    ...(seconds !== undefined && { billableSeconds: seconds }),
  }));
  const worklogs = timesOf(worklogsReply({ startDate: DATE, endDate: DATE }, times));
  expect(billableOf(dayOn(DATE, { worklogs }))).toBe(expected);
});
