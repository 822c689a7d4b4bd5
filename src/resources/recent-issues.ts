import { findRecentIssues } from "../timesheet/recent-issues.ts";
import type { OpenCall } from "./resource.ts";

/** `{startDate, endDate, byIssue}`, its issues in the shape of get_worklogs' reply. */
export async function read(openCall: OpenCall): Promise<string> {
  return JSON.stringify(await findRecentIssues(await openCall()));
}
