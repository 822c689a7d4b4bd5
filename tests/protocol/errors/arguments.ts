import { getSchedule } from "../../../src/tools/get-schedule.ts";
import { postWorklog } from "../../../src/tools/post-worklog.ts";
import { defineTool, TOOL_SETS } from "../../../src/tools/tool.ts";
import { entry, POST } from "../../helpers/inputs.ts";
import { asking, calling, type Entry, posting } from "./entry.ts";

/** A tool rejects its arguments. */
const refused = (cause: string, tool: string, args: Record<string, unknown>, problem: string): Entry => ({
  cause,
  meet: calling(tool, args, { toolSets: TOOL_SETS }),
  code: "invalid_input",
  text: `Invalid input for ${tool}: ${problem}. Nothing was sent to Tempo; correct the arguments and call again.`,
});

/** A prompt rejects one of its arguments. */
const refusedPrompt = (
  cause: string,
  name: string,
  args: Record<string, string>,
  problem: string,
): Entry => ({
  cause,
  meet: asking((client) => client.getPrompt({ name, arguments: args }), { toolSets: TOOL_SETS }),
  code: "invalid_input",
  text: `Invalid input for the prompt ${name}: ${problem}. Correct it and request the prompt again.`,
});

const FILL = { startDate: "2026-01-12", endDate: "2026-01-16" };

const BULK_ENTRY = "schedule_aware_bulk_entry";
const BULK_ARGS = { issueKey: "PROJ-123", dateRange: "2026-01-05..2026-01-16" };
const SUMMARY = "worklog_summary";
const SUMMARY_ARGS = { username: "Ada", month: "2026-01" };

/** Errors about the arguments of a tool, a prompt or a resource, and internal errors. */
export const ARGUMENTS: Entry[] = [
  refused("an argument is missing", "get_schedule", {}, "`startDate` is required"),
  refused(
    "an argument is misspelt",
    "post_worklog",
    { ...POST, isBillable: false },
    "unknown argument `isBillable` (did you mean `billable`?); expected one of `issueKey`, `hours`, `startDate`, `endDate`, `billable`, `description`",
  ),
  refused(
    "totals are grouped by the same twice",
    "get_totals",
    { startDate: "2026-01-01", endDate: "2026-01-31", groupBy: "day", then: "day" },
    "`then` must not be day, which the groups are made by already",
  ),
  refused("days are to be filled with nothing", "fill_days", FILL, "`rows` is required, or `copyFrom`"),
  refused(
    "days are to be filled with rows and a copy",
    "fill_days",
    { ...FILL, rows: [{ issueKey: "PROJ-123" }], copyFrom: { startDate: "2026-01-05" } },
    "`rows` must be left out if `copyFrom` is given",
  ),
  refused(
    "days are to be filled with no row",
    "fill_days",
    { ...FILL, rows: [] },
    "`rows` must have 1 to 20 entries, not 0",
  ),
  refused(
    "two rows take what is left of a day",
    "fill_days",
    { ...FILL, rows: [{ issueKey: "PROJ-7", weekdays: ["Monday"] }, { issueKey: "PROJ-123" }] },
    "`rows[1].hours` is required: another row takes what is left of the same days",
  ),
  refused(
    "a row is for no weekday",
    "fill_days",
    { ...FILL, rows: [{ issueKey: "PROJ-7", weekdays: [] }] },
    "`rows[0].weekdays` must have at least 1 entry",
  ),
  refused(
    "a row and a copy break rules of their own",
    "fill_days",
    { startDate: "2026-01-12", copyFrom: { startDate: "2026-01-12", endDate: "2026-01-05" } },
    "`copyFrom.endDate` must not be before startDate (2026-01-12)",
  ),
  refused(
    "a row's issue is no key, and its weekday is misspelt",
    "fill_days",
    { ...FILL, rows: [{ issueKey: "PROJ", weekdays: ["monday"] }] },
    '`rows[0].issueKey` must be a Jira issue key such as PROJ-123; `rows[0].weekdays[0]` must be one of "Monday", "Tuesday", ' +
      '"Wednesday", "Thursday", "Friday", "Saturday", "Sunday", not "monday"',
  ),
  refused(
    "a draft is of too many days, and refs are none",
    "draft_timesheet",
    {
      startDate: "2025-12-01",
      endDate: "2026-01-01",
      assign: [{ ref: "DEMO-4", issueKey: "c4" }],
      leaveOut: ["x1"],
    },
    "`endDate` makes a range of 32 days; at most 31 are allowed here; `assign[0].ref` must be a ref of the draft, such as g1; " +
      "`assign[0].issueKey` must be a Jira issue key such as PROJ-123; `leaveOut[0]` must be a ref of the draft, such as g1",
  ),
  refused("a draft is to be logged that was not confirmed", "post_draft", FILL, "`confirm` is required"),
  refused(
    "a search has too many words and no project key",
    "search_issues",
    { words: "x".repeat(201), projectKey: "PROJ-1" },
    "`words` must have at most 200 characters; `projectKey` must be a Jira project key such as PROJ",
  ),
  refused(
    "a comment is written back as a reply shows it, cut",
    "update_worklog",
    { worklogId: "1290000", description: "Pairing… (38,026 more characters)" },
    "`description` must not end with the mark of a text that is cut: write the whole text, or leave it out",
  ),
  {
    cause: "a plan has more worklogs than a call may post",
    meet: calling(
      "fill_days",
      {
        startDate: "2025-01-01",
        endDate: "2025-12-31",
        rows: [{ issueKey: "PROJ-4", hours: 1 }, { issueKey: "PROJ-123" }],
      },
      { toolSets: TOOL_SETS },
    ),
    code: "invalid_input",
    text: "`endDate`: the plan has 522 worklogs; one call posts at most 500. Nothing was sent; split the range.",
  },
  refused("a number is text", "post_worklog", { ...POST, hours: "8" }, '`hours` must be a number, not "8"'),
  refused(
    "the hours are too many",
    "post_worklog",
    { ...POST, hours: 25 },
    "`hours` must be at most 24, not 25",
  ),
  refused(
    "the hours are too few",
    "post_worklog",
    { ...POST, hours: 0 },
    "`hours` must be at least 0.1, not 0",
  ),
  refused(
    "a date does not exist",
    "get_schedule",
    { startDate: "2026-02-30" },
    "`startDate` must be a real calendar date, written YYYY-MM-DD",
  ),
  refused(
    "a range ends before it starts",
    "get_worklogs",
    { startDate: "2026-01-05", endDate: "2026-01-04" },
    "`endDate` must not be before startDate (2026-01-05)",
  ),
  refused(
    "a range is too long",
    "get_worklogs",
    { startDate: "2020-01-01", endDate: "2026-01-01" },
    "`endDate` makes a range of 2193 days; at most 1100 are allowed",
  ),
  refused(
    "an issue key is invalid",
    "post_worklog",
    { ...POST, issueKey: "PROJ" },
    "`issueKey` must be a Jira issue key such as PROJ-123",
  ),
  refused(
    "a worklog id is invalid",
    "delete_worklog",
    { worklogId: "12a" },
    "`worklogId` must be a Tempo worklog id of at most 19 digits, as returned by get_worklogs",
  ),
  refused(
    "a batch is empty",
    "bulk_post_worklogs",
    { worklogs: [] },
    "`worklogs` must have 1 to 500 entries, not 0",
  ),
  {
    cause: "an entry of a batch breaks a rule",
    meet: posting([entry(), entry("2026-01-05", { hours: 25 })]),
    text: "Not sent: `hours` must be at most 24, not 25",
  },
  {
    cause: "a range has no working day",
    meet: calling("post_worklog", { ...POST, startDate: "2026-01-10", endDate: "2026-01-11" }),
    code: "invalid_input",
    text:
      "Your schedule has no working day from 2026-01-10 to 2026-01-11, so nothing was sent. To log time on a day off, pass " +
      "that day as startDate and leave endDate out.",
  },
  {
    cause: "a range has too many working days to post on",
    meet: calling("post_worklog", { ...POST, startDate: "2024-01-01", endDate: "2026-01-01" }),
    code: "invalid_input",
    text: "`endDate`: the range has 524 working days; one call posts at most 500. Nothing was sent; split the range.",
  },
  refusedPrompt(
    "a prompt's arguments are missing and misspelt",
    SUMMARY,
    { username: "Ada", moth: "2026-01" },
    "`month` is required; unknown argument `moth` (did you mean `month`?); expected one of `username`, `month`, `includeAnalysis`",
  ),
  refusedPrompt(
    "a prompt's month is invalid",
    SUMMARY,
    { ...SUMMARY_ARGS, month: "2026-13" },
    '`month` must be a calendar month, written YYYY-MM, not "2026-13"',
  ),
  refusedPrompt(
    "a prompt's user name is too long",
    SUMMARY,
    { ...SUMMARY_ARGS, username: "x".repeat(101) },
    "`username` must be one line of at most 100 characters, not text of 101 characters",
  ),
  refusedPrompt(
    "a prompt's flag is neither true nor false",
    SUMMARY,
    { ...SUMMARY_ARGS, includeAnalysis: "yes" },
    '`includeAnalysis` must be true or false, not "yes"',
  ),
  refusedPrompt(
    "a prompt's range and month are both missing",
    BULK_ENTRY,
    { issueKey: "PROJ-123" },
    "exactly one of `dateRange` and `month` is required",
  ),
  refusedPrompt(
    "a prompt's range is invalid",
    BULK_ENTRY,
    { ...BULK_ARGS, dateRange: "2026-01" },
    '`dateRange` must be two real calendar dates, written YYYY-MM-DD..YYYY-MM-DD, not "2026-01"',
  ),
  refusedPrompt(
    "a prompt's range ends before it starts",
    BULK_ENTRY,
    { ...BULK_ARGS, dateRange: "2026-01-16..2026-01-05" },
    '`dateRange` must start on or before the day it ends, not "2026-01-16..2026-01-05"',
  ),
  refusedPrompt(
    "a prompt's range is more than a batch",
    BULK_ENTRY,
    { ...BULK_ARGS, dateRange: "2026-01-01..2028-01-01" },
    '`dateRange` must cover at most 500 days, the size of one batch, not "2026-01-01..2028-01-01"',
  ),
  refusedPrompt(
    "a prompt's hours are out of bounds",
    BULK_ENTRY,
    { ...BULK_ARGS, hoursPerDay: "25" },
    '`hoursPerDay` must be a decimal number of hours from 0.1 to 24, not "25"',
  ),
  refusedPrompt(
    "a prompt's week is invalid",
    "draft_my_week",
    { week: "last week" },
    '`week` must be a week, written YYYY-Www, or a real calendar date in it, not "last week"',
  ),
  {
    cause: "a resource's URI has an invalid month",
    meet: asking((client) => client.readResource({ uri: "tempo://schedule/2026-13/summary" })),
    code: "invalid_input",
    text:
      "Invalid resource URI: `month` must be a calendar month, written YYYY-MM. Nothing was sent to Tempo; correct the " +
      "URI and read it again.",
  },
  {
    cause: "a reply breaks the contract after hours were stored",
    meet: calling("post_worklog", POST, {
      tools: [
        defineTool({
          ...postWorklog,
          handle: async (...call) => ({
            ...(await postWorklog.handle(...call)),
            success: "yes" as never,
          }),
        }),
      ],
    }),
    code: "contract_violation",
    text:
      "post_worklog failed: the reply does not match the contract. This is a bug; please report it with the " +
      "lines on stderr. The hours are stored in Tempo as worklog 1290000: do not post them again.",
  },
  {
    cause: "an internal error",
    meet: calling(
      "get_schedule",
      { startDate: "2026-01-05" },
      {
        tools: [defineTool({ ...getSchedule, handle: () => Promise.reject<never>(new TypeError("ours")) })],
      },
    ),
    code: "internal",
    text: "get_schedule failed: internal error. This is a bug; please report it with the lines on stderr.",
  },
];
