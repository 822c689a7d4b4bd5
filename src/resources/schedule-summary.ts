import { completeSchedule, summariseSchedule } from "../timesheet/schedule.ts";
import { readMonth } from "./month.ts";
import type { ResourceCall } from "./resource.ts";

/** `{month, summary}`, the summary being that of get_schedule's reply for the month. */
export async function read(month: string, { openTimesheet, scope }: ResourceCall): Promise<string> {
  const range = readMonth(month);
  const timesheet = await openTimesheet();
  const days = completeSchedule(range, await timesheet.getSchedule(range, scope));
  return JSON.stringify({ month, summary: summariseSchedule(days) });
}
