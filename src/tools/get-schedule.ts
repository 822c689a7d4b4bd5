import { warnOfFarRange } from "../timesheet/far-dates.ts";
import { completeSchedule, summariseSchedule, toScheduleDay } from "../timesheet/schedule.ts";
import { defineTool } from "./tool.ts";

export const getSchedule = defineTool({
  name: "get_schedule",
  title: "Get work schedule",
  description:
    "Read the user's own work schedule in Tempo: required hours, days off and public holidays by date. Use it before " +
    "logging time. It does not show what is logged.",
  input: "GetScheduleInput",
  reply: "GetScheduleResponse",
  effect: "read",
  view: true,

  async handle({ startDate, endDate = startDate }, context) {
    const range = { startDate, endDate };
    const days = completeSchedule(range, await context.timesheet.getSchedule(range, context));
    return {
      startDate,
      endDate,
      days: days.map(toScheduleDay),
      summary: summariseSchedule(days),
      ...warnOfFarRange(range, context),
    };
  },
});
