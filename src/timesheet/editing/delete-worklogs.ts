import pLimit from "p-limit";
import { type Words, words } from "../../text/words.ts";
import { lockedPeriod } from "../approvals/errors.ts";
import { explainingLocks, findLocks, lockExplainer, mayBeLock, refuseLocked } from "../approvals/locks.ts";
import { valuesInOrder } from "../attributes.ts";
import type { CallContext, Writer } from "../call-context.ts";
import { digestOf } from "../digest.ts";
import { ForbiddenError, NotFoundError, TimesheetError } from "../errors.ts";
import { groupBy } from "../group-by.ts";
import { stillInDoubt } from "../ledger/errors.ts";
import type { Sent } from "../ledger/ledger.ts";
import { deleteWorklog } from "../ledger/perform.ts";
import { readDecided, touching } from "../ledger/recover.ts";
import type { FullWorklog, Issue } from "../port.ts";
import { timeOf } from "./merge.ts";

/** One worklog to delete; without `worklog`, or with `failure`, one that is not. */
interface Deletion {
  id: string;
  worklog?: FullWorklog;
  failure?: TimesheetError;
}

/** A plan to delete worklogs, perhaps carried out. */
export interface Deletions {
  /** Each once, in the order of the ids. */
  deletions: readonly Deletion[];
  /** Issues by id. */
  issues: ReadonlyMap<string, Issue>;
  /** The digest of the plan, to confirm it; undefined if it was carried out, or has nothing to confirm. */
  digest?: string;
  /** Ids of what was deleted. */
  deleted: ReadonlySet<string>;
}

/**
 * Plans which own worklogs to delete, and carries the plan out if `confirm` is its digest. The plan is made anew while nothing else
 * writes for the user, so what is deleted is what was confirmed.
 *
 * @throws TimesheetError if a worklog cannot be read at all
 */
export async function deleteOwnWorklogs(
  ids: readonly string[],
  confirm: string | undefined,
  context: CallContext,
): Promise<Deletions> {
  if (confirm === undefined || context.onlyPlans) return planDeletions(ids, context);
  const owner = await context.timesheet.getOwner(context);
  return context.writers.run(owner, context, async (writer) => {
    const { found: plan, inDoubt } = await readDecided(
      () => planDeletions(ids, context),
      ({ deletions }) => concernOf(deletable(deletions), context),
      context,
      writer,
    );
    if (plan.digest !== confirm) return plan;
    const worklogs = deletable(plan.deletions);
    const failures = await deleteAll(worklogs, inDoubt, context, writer);
    const deletions = plan.deletions.map((deletion): Deletion => {
      const failure = deletion.worklog && failures.get(deletion.worklog);
      return failure ? { ...deletion, failure } : deletion;
    });
    const deleted = worklogs.filter((worklog) => !failures.has(worklog)).map(({ id }) => id);
    return { deletions, issues: plan.issues, deleted: new Set(deleted) };
  });
}

/** Reads each worklog by its id, since a list may lag. */
async function planDeletions(ids: readonly string[], context: CallContext): Promise<Deletions> {
  const { timesheet } = context;
  const unique = [...new Set(ids.map((id) => id.replace(/^0+(?=\d)/, "")))];
  const found = await pLimit(timesheet.createLimits.concurrency).map(unique, (id) =>
    planDeletion(id, context),
  );
  const dates = found.flatMap(({ worklog }) => worklog?.date ?? []);
  const lockOf = await findLocks(dates, context);
  const deletions = found.map((deletion): Deletion => {
    const lock = deletion.worklog && lockOf(deletion.worklog.date);
    return lock ? { ...deletion, failure: lockedPeriod(lock) } : deletion;
  });
  const issueIds = deletions.flatMap(({ worklog }) => worklog?.issueId ?? []);
  const issues = await timesheet.issuesById([...new Set(issueIds)], context);
  const worklogs = deletable(deletions);
  const digest = worklogs.length > 0 && { digest: digestOfDeletions(worklogs) };
  return { deletions, issues, ...digest, deleted: new Set() };
}

async function planDeletion(id: string, context: CallContext): Promise<Deletion> {
  const found = await readIfOwn(id, context);
  if (found instanceof ForbiddenError) return { id, failure: found };
  if (found) return { id, worklog: found };
  const why = `Worklog ${id} does not exist (any more), or you have no access to it. Nothing was deleted for it.`;
  return { id, failure: new NotFoundError(why) };
}

/** Reads a worklog to delete. An error if it is not the user's own, or the user may not see it; undefined if there is none. */
export async function readIfOwn(
  id: string,
  context: CallContext,
): Promise<FullWorklog | ForbiddenError | undefined> {
  try {
    const found = await context.timesheet.readWorklog(id, context);
    return !found || found.isOwn ? found?.worklog : anotherUsers(id, "deleted");
  } catch (error) {
    if (error instanceof ForbiddenError) return error;
    throw error;
  }
}

/** Reads an own worklog to change it. @throws NotFoundError if there is none, ForbiddenError if it is another user's */
export async function readOwn(
  id: string,
  done: "deleted" | "changed",
  context: CallContext,
): Promise<FullWorklog> {
  const found = await context.timesheet.readWorklog(id, context);
  if (found?.isOwn) return found.worklog;
  if (found) throw anotherUsers(id, done);
  throw new NotFoundError(
    words`Worklog ${id} was not found, or you have no access to it. Nothing was ${done}. ${CHECK_ID}.`,
  );
}

/** The next step after a wrong id. */
const CHECK_ID: Words = {
  assistant: "Check the id in the list of your worklogs",
  shell: "tempofiller day shows the ids of a day",
};

function anotherUsers(id: string, done: "deleted" | "changed"): ForbiddenError {
  return new ForbiddenError(
    words`Worklog ${id} belongs to another user, so it was not ${done}. Only your own worklogs can be ${done}. ${CHECK_ID}.`,
  );
}

function deletable(deletions: readonly Deletion[]): FullWorklog[] {
  return deletions.flatMap(({ worklog, failure }) => (worklog && !failure ? [worklog] : []));
}

/** Changes with anything of what would be deleted. */
export function digestOfDeletions(worklogs: readonly FullWorklog[]): string {
  return digestOf(
    worklogs.map((worklog) => {
      const { id, issueId, date, seconds, billableSeconds, comment } = worklog;
      const attributes = valuesInOrder(worklog.attributes);
      return [id, issueId, date, timeOf(worklog), seconds, billableSeconds, comment, ...attributes];
    }),
  );
}

/**
 * Deletes those of one issue one by one.
 *
 * @param inDoubt what keeps worklogs on its dates from being deleted
 * @returns why worklogs were not deleted, or are not known to be
 */
async function deleteAll(
  worklogs: readonly FullWorklog[],
  inDoubt: readonly Sent[],
  context: CallContext,
  writer: Writer,
): Promise<Map<FullWorklog, TimesheetError>> {
  const failures = new Map<FullWorklog, TimesheetError>();
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
        failures.set(worklog, error);
      }
      settled += 1;
      context.progress(settled, worklogs.length);
    }
  });
  const refused = [...failures].flatMap(([{ date }, failure]) => (mayBeLock(failure) ? [date] : []));
  const explain = await lockExplainer(refused, context);
  return new Map([...failures].map(([worklog, failure]) => [worklog, explain(failure, [worklog.date])]));
}

/** Deletes an own worklog. @returns its id @throws as `deleteIfStill` does */
export async function deleteOwnWorklog(worklogId: string, context: CallContext): Promise<string> {
  return (await deleteIfStill(() => true, worklogId, context)) ?? worklogId;
}

/**
 * Deletes an own worklog if it still is the wanted one once nothing else writes for the user.
 *
 * @returns its id; undefined if it is not the wanted one, and was not deleted
 * @throws NotFoundError if there is none, ForbiddenError if it is another user's, RejectedError, OutcomeUnknownError
 */
export async function deleteIfStill(
  isWanted: (now: FullWorklog) => boolean,
  id: string,
  context: CallContext,
): Promise<string | undefined> {
  const owner = await context.timesheet.getOwner(context);
  return context.writers.run(owner, context, async (writer) => {
    const { found: worklog, inDoubt } = await readDecided(
      () => readOwn(id, "deleted", context),
      (found) => concernOf([found], context),
      context,
      writer,
    );
    if (inDoubt[0]) throw stillInDoubt(inDoubt[0], writer, context);
    if (!isWanted(worklog)) return undefined;
    await refuseLocked([worklog.date], context);
    await explainingLocks([worklog.date], context, () => deleteWorklog(worklog, context, writer));
    return worklog.id;
  });
}

function concernOf(worklogs: readonly FullWorklog[], context: CallContext): (sent: Sent) => boolean {
  const dates = new Set(worklogs.map(({ date }) => date));
  const [ids, issueIds] = [worklogs.map(({ id }) => id), worklogs.map(({ issueId }) => issueId)];
  return touching({ isDate: (date) => dates.has(date), ids, issueIds }, context);
}
