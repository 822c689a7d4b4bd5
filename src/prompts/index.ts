import { definePrompt, type Prompt } from "./prompt.ts";

/** The prompts in the order in which they are listed. */
export const prompts: readonly Prompt[] = [
  definePrompt({
    name: "worklog_summary",
    title: "Summarise a month",
    description:
      "Sums up the hours that the user booked in a month, beside the hours that the schedule requires.",
    effect: "read",
    arguments: {
      username: { description: "Whose hours, as the summary is to call the person", required: true },
      month: { description: "The month, YYYY-MM", required: true },
      includeAnalysis: {
        description: "true to add what stands out in the hours; false, the default, for the figures alone",
        required: false,
      },
    },
    load: async () => (await import("./words.ts")).worklogSummary,
  }),
  definePrompt({
    name: "schedule_aware_bulk_entry",
    title: "Fill a range of days",
    description:
      "Books the missing hours of a range of days on one issue, on working days only, in one call.",
    effect: "create",
    arguments: {
      dateRange: {
        description: "First and last date, YYYY-MM-DD..YYYY-MM-DD; `to` may stand in the place of the dots",
        required: true,
      },
      issueKey: { description: "The Jira issue to book on, such as PROJ-123", required: true },
      hoursPerDay: {
        description: "Hours to book on each day, decimal; left out, the hours that the schedule requires",
        required: false,
      },
    },
    load: async () => (await import("./words.ts")).scheduleAwareBulkEntry,
  }),
];
