import { readTimesheets, toTimesheet } from "../timesheet/approvals/period-hours.ts";
import { defineTool } from "./tool.ts";

export const getTimesheets = defineTool({
  name: "get_timesheets",
  set: "approvals",
  title: "Get timesheets",
  description:
    "Show the user's Tempo timesheets and approval status by period: open, `in_review` (submitted) or approved; hours required, logged, missing. Use it to see if a month is submitted, not for days.",
  input: "GetTimesheetsInput",
  reply: "GetTimesheetsResponse",
  effect: "read",

  async handle({ startDate, endDate = startDate }, context) {
    const range = startDate === undefined || endDate === undefined ? undefined : { startDate, endDate };
    return { timesheets: (await readTimesheets(range, context)).map((hours) => toTimesheet(hours)) };
  },
});
