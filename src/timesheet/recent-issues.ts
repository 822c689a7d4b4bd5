import type { IssueAggregate } from "../generated/responses.ts";
import type { CallContext } from "./call-context.ts";
import { addDays, type DateRange } from "./dates.ts";
import { aggregateByIssue } from "./totals.ts";

const RECENT_DAYS = 30;

interface RecentIssues extends DateRange {
  byIssue: IssueAggregate[];
}

export async function findRecentIssues(
  context: Pick<CallContext, "timesheet" | "today" | "signal" | "deadline">,
): Promise<RecentIssues> {
  const { timesheet, today } = context;
  const range = { startDate: addDays(today, 1 - RECENT_DAYS), endDate: today };
  return { ...range, byIssue: aggregateByIssue(await timesheet.getWorklogs(range, undefined, context)) };
}
