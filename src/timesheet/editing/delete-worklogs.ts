import pLimit from "p-limit";
import { explainingLocks, lockExplainer, mayBeLock, refuseLocked } from "../approvals/locks.ts";
import type { CallContext } from "../call-context.ts";
import { TimesheetError } from "../errors.ts";
import { groupBy } from "../group-by.ts";
import { deleteWorklog } from "../ledger/delete.ts";
import { stillInDoubt } from "../ledger/errors.ts";
import type { Sent } from "../ledger/ledger.ts";
import { readDecided, touching } from "../ledger/recover.ts";
import type { FullWorklog } from "../port.ts";
import { requireOwn } from "../worklog-errors.ts";
import type { Writer } from "../writers.ts";
import { type Deletion, type DeletionPlan, digestOfDeletions, planDeletions } from "./plan-deletions.ts";

export interface Deletions {
  plan: DeletionPlan;
  /** The digest of the plan, to confirm it; undefined if it was carried out, or has nothing to confirm. */
  digest?: string;
  /** Ids of what was deleted. */
  deleted: ReadonlySet<string>;
}

/**
 * Plans which own worklogs to delete, and carries the plan out if `confirm` is its digest. The plan is made anew while nothing else
 * writes for the user, so what is deleted is what was confirmed.
 */
export async function deleteOwnWorklogs(
  ids: readonly string[],
  confirm: string | undefined,
  context: CallContext,
): Promise<Deletions> {
  if (confirm === undefined || context.onlyPlans) return planned(await planDeletions(ids, context));
  const owner = await context.timesheet.getOwner(context);
  return context.writers.run(owner, context, async (writer) => {
    const { found: plan, inDoubt } = await readDecided(
      () => planDeletions(ids, context),
      (found) => concernOf(deletable(found), context),
      context,
      writer,
    );
    const worklogs = deletable(plan);
    if (digestOfDeletions(worklogs) !== confirm) return planned(plan);
    const failures = await deleteAll(worklogs, inDoubt, context, writer);
    const deletions = plan.deletions.map((deletion): Deletion => {
      const failure = deletion.worklog && failures.get(deletion.worklog.id);
      return failure ? { ...deletion, failure } : deletion;
    });
    const deleted = new Set(worklogs.map(({ id }) => id).filter((id) => !failures.has(id)));
    return { plan: { ...plan, deletions }, deleted };
  });
}

/**
 * Deletes an own worklog.
 *
 * @returns its id
 * @throws NotFoundError if there is none, ForbiddenError if it is another user's, RejectedError, OutcomeUnknownError
 */
export async function deleteOwnWorklog(worklogId: string, context: CallContext): Promise<string> {
  return (await deleteIfStill(() => true, worklogId, context)) ?? worklogId;
}

/**
 * Deletes an own worklog if it still is the wanted one once nothing else writes for the user.
 *
 * @returns its id; undefined if it is not the wanted one, and was not deleted
 * @throws as `deleteOwnWorklog` does
 */
export async function deleteIfStill(
  isWanted: (now: FullWorklog) => boolean,
  id: string,
  context: CallContext,
): Promise<string | undefined> {
  const owner = await context.timesheet.getOwner(context);
  return context.writers.run(owner, context, async (writer) => {
    const { found: worklog, inDoubt } = await readDecided(
      async () => requireOwn(await context.timesheet.readWorklog(id, context), id, "deleted").worklog,
      (found) => concernOf([found], context),
      context,
      writer,
    );
    if (inDoubt[0]) throw stillInDoubt(inDoubt[0], writer, context);
    if (!isWanted(worklog)) return undefined;
    const dates = [worklog.date];
    await refuseLocked(dates, context);
    await explainingLocks(dates, context, () => deleteWorklog(worklog, context, writer));
    return worklog.id;
  });
}

function concernOf(worklogs: readonly FullWorklog[], context: CallContext): (sent: Sent) => boolean {
  const dates = new Set(worklogs.map(({ date }) => date));
  return touching(
    { isDate: (date) => dates.has(date), issueIds: worklogs.map(({ issueId }) => issueId) },
    context,
  );
}

function deletable({ deletions }: DeletionPlan): FullWorklog[] {
  return deletions.flatMap(({ worklog, failure }) => (worklog && !failure ? [worklog] : []));
}

function planned(plan: DeletionPlan): Deletions {
  const worklogs = deletable(plan);
  return { plan, ...(worklogs.length > 0 && { digest: digestOfDeletions(worklogs) }), deleted: new Set() };
}

/**
 * Deletes those of one issue one by one.
 *
 * @param inDoubt what keeps worklogs on its dates from being deleted
 * @returns why worklogs were not deleted, or are not known to be, by id
 */
async function deleteAll(
  worklogs: readonly FullWorklog[],
  inDoubt: readonly Sent[],
  context: CallContext,
  writer: Writer,
): Promise<Map<string, TimesheetError>> {
  const failures = new Map<string, TimesheetError>();
  let settled = 0;
  const issues = [...groupBy(worklogs, ({ issueId }) => issueId).values()];
  await pLimit(context.timesheet.createLimits.concurrency).map(issues, async (ofIssue) => {
    for (const worklog of ofIssue) {
      const onIssue = touching({ isDate: () => false, issueIds: [worklog.issueId] }, context);
      const busy = inDoubt.find(concernOf([worklog], context)) ?? writer.ledger.inDoubt().find(onIssue);
      try {
        if (busy) throw stillInDoubt(busy, writer, context);
        await deleteWorklog(worklog, context, writer);
      } catch (error) {
        if (!(error instanceof TimesheetError)) throw error;
        failures.set(worklog.id, error);
      }
      settled += 1;
      context.progress(settled, worklogs.length);
    }
  });
  const refused = worklogs.filter(({ id }) => mayBeLock(failures.get(id)));
  const explain = await lockExplainer(
    refused.map(({ date }) => date),
    context,
  );
  for (const { id, date } of refused) {
    const failure = failures.get(id);
    if (failure) failures.set(id, explain(failure, [date]));
  }
  return failures;
}
