import { completeSchedule, summariseSchedule } from "../timesheet/schedule.ts";
import { readMonth } from "./month.ts";
import type { OpenCall } from "./resource.ts";

/** `{month, summary}`, the summary as in get_schedule's reply for the month. */
export async function read(month: string, openCall: OpenCall): Promise<string> {
  const range = readMonth(month);
  const context = await openCall();
  const days = completeSchedule(range, await context.timesheet.getSchedule(range, context));
  return JSON.stringify({ month, summary: summariseSchedule(days) });
}
