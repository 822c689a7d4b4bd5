import { summariseWorklogs } from "../timesheet/worklogs.ts";
import { readMonth } from "./month.ts";
import type { ResourceCall } from "./resource.ts";

/** `{month, summary}`, the summary being that of get_worklogs' reply for the month. It needs no look at Jira's issues. */
export async function read(month: string, { openTimesheet, scope }: ResourceCall): Promise<string> {
  const range = readMonth(month);
  const worklogs = await (await openTimesheet()).getExistingWorklogs(range, scope);
  return JSON.stringify({ month, summary: summariseWorklogs(worklogs) });
}
