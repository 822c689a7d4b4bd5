import type { IssueAggregate } from "../generated/responses.ts";
import { toHours } from "./hours.ts";
import type { Issue } from "./port.ts";

interface TimeOnIssue {
  issue: Issue;
  seconds: number;
}

export function totalHours(entries: Pick<TimeOnIssue, "seconds">[]): number {
  return toHours(entries.reduce((sum, entry) => sum + entry.seconds, 0));
}

export function aggregateByIssue(entries: TimeOnIssue[]): IssueAggregate[] {
  const totals = new Map<string, { issue: Issue; seconds: number; count: number }>();
  for (const { issue, seconds } of entries) {
    const total = totals.get(issue.id) ?? { issue, seconds: 0, count: 0 };
    total.seconds += seconds;
    total.count += 1;
    totals.set(issue.id, total);
  }
  return [...totals.values()]
    .map(({ issue, seconds, count }) => ({
      issueKey: issue.key,
      issueSummary: issue.summary,
      totalHours: toHours(seconds),
      entryCount: count,
    }))
    .sort((a, b) => b.totalHours - a.totalHours || compareText(a.issueKey, b.issueKey));
}

/** Compares by code unit: the same on every machine, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
