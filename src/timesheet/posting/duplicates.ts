import { groupBy } from "../group-by.ts";
import { toHours } from "../hours.ts";
import type { ExistingWorklog, NewWorklog } from "../port.ts";

/**
 * Which of the worklogs to post exist already. Each existing worklog accounts for one of them: if two equal ones are to be
 * posted and one exists, one is left to post.
 */
export function findDuplicates(
  wanted: readonly NewWorklog[],
  existing: readonly ExistingWorklog[],
): Map<NewWorklog, ExistingWorklog> {
  const unused = groupBy(existing, (worklog) => contentKey(worklog.issueId, worklog));
  const found = new Map<NewWorklog, ExistingWorklog>();
  for (const worklog of wanted) {
    const equal = unused.get(contentKey(worklog.issue.id, worklog))?.shift();
    if (equal) found.set(worklog, equal);
  }
  return found;
}

/** Equal worklogs have the same key: issue, date, hours as replies show them, billable or not, and comment. */
export function contentKey(
  issueId: string,
  { date, seconds, billableSeconds, comment }: Omit<ExistingWorklog, "id" | "issueId">,
): string {
  const normalised = comment.replaceAll(/\r\n?/g, "\n").trim();
  return JSON.stringify([issueId, date, toHours(seconds), billableSeconds > 0, normalised]);
}

/** Worklogs of one issue, date and duration have the same key. */
export function durationKey(issueId: string, { date, seconds }: { date: string; seconds: number }): string {
  return JSON.stringify([issueId, date, seconds]);
}
