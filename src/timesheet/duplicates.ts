import { toHours } from "./hours.ts";
import type { NewWorklog, StandingWorklog } from "./timesheet.ts";

/**
 * Which of the worklogs to post stand in Tempo already: equal in issue, date, hours as shown, billable or not, and
 * comment (line ends and outer blanks aside). Each standing worklog stands for one of them: where two equal ones are to
 * be posted and one stands, one is left to post.
 */
export function findStanding(
  wanted: NewWorklog[],
  standing: StandingWorklog[],
): Map<NewWorklog, StandingWorklog> {
  const free = new Map<string, StandingWorklog[]>();
  for (const worklog of standing) {
    const key = contentOf(worklog.issueId, worklog);
    free.set(key, [...(free.get(key) ?? []), worklog]);
  }
  const found = new Map<NewWorklog, StandingWorklog>();
  for (const worklog of wanted) {
    const equal = free.get(contentOf(worklog.issue.id, worklog))?.shift();
    if (equal) found.set(worklog, equal);
  }
  return found;
}

/** What makes worklogs equal, as one text: issue, date, hours as shown, billable or not, and comment. */
export function contentOf(
  issueId: string,
  { date, seconds, billableSeconds, comment }: Omit<StandingWorklog, "id" | "issueId">,
): string {
  const tidy = comment.replaceAll(/\r\n?/g, "\n").trim();
  return JSON.stringify([issueId, date, toHours(seconds), billableSeconds > 0, tidy]);
}
