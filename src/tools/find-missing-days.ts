import { dayHours, summariseDays } from "../timesheet/day-balance.ts";
import { warnOfFarRange } from "../timesheet/far-dates.ts";
import { completeSchedule } from "../timesheet/schedule.ts";
import { defineTool } from "./tool.ts";

export const findMissingDays = defineTool({
  name: "find_missing_days",
  set: "fill",
  title: "Find missing hours",
  description:
    "Find days of the Tempo timesheet with missing hours or too many, and the balance. Use it for gaps. It does not stop at today: end the range there.",
  input: "FindMissingDaysInput",
  reply: "FindMissingDaysResponse",
  effect: "read",

  async handle({ startDate, endDate = startDate }, context) {
    const range = { startDate, endDate };
    const [schedule, existing] = await Promise.all([
      context.timesheet.getSchedule(range, context),
      context.timesheet.getExistingWorklogs(range, context),
    ]);
    return {
      startDate,
      endDate,
      ...summariseDays(dayHours(completeSchedule(range, schedule), existing)),
      ...warnOfFarRange(range, context),
    };
  },
});
