import type { BulkWorklogEntry } from "../../generated/inputs.ts";
import type { CallContext } from "../call-context.ts";
import { InvalidInputError } from "../errors.ts";
import { toSeconds } from "../hours.ts";
import type { Issue, NewWorklog } from "../port.ts";
import { issueNotFound } from "./errors.ts";
import type { Posted } from "./outcome.ts";
import { postWorklogs } from "./post-worklogs.ts";

/** @param invalidRows problems by index; their entries are reported, never sent */
export async function postBulk(
  entries: readonly BulkWorklogEntry[],
  billable: boolean,
  invalidRows: ReadonlyMap<number, string>,
  context: CallContext,
): Promise<Posted> {
  const validKeys = entries.filter((_, index) => !invalidRows.has(index)).map(({ issueKey }) => issueKey);
  const issues = await context.timesheet.findIssues([...new Set(validKeys)], context);
  const rows = entries.map((entry, index) => {
    const problem = invalidRows.get(index);
    if (problem !== undefined) return new InvalidInputError(problem);
    const issue = issues.get(entry.issueKey);
    return issue
      ? newWorklog(issue, entry.date, entry.hours, billable, entry.description)
      : issueNotFound(entry.issueKey);
  });
  return postWorklogs(rows, context);
}

/** All of its time is billable, or none. */
export function newWorklog(
  issue: Issue,
  date: string,
  hours: number,
  billable: boolean,
  description = "",
): NewWorklog {
  const seconds = toSeconds(hours);
  return { issue, date, seconds, billableSeconds: billable ? seconds : 0, comment: description };
}
