import pLimit from "p-limit";
import { lockedPeriod } from "../approvals/errors.ts";
import { findLocks } from "../approvals/locks.ts";
import type { CallContext } from "../call-context.ts";
import { digestOf } from "../digest.ts";
import { ForbiddenError, type TimesheetError } from "../errors.ts";
import type { FullWorklog, Issue } from "../port.ts";
import { anotherUsers, worklogGone } from "../worklog-errors.ts";
import { timeOf } from "./merge.ts";

/** One worklog to delete; without `worklog`, or with `failure`, one that is not. */
export interface Deletion {
  id: string;
  worklog?: FullWorklog;
  failure?: TimesheetError;
}

export interface DeletionPlan {
  /** Each once, in the order of the ids. */
  deletions: Deletion[];
  /** Issues by id. */
  issues: ReadonlyMap<string, Issue>;
}

/** Reads each worklog by its id, since a list may lag. @throws TimesheetError if one cannot be read at all */
export async function planDeletions(ids: readonly string[], context: CallContext): Promise<DeletionPlan> {
  const { timesheet } = context;
  const unique = [...new Set(ids.map(withoutLeadingZeros))];
  const found = await pLimit(timesheet.createLimits.concurrency).map(unique, (id) => plan(id, context));
  const dates = found.flatMap(({ worklog }) => worklog?.date ?? []);
  const lockOf = await findLocks(dates, context);
  const deletions = found.map((deletion): Deletion => {
    const lock = deletion.worklog && lockOf(deletion.worklog.date);
    return lock ? { ...deletion, failure: lockedPeriod(lock) } : deletion;
  });
  const issueIds = deletions.flatMap(({ worklog }) => worklog?.issueId ?? []);
  const issues = await timesheet.issuesById([...new Set(issueIds)], context);
  return { deletions, issues };
}

/** Changes with anything of what would be deleted. */
export function digestOfDeletions(worklogs: readonly FullWorklog[]): string {
  return digestOf(
    worklogs.map((worklog) => {
      const { id, issueId, date, seconds, billableSeconds, comment } = worklog;
      return [id, issueId, date, timeOf(worklog), seconds, billableSeconds, comment];
    }),
  );
}

async function plan(id: string, context: CallContext): Promise<Deletion> {
  try {
    const found = await context.timesheet.readWorklog(id, context);
    if (!found) return { id, failure: worklogGone(id) };
    return found.isOwn ? { id, worklog: found.worklog } : { id, failure: anotherUsers(id, "deleted") };
  } catch (error) {
    // A worklog that the user may not see is not the user's own.
    if (error instanceof ForbiddenError) return { id, failure: error };
    throw error;
  }
}

function withoutLeadingZeros(id: string): string {
  return id.replace(/^0+(?=\d)/, "");
}
