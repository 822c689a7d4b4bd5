import { describe, expect, test } from "vitest";
import inputs from "../../contracts/inputs.schema.json" with { type: "json" };
import { inputErrors, type Tools } from "../../src/contract/index.ts";
import { MAX_BATCH, MAX_COMMENT, MAX_RANGE_DAYS } from "../../src/timesheet/limits.ts";
import { entry, POST } from "../helpers/inputs.ts";
import { processorTime } from "../helpers/processor-time.ts";

const ENTRY = entry();
const CUT = "Pairing… (38,026 more characters)";
const WHOLE = "must not end with the mark of a text that is cut: write the whole text, or leave it out";
const CHANGE = { worklogId: "1", hours: 1 };
const FILL = { startDate: "2026-01-05", endDate: "2026-01-09" };
const ROW = { issueKey: "PROJ-1" };
const TIME = "must be a time of day from 00:00 to 23:59, written HH:mm";
const PROJECT = "must be a Jira project key such as PROJ";
const DATE = "must be a real calendar date, written YYYY-MM-DD";
const KEY = "must be a Jira issue key such as PROJ-123";
const ID = "must be a Tempo worklog id of at most 19 digits, as returned by get_worklogs";
const EXPECTED = "expected one of `issueKey`, `hours`, `startDate`, `endDate`, `billable`, `description`";
const REST = "is required: another row takes what is left of the same days";

describe("arguments that break a rule beyond the schema", () => {
  test.each<[tool: keyof Tools, args: object, errors: string[]]>([
    ["update_worklog", { ...CHANGE, startTime: "24:00" }, [`\`startTime\` ${TIME}`]],
    ["update_worklog", { ...CHANGE, startTime: "109:00" }, [`\`startTime\` ${TIME}`]],
    ["update_worklog", { ...CHANGE, startTime: "09:000" }, [`\`startTime\` ${TIME}`]],
    ["update_worklog", { ...CHANGE, startTime: "09:60" }, [`\`startTime\` ${TIME}`]],
    ["update_worklog", { ...CHANGE, date: "1999-12-31" }, ["`date` must not be before 2000-01-01"]],
    [
      "update_worklog",
      { worklogId: "1" },
      [
        "the input must have something to change: issueKey, hours, date, startTime, description, billable or attributes",
      ],
    ],
    ["search_issues", { projectKey: "PROJ-1" }, [`\`projectKey\` ${PROJECT}`]],
    ["search_issues", { projectKey: "1PROJ" }, [`\`projectKey\` ${PROJECT}`]],
    ["search_issues", { projectKey: "P".repeat(256) }, [`\`projectKey\` ${PROJECT}`]],
    ["update_worklog", { ...CHANGE, description: CUT }, [`\`description\` ${WHOLE}`]],
    ["update_worklog", { ...CHANGE, attributes: { _A_: CUT } }, [`\`attributes\` ${WHOLE}`]],
    ["update_worklog", { ...CHANGE, attributes: { [CUT]: "" } }, [`\`attributes\` ${WHOLE}`]],
    [
      "fill_days",
      { ...FILL, rows: [{ ...ROW, attributes: { _A_: CUT } }] },
      [`\`rows[0].attributes\` ${WHOLE}`],
    ],
    ["search_issues", { words: "w".repeat(201) }, ["`words` must have at most 200 characters"]],
    [
      "get_totals",
      { startDate: "2026-01-05", then: "issue" },
      ["`then` must not be issue, which the groups are made by already"],
    ],
    [
      "get_team_totals",
      { team: "7", startDate: "2026-01-05", then: "project" },
      ["`then` must not be project, which the groups are made by already"],
    ],
    [
      "get_team_totals",
      { team: "7", startDate: "2026-01-05", groupBy: "person", then: "person" },
      ["`then` must not be person, which the groups are made by already"],
    ],
    [
      "get_totals",
      { startDate: "2023-01-01", endDate: "2026-01-31" },
      ["`endDate` makes a range of 1127 days; at most 1100 are allowed"],
    ],
    ["get_timesheets", { endDate: "2026-01-31" }, ["`startDate` is required with endDate"]],
    [
      "get_timesheets",
      { startDate: "2026-01-01", endDate: "2027-02-05" },
      ["`endDate` makes a range of 401 days; at most 400 are allowed here"],
    ],
    ["fill_days", FILL, ["`rows` is required, or `copyFrom`"]],
    [
      "fill_days",
      { ...FILL, rows: [ROW], copyFrom: FILL },
      ["`rows` must be left out if `copyFrom` is given"],
    ],
    ["fill_days", { ...FILL, rows: [] }, ["`rows` must have 1 to 20 entries, not 0"]],
    [
      "fill_days",
      { ...FILL, rows: Array.from({ length: 21 }, () => ({ ...ROW, hours: 1 })) },
      ["`rows` must have 1 to 20 entries, not 21"],
    ],
    [
      "fill_days",
      { ...FILL, rows: [{ issueKey: "PROJ", weekdays: ["monday"] }] },
      [
        `\`rows[0].issueKey\` ${KEY}`,
        '`rows[0].weekdays[0]` must be one of "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", ' +
          'not "monday"',
      ],
    ],
    [
      "fill_days",
      { ...FILL, rows: [ROW, { ...ROW, weekdays: [] }] },
      ["`rows[1].weekdays` must have at least 1 entry"],
    ],
    ["fill_days", { ...FILL, rows: [ROW, ROW] }, [`\`rows[1].hours\` ${REST}`]],
    [
      "fill_days",
      { ...FILL, rows: [{ ...ROW, attributes: { _A_: 1 } }] },
      ["`rows[0].attributes._A_` must be a string, not 1"],
    ],
    [
      "update_worklog",
      { ...CHANGE, attributes: { _A_: "x".repeat(256) } },
      ["`attributes` must have keys and values of at most 255 characters"],
    ],
    [
      "post_draft",
      {
        ...FILL,
        confirm: "1",
        attributes: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`_${n}_`, "x"])),
      },
      ["`attributes` must have at most 50 entries, not 51"],
    ],
    [
      "fill_days",
      { ...FILL, rows: [{ ...ROW, weekdays: ["Monday"] }, { ...ROW, hours: 1 }, ROW] },
      [`\`rows[2].hours\` ${REST}`],
    ],
    [
      "fill_days",
      { ...FILL, copyFrom: { startDate: "2026-02-30", endDate: "2026-01-05" } },
      ["`copyFrom.startDate` must be a real calendar date, written YYYY-MM-DD"],
    ],
    [
      "fill_days",
      { ...FILL, copyFrom: { startDate: "2026-01-05", endDate: "2026-01-02" } },
      ["`copyFrom.endDate` must not be before startDate (2026-01-05)"],
    ],
    [
      "fill_days",
      { ...FILL, startDate: "1999-12-31", rows: [ROW] },
      ["`startDate` must not be before 2000-01-01"],
    ],
    [
      "draft_timesheet",
      {
        startDate: "2025-12-01",
        endDate: "2026-01-01",
        assign: [{ ref: "D-4", issueKey: "c4" }],
        leaveOut: ["x1"],
      },
      [
        "`endDate` makes a range of 32 days; at most 31 are allowed here",
        "`assign[0].ref` must be a ref of the draft, such as g1",
        `\`assign[0].issueKey\` ${KEY}`,
        "`leaveOut[0]` must be a ref of the draft, such as g1",
      ],
    ],
    ["post_draft", FILL, ["`confirm` is required"]],
    ["delete_worklogs", { worklogIds: [] }, ["`worklogIds` must have 1 to 100 entries, not 0"]],
    [
      "delete_worklogs",
      { worklogIds: ["1", "x"] },
      ["`worklogIds[1]` must be a Tempo worklog id of at most 19 digits, as returned by get_worklogs"],
    ],
    ["delete_worklogs", { worklogIds: "1" }, ['`worklogIds` must be an array, not "1"']],
  ])("%s %j", (tool, args, errors) => {
    expect(inputErrors(tool, args)).toEqual(errors);
  });
});

describe("arguments that break a rule of the schema", () => {
  test.each<[tool: keyof Tools, args: object, error: string]>([
    ...["2026-02-30", "2025-02-29", "05.01.2026", "2026-01-05T00:00:00Z", "2026-01-05\n"].map(
      (startDate): [keyof Tools, object, string] => ["get_schedule", { startDate }, `\`startDate\` ${DATE}`],
    ),
    ["get_schedule", { startDate: "2026-02-30", endDate: "2026-01-01" }, `\`startDate\` ${DATE}`],
    [
      "get_schedule",
      { startDate: "2026-01-31", endDate: "2026-01-01" },
      "`endDate` must not be before startDate (2026-01-31)",
    ],
    [
      "get_worklogs",
      { startDate: "2023-01-01", endDate: "2026-01-05" },
      "`endDate` makes a range of 1101 days; at most 1100 are allowed",
    ],
    [
      "post_worklog",
      { ...POST, isBillable: false },
      `unknown argument \`isBillable\` (did you mean \`billable\`?); ${EXPECTED}`,
    ],
    [
      "post_worklog",
      { ...POST, comment: "Review" },
      `unknown argument \`comment\` (did you mean \`description\`?); ${EXPECTED}`,
    ],
    [
      "delete_worklog",
      { id: "1", worklogID: "1" },
      "unknown argument `id` (did you mean `worklogId`?); expected one of `worklogId`; unknown argument `worklogID` (did you mean `worklogId`?); expected one of `worklogId`; `worklogId` is required",
    ],
    [
      "delete_worklog",
      { worklogId: "1", constructor: 1 },
      "unknown argument `constructor`; expected one of `worklogId`",
    ],
    ...["../issue/PROJ-1", "%2e%2e%2f1", "12a", "1".repeat(20)].map(
      (worklogId): [keyof Tools, object, string] => ["delete_worklog", { worklogId }, `\`worklogId\` ${ID}`],
    ),
    ["delete_worklog", { worklogId: 12 }, "`worklogId` must be a string, not 12"],
    ["delete_worklog", {}, "`worklogId` is required"],
    ...["../PROJ-1", "PROJ", "10001", "", "PROJ-1/x", `P-${"1".repeat(254)}`].map(
      (issueKey): [keyof Tools, object, string] => [
        "post_worklog",
        { ...POST, issueKey },
        `\`issueKey\` ${KEY}`,
      ],
    ),
    ["post_worklog", { ...POST, hours: 0 }, "`hours` must be at least 0.1, not 0"],
    ["post_worklog", { ...POST, hours: 25 }, "`hours` must be at most 24, not 25"],
    ["post_worklog", { ...POST, hours: "8h" }, '`hours` must be a number, not "8h"'],
    ["post_worklog", { ...POST, hours: null }, "`hours` must be a number, not null"],
    ["post_worklog", { ...POST, billable: "no" }, '`billable` must be true or false, not "no"'],
    ["bulk_post_worklogs", { worklogs: [] }, "`worklogs` must have 1 to 500 entries, not 0"],
    [
      "bulk_post_worklogs",
      { worklogs: Array(501).fill(ENTRY) },
      "`worklogs` must have 1 to 500 entries, not 501",
    ],
    ["bulk_post_worklogs", { worklogs: "all" }, '`worklogs` must be an array, not "all"'],
    ["bulk_post_worklogs", { worklogs: [null] }, "`worklogs[0]` must be an object, not null"],
    ["bulk_post_worklogs", { worklogs: ["all"] }, '`worklogs[0]` must be an object, not "all"'],
    ["fill_days", { ...FILL, rows: [null] }, "`rows[0]` must be an object, not null"],
    ["fill_days", { ...FILL, copyFrom: null }, "`copyFrom` must be an object, not null"],
    ["get_timesheets", { startDate: 1, endDate: "2026-01-05" }, "`startDate` must be a string, not 1"],
    ["get_timesheets", { startDate: "2026-01-05", endDate: 1 }, "`endDate` must be a string, not 1"],
    ["delete_worklogs", { worklogIds: [1] }, "`worklogIds[0]` must be a string, not 1"],
  ])("%s %o", (tool, args, error) => {
    expect(inputErrors(tool, args).join("; ")).toBe(error);
  });
});

describe("a text that is too long by one character", () => {
  test.each<[tool: keyof Tools, args: object, argument: string, max: number]>([
    ["post_worklog", { issueKey: "A-1", hours: 1, startDate: "2026-01-05" }, "description", 32_767],
    ["update_worklog", { worklogId: "1" }, "description", 32_767],
    ["submit_timesheet", { startDate: "2026-01-05" }, "comment", 32_767],
    ["recall_timesheet", { startDate: "2026-01-05" }, "comment", 32_767],
    ["submit_timesheet", { startDate: "2026-01-05" }, "reviewer", 255],
    ["submit_timesheet", { startDate: "2026-01-05" }, "confirm", 100],
  ])("%s, %o, `%s`", (tool, args, argument, max) => {
    const rule = `\`${argument}\` must have at most ${max.toLocaleString("en-US")} characters`;
    expect(inputErrors(tool, { ...args, [argument]: "x".repeat(max) })).toEqual([]);
    expect(inputErrors(tool, { ...args, [argument]: "x".repeat(max + 1) })).toEqual([rule]);
  });
});

describe("a list that is too long is the only problem, and takes no time", () => {
  test.each<[tool: keyof Tools, args: (count: number) => object, rule: string]>([
    ["bulk_post_worklogs", (count) => ({ worklogs: Array(count).fill(0) }), "`worklogs` must have 1 to 500"],
    ["bulk_post_worklogs", (count) => ({ worklogs: Array(count).fill({}) }), "`worklogs` must have 1 to 500"],
    ["fill_days", (count) => ({ rows: Array(count).fill({ x: 1 }) }), "`rows` must have 1 to 20"],
    [
      "fill_days",
      (count) => ({ ...FILL, rows: [{ ...ROW, weekdays: Array(count).fill("") }] }),
      "`rows[0].weekdays` must have 1 to 7",
    ],
    ["delete_worklogs", (count) => ({ worklogIds: Array(count).fill(1) }), "`worklogIds` must have 1 to 100"],
  ])("%s, %o", (tool, args, rule) => {
    const input = args(500_000);
    let errors: string[] = [];
    expect(
      processorTime(100, () => {
        errors = inputErrors(tool, input);
      }),
    ).toBeLessThan(100);
    expect(errors).toEqual([`${rule} entries, not 500000`]);
  });

  test("of a hundred thousand unknown arguments, twenty are named", () => {
    const args = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`unknown${index}`, 0]));
    let errors: string[] = [];
    expect(
      processorTime(500, () => {
        errors = inputErrors("get_schedule", { startDate: "2026-01-05", ...args });
      }),
    ).toBeLessThan(500);
    expect(errors).toEqual(
      Array.from(
        { length: 20 },
        (_, index) => `unknown argument \`unknown${index}\`; expected one of \`startDate\`, \`endDate\``,
      ),
    );
  });
});

test("the schema's prose states the limits that are checked", () => {
  const limits = [MAX_BATCH, MAX_COMMENT, MAX_RANGE_DAYS].map((limit) => limit.toLocaleString("en-US"));
  for (const limit of limits) expect(inputs.description).toContain(limit);
});

describe("arguments that just keep the rules", () => {
  test.each<[tool: keyof Tools, args: object]>([
    ["update_worklog", { worklogId: "1", startTime: "00:00" }],
    ["update_worklog", { worklogId: "1", startTime: "19:59" }],
    ["update_worklog", { worklogId: "1", startTime: "23:59" }],
    ["update_worklog", { worklogId: "1", date: "2000-01-01" }],
    ["search_issues", {}],
    ["get_totals", { startDate: "2023-01-01", endDate: "2025-12-31", groupBy: "month", then: "issue" }],
    ["search_issues", { words: "w".repeat(200), projectKey: `P_1${"x".repeat(252)}` }],
    ["get_timesheets", {}],
    ["get_timesheets", { startDate: "2026-01-01" }],
    ["get_timesheets", { startDate: "2026-01-01", endDate: "2027-02-04" }],
    ["get_worklogs", { startDate: "1999-12-31" }],
    ["fill_days", { ...FILL, copyFrom: { startDate: "2026-01-05", endDate: "2026-01-05" } }],
    ["fill_days", { ...FILL, rows: Array.from({ length: 20 }, () => ({ ...ROW, hours: 1 })) }],
    [
      "fill_days",
      {
        ...FILL,
        rows: [
          { ...ROW, weekdays: ["Monday"] },
          { ...ROW, weekdays: ["Tuesday"] },
          { ...ROW, hours: 1 },
        ],
      },
    ],
    ["delete_worklogs", { worklogIds: ["1", "2".repeat(19)] }],
  ])("%s %j", (tool, args) => {
    expect(inputErrors(tool, args)).toEqual([]);
  });
});
