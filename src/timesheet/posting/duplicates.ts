import { toHours } from "../hours.ts";
import type { ExistingWorklog, NewWorklog } from "../port.ts";

/**
 * Which of the worklogs to post stand in Tempo already: equal in issue, date, hours as shown, billable or not, and
 * comment (line ends and outer blanks aside). Each standing worklog stands for one of them: where two equal ones are to
 * be posted and one stands, one is left to post.
 */
export function findDuplicates(
  wanted: NewWorklog[],
  standing: ExistingWorklog[],
): Map<NewWorklog, ExistingWorklog> {
  const free = new Map<string, ExistingWorklog[]>();
  for (const worklog of standing) {
    const key = contentKey(worklog.issueId, worklog);
    free.set(key, [...(free.get(key) ?? []), worklog]);
  }
  const found = new Map<NewWorklog, ExistingWorklog>();
  for (const worklog of wanted) {
    const equal = free.get(contentKey(worklog.issue.id, worklog))?.shift();
    if (equal) found.set(worklog, equal);
  }
  return found;
}

/** What makes worklogs equal, as one text: issue, date, hours as shown, billable or not, and comment. */
export function contentKey(
  issueId: string,
  { date, seconds, billableSeconds, comment }: Omit<ExistingWorklog, "id" | "issueId">,
): string {
  const tidy = comment.replaceAll(/\r\n?/g, "\n").trim();
  return JSON.stringify([issueId, date, toHours(seconds), billableSeconds > 0, tidy]);
}
