import type { IssueAggregate } from "../generated/responses.ts";
import { addDays, type DateRange } from "./calendar.ts";
import type { CallScope, Timesheet } from "./port.ts";
import { aggregateByIssue } from "./totals.ts";

const RECENT_DAYS = 30;

/** The issues that the worker booked on of late, most hours first, and the dates that were looked at. */
export interface RecentIssues extends DateRange {
  byIssue: IssueAggregate[];
}

/** The issues of the last 30 days, today included. */
export async function findRecentIssues(
  timesheet: Timesheet,
  today: string,
  scope: CallScope,
): Promise<RecentIssues> {
  const range = { startDate: addDays(today, 1 - RECENT_DAYS), endDate: today };
  return { ...range, byIssue: aggregateByIssue(await timesheet.getWorklogs(range, undefined, scope)) };
}
