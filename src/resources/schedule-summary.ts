import { completeSchedule, summariseSchedule } from "../timesheet/schedule.ts";
import { readMonth } from "./month.ts";
import type { MonthlyResource } from "./resource.ts";

/** `{month, summary}`, the summary as in get_schedule's reply for the month. */
export const scheduleSummary: MonthlyResource = {
  name: "schedule-summary",
  uriTemplate: "tempo://schedule/{month}/summary",
  title: "Schedule summary of a month",
  description:
    "Working days and required hours of a month (YYYY-MM), without its days: get_schedule's summary alone.",
  async read(month, openCall) {
    const range = readMonth(month);
    const context = await openCall();
    const days = completeSchedule(range, await context.timesheet.getSchedule(range, context));
    return { month, summary: summariseSchedule(days) };
  },
};
