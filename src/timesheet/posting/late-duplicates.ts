import pLimit from "p-limit";
import { durationKey } from "../content.ts";
import { deleteWithRetry } from "../delete-with-retry.ts";
import { groupBy } from "../group-by.ts";
import { toHours } from "../hours.ts";
import type { ConfirmedWorklog, ExistingWorklog, NewWorklog } from "../port.ts";
import { FINAL_CHECK_DELAYS_MS, FINAL_CHECKS_UNTIL_MS } from "../timeline.ts";
import { compareIds } from "../worklogs.ts";
import { describe, disappeared } from "./errors.ts";
import type { PossibleDuplicate } from "./match-existing.ts";
import { toConfirmed } from "./outcome.ts";
import { pollAfter } from "./reconcile.ts";
import { type PostingRun, readUnclaimed } from "./run.ts";

/**
 * Looks for what was stored late, after it had been sent again, and so is stored twice. Of two copies that both appeared during
 * this call and are equal in full, the later one is deleted, which is the larger id: every process decides alike, so that one
 * is always left. In every other case nothing is deleted, and the row says which worklog may be a second copy.
 */
export async function deleteLateDuplicates(run: PostingRun): Promise<void> {
  const { context, batch } = run;
  let others: ExistingWorklog[] = [];
  let hasDeleted = false;
  for (const delay of FINAL_CHECK_DELAYS_MS) {
    const read = await pollAfter(run, delay, batch.worklogs);
    if (!read) {
      batch.reportCopies();
      for (const worklog of batch.resent)
        context.log(`${describe(worklog)} may be logged twice after a lost response; check in Tempo`);
      break;
    }
    const matches = batch.adopt(read.found);
    for (const [duplicate, copy] of matches.lateDuplicates) batch.claimLateDuplicate(duplicate, copy);
    const copies = groupBy([...matches.lateDuplicates], ([{ worklog }]) => worklog);
    await pLimit(context.timesheet.createLimits.concurrency).map(copies, async ([worklog, ofWorklog]) => {
      for (const [, copy] of ofWorklog)
        hasDeleted = (await deleteDuplicate(run, worklog, copy)) || hasDeleted;
    });
    others = matches.others;
    if (context.clock.now() > batch.lastUnknownAt + FINAL_CHECKS_UNTIL_MS) break;
  }
  reportOthers(run, batch.possibleDuplicates(), others);
  if (hasDeleted) await confirmStored(run);
}

async function deleteDuplicate(
  run: PostingRun,
  worklog: NewWorklog,
  copy: ExistingWorklog,
): Promise<boolean> {
  const { context, writer, batch } = run;
  const known = batch.storedAs(worklog);
  const first = known && batch.lastListed(known.stored.id);
  if (!first || known.alreadyLogged || !isEqualInFull(first, copy)) {
    batch.reportDuplicate(worklog, copy.id);
    context.log(
      `${describe(worklog)} may be logged twice after a lost response: see worklog ${copy.id} in Tempo`,
    );
    return false;
  }
  const [kept, later] = compareIds(first.id, copy.id) < 0 ? [first, copy] : [copy, first];
  try {
    await deleteWithRetry(later, context, writer);
    batch.markKept(worklog, toConfirmed(kept));
    context.log(
      `${describe(worklog)} was logged twice after a lost response; deleted the duplicate, worklog ${later.id}`,
    );
    return true;
  } catch (error) {
    batch.reportDuplicate(worklog, copy.id);
    context.log(
      `${describe(worklog)} is logged twice after a lost response: delete worklog ${later.id} in Tempo. ${error}`,
    );
    return false;
  }
}

function isEqualInFull(a: ExistingWorklog, b: ExistingWorklog): boolean {
  return (
    a.issueId === b.issueId &&
    a.date === b.date &&
    a.seconds === b.seconds &&
    a.billableSeconds === b.billableSeconds &&
    a.comment === b.comment
  );
}

/** A worklog that appeared meanwhile with the hours of an entry that was sent again may be its copy, changed by Tempo. */
function reportOthers(
  { context, batch }: PostingRun,
  duplicates: readonly PossibleDuplicate[],
  others: readonly ExistingWorklog[],
): void {
  const left = [...duplicates];
  for (const { id, issueId, date, seconds } of others) {
    const key = durationKey(issueId, { date, seconds });
    const index = left.findIndex((duplicate) => durationKey(duplicate.issueId, duplicate) === key);
    if (index < 0) continue;
    for (const { worklog } of left.splice(index, 1)) batch.reportDuplicate(worklog, id);
    context.log(
      `worklog ${id} of ${toHours(seconds)} h for ${date} appeared meanwhile: a late duplicate, or logged elsewhere; ` +
        "check in Tempo",
    );
  }
}

/** Something else may have deleted a copy too, so each worklog that will be reported is confirmed to exist. */
async function confirmStored(run: PostingRun): Promise<void> {
  const { context, batch } = run;
  await readUnclaimed(run, batch.worklogs);
  const unlisted = batch.storedByThisCall().filter(([, { id }]) => !batch.lastListed(id));
  await pLimit(context.timesheet.createLimits.concurrency).map(unlisted, async ([worklog, stored]) => {
    if (!(await exists(run, stored))) batch.failUncertain(worklog, disappeared(worklog, stored.id));
  });
}

async function exists({ context }: PostingRun, { id }: ConfirmedWorklog): Promise<boolean> {
  try {
    return (await context.timesheet.findWorklog(id, context)) !== undefined;
  } catch {
    return false;
  }
}
