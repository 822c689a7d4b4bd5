import pLimit from "p-limit";
import { lockExplainer, mayBeLock } from "../approvals/locks.ts";
import type { CallContext } from "../call-context.ts";
import { deleteWithRetry } from "../delete-with-retry.ts";
import { TimesheetError } from "../errors.ts";
import type { FullWorklog } from "../port.ts";
import { isMoveOf, learnMoves } from "../posting/settle-moves.ts";
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
    await learnMoves(isMoveOf(ids), context, writer);
    const plan = await planDeletions(ids, context);
    const worklogs = deletable(plan);
    if (digestOfDeletions(worklogs) !== confirm) return planned(plan);
    const failures = await deleteAll(worklogs, context, writer);
    const deletions = plan.deletions.map((deletion): Deletion => {
      const failure = deletion.worklog && failures.get(deletion.worklog.id);
      return failure ? { ...deletion, failure } : deletion;
    });
    const deleted = new Set(worklogs.map(({ id }) => id).filter((id) => !failures.has(id)));
    return { plan: { ...plan, deletions }, deleted };
  });
}

function deletable({ deletions }: DeletionPlan): FullWorklog[] {
  return deletions.flatMap(({ worklog, failure }) => (worklog && !failure ? [worklog] : []));
}

function planned(plan: DeletionPlan): Deletions {
  const worklogs = deletable(plan);
  return { plan, ...(worklogs.length > 0 && { digest: digestOfDeletions(worklogs) }), deleted: new Set() };
}

/** Worklogs that were not deleted, or are not known to be, by id. */
async function deleteAll(
  worklogs: readonly FullWorklog[],
  context: CallContext,
  writer: Writer,
): Promise<Map<string, TimesheetError>> {
  const failures = new Map<string, TimesheetError>();
  let settled = 0;
  await pLimit(context.timesheet.createLimits.concurrency).map(worklogs, async (worklog) => {
    const { id } = worklog;
    try {
      await deleteWithRetry(worklog, context, writer);
    } catch (error) {
      if (!(error instanceof TimesheetError)) throw error;
      failures.set(id, error);
    }
    settled += 1;
    context.progress(settled, worklogs.length);
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
