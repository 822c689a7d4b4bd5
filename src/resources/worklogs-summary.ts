import { summariseWorklogs } from "../timesheet/worklogs.ts";
import { readMonth } from "./month.ts";
import type { OpenCall } from "./resource.ts";

/** `{month, summary}`, the summary as in get_worklogs' reply for the month. No issue is looked up for it. */
export async function read(month: string, openCall: OpenCall): Promise<string> {
  const range = readMonth(month);
  const context = await openCall();
  const worklogs = await context.timesheet.getExistingWorklogs(range, context);
  return JSON.stringify({ month, summary: summariseWorklogs(worklogs) });
}
