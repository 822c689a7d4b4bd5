import { findRecentIssues } from "../timesheet/recent-issues.ts";
import type { ResourceCall } from "./resource.ts";

/** `{startDate, endDate, byIssue}`, its issues in the shape of get_worklogs' reply. */
export async function read({ openTimesheet, today, scope }: ResourceCall): Promise<string> {
  return JSON.stringify(await findRecentIssues(await openTimesheet(), today, scope));
}
