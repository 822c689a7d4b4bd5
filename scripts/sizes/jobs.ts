import { addDays, datesOf, dayOfWeek } from "../../src/timesheet/dates.ts";
import { DRAFTED_WEEK, RICH_WEEK } from "./evidence.ts";

/** A call; what it needs of earlier replies is taken from them. */
export interface JobCall {
  tool: string;
  arguments:
    | Record<string, unknown>
    | ((replies: readonly Record<string, unknown>[]) => Record<string, unknown>);
}

/** A user's request, carried out with a tool of a set, and with the tools that are always offered. */
export interface Job {
  request: string;
  tool: string;
  with: JobCall[];
  without: JobCall[];
}

interface CopiedWorklog {
  issueKey: string;
  hours: number;
  date: string;
  comment: string;
}

/** The first twenty days of this month have 8 hours each in the corpus. */
const MARCH = { startDate: "2026-03-01", endDate: "2026-03-31" };

const SPRING = { startDate: "2026-01-01", endDate: "2026-05-15" };

const LAST_DAYS = datesOf({ startDate: "2026-03-23", endDate: "2026-03-31" }).filter(
  (date) => !["Saturday", "Sunday"].includes(dayOfWeek(date)),
);

const READ_BOTH: JobCall[] = [
  { tool: "get_schedule", arguments: MARCH },
  { tool: "get_worklogs", arguments: MARCH },
];

const ROWS = [{ issueKey: "PROJ-104", hours: 1, weekdays: ["Monday"] }, { issueKey: "PROJ-101" }];

const APRIL = { startDate: "2026-04-01", reviewer: "Kim Colleague" };

/** Ids of the first worklogs of March. */
const BATCH = Array.from({ length: 12 }, (_, index) => String(1_290_000 + index));

export const JOBS: readonly Job[] = [
  {
    request: "Which days of March are still open?",
    tool: "find_missing_days",
    with: [{ tool: "find_missing_days", arguments: MARCH }],
    without: READ_BOTH,
  },
  {
    request: "Fill March with PROJ-101, an hour of PROJ-104 on Mondays.",
    tool: "fill_days",
    with: [
      { tool: "fill_days", arguments: { ...MARCH, rows: ROWS } },
      {
        tool: "fill_days",
        arguments: ([plan]) => ({ ...MARCH, rows: ROWS, confirm: plan?.confirm }),
      },
    ],
    without: [
      ...READ_BOTH,
      {
        tool: "bulk_post_worklogs",
        arguments: {
          worklogs: LAST_DAYS.flatMap((date) =>
            dayOfWeek(date) === "Monday"
              ? [
                  { issueKey: "PROJ-104", hours: 1, date },
                  { issueKey: "PROJ-101", hours: 7, date },
                ]
              : [{ issueKey: "PROJ-101", hours: 8, date }],
          ),
        },
      },
    ],
  },
  {
    request: "The week of 11 May like the one of 20 April.",
    tool: "fill_days",
    with: [
      { tool: "fill_days", arguments: copyOfApril() },
      { tool: "fill_days", arguments: ([plan]) => ({ ...copyOfApril(), confirm: plan?.confirm }) },
    ],
    without: [
      { tool: "get_schedule", arguments: { startDate: "2026-05-11", endDate: "2026-05-15" } },
      { tool: "get_worklogs", arguments: { startDate: "2026-04-20", endDate: "2026-04-24" } },
      { tool: "get_worklogs", arguments: { startDate: "2026-05-11", endDate: "2026-05-15" } },
      {
        tool: "bulk_post_worklogs",
        arguments: ([, april]) => ({
          worklogs: worklogsOf(april).map(({ issueKey, hours, date, comment }) => ({
            issueKey,
            hours,
            date: addDays(date, 21),
            ...(comment !== "" && { description: comment }),
          })),
        }),
      },
    ],
  },
  {
    request: "Draft my last week.",
    tool: "draft_timesheet",
    with: [
      { tool: "draft_timesheet", arguments: DRAFTED_WEEK },
      { tool: "post_draft", arguments: ([draft]) => ({ ...DRAFTED_WEEK, confirm: draft?.confirm }) },
    ],
    // The user then has to say what they did.
    without: [
      { tool: "get_schedule", arguments: DRAFTED_WEEK },
      { tool: "get_worklogs", arguments: DRAFTED_WEEK },
      {
        tool: "bulk_post_worklogs",
        arguments: {
          worklogs: datesOf(DRAFTED_WEEK).map((date) => ({
            issueKey: "PROJ-101",
            hours: 8,
            date,
            description: "Login",
          })),
        },
      },
    ],
  },
  {
    request: "Draft a full week: 12 worklogs, and six meetings without an issue.",
    tool: "draft_timesheet",
    with: [
      { tool: "draft_timesheet", arguments: RICH_WEEK },
      { tool: "post_draft", arguments: ([draft]) => ({ ...RICH_WEEK, confirm: draft?.confirm }) },
    ],
    // The user then has to say what they did.
    without: [
      { tool: "get_schedule", arguments: RICH_WEEK },
      { tool: "get_worklogs", arguments: RICH_WEEK },
      {
        tool: "bulk_post_worklogs",
        arguments: {
          worklogs: Array.from({ length: 12 }, (_, index) => ({
            issueKey: `PROJ-10${1 + (index % 8)}`,
            hours: 3,
            date: datesOf(RICH_WEEK)[index % 5],
            description: "Keep the cache of packages between builds",
          })),
        },
      },
    ],
  },
  {
    request: "That was six hours, not seven and a half.",
    tool: "update_worklog",
    with: [
      { tool: "get_worklogs", arguments: { startDate: "2026-03-02" } },
      {
        tool: "update_worklog",
        arguments: ([march]) => ({ worklogId: worklogsOf(march)[0]?.id, hours: 6 }),
      },
    ],
    without: [
      { tool: "get_worklogs", arguments: { startDate: "2026-03-02" } },
      { tool: "delete_worklog", arguments: ([march]) => ({ worklogId: worklogsOf(march)[0]?.id }) },
      {
        tool: "post_worklog",
        arguments: ([march]) => {
          const [found] = worklogsOf(march);
          return {
            issueKey: found?.issueKey,
            hours: 6,
            startDate: found?.date,
            description: found?.comment,
          };
        },
      },
    ],
  },
  {
    request: "Undo that batch of 12.",
    tool: "delete_worklogs",
    with: [
      { tool: "delete_worklogs", arguments: { worklogIds: BATCH } },
      { tool: "delete_worklogs", arguments: ([plan]) => ({ worklogIds: BATCH, confirm: plan?.confirm }) },
    ],
    without: BATCH.map((worklogId) => ({ tool: "delete_worklog", arguments: { worklogId } })),
  },
  {
    request: "How complete are April and May, and are they submitted?",
    tool: "get_timesheets",
    with: [{ tool: "get_timesheets", arguments: {} }],
    // The status is then not known.
    without: [
      { tool: "get_schedule", arguments: { startDate: "2026-04-01", endDate: "2026-05-31" } },
      { tool: "get_worklogs", arguments: { startDate: "2026-04-01", endDate: "2026-05-31" } },
    ],
  },
  {
    request: "Which issue was the code review?",
    tool: "search_issues",
    with: [{ tool: "search_issues", arguments: { words: "code review" } }],
    // This finds the issue only if time was logged on it recently.
    without: [{ tool: "get_worklogs", arguments: { startDate: "2026-04-15", endDate: "2026-05-15" } }],
  },
  {
    request: "How many hours went into each issue since January?",
    tool: "get_totals",
    with: [{ tool: "get_totals", arguments: SPRING }],
    without: [{ tool: "get_worklogs", arguments: SPRING }],
  },
  {
    request: "Is April complete? Then submit it.",
    tool: "submit_timesheet",
    with: [
      { tool: "submit_timesheet", arguments: APRIL },
      { tool: "submit_timesheet", arguments: ([plan]) => ({ ...APRIL, confirm: plan?.confirm }) },
    ],
    // Submitting itself is then left to the user, in Tempo.
    without: [
      { tool: "get_schedule", arguments: { startDate: "2026-04-01", endDate: "2026-04-30" } },
      { tool: "get_worklogs", arguments: { startDate: "2026-04-01", endDate: "2026-04-30" } },
    ],
  },
];

function worklogsOf(reply: Record<string, unknown> | undefined): (CopiedWorklog & { id: string })[] {
  return (reply?.worklogs ?? []) as (CopiedWorklog & { id: string })[];
}

function copyOfApril() {
  return {
    startDate: "2026-05-11",
    endDate: "2026-05-15",
    copyFrom: { startDate: "2026-04-20", endDate: "2026-04-24" },
  };
}
