import pLimit from "p-limit";
import { ForbiddenError } from "../errors.ts";
import type { JournalEntry, MoveEntry } from "../journal/entry.ts";
import type { Identity } from "../journal/identity.ts";
import type { Journal } from "../journal/journal.ts";
import type { ExistingWorklog, NewWorklog } from "../port.ts";
import { settleDeletes } from "../settle-deletes.ts";
import { LIST_LAG_MS } from "../timeline.ts";
import { findDuplicates } from "./duplicates.ts";
import { changedResult, hiddenResult, notShownNow, perhapsDeleted } from "./errors.ts";
import { secondCopies } from "./late-effects.ts";
import { toConfirmed } from "./outcome.ts";
import type { PostingRun } from "./run.ts";
import { isMoveOf, settleMoves } from "./settle-moves.ts";
import { mayBe, takeOverOpen } from "./take-over-open.ts";

/**
 * Settles what is stored already, by the list of existing worklogs and by the journal, and takes over what an earlier call has
 * sent and may still become stored. Each step looks at the entries that those before it have left:
 *
 *     an existing worklog is as the entry says                   exists already
 *     - and it was changed so that it may be another one         unknown
 *     an earlier call moved it to another issue                  unknown, unless its worklog there was deleted
 *     an earlier call stored it, and the list lacks it           exists already, if reading it by its id says so
 *     - and it is not shown, hidden, changed or being deleted    unknown; for a minute if it is not shown
 *     an earlier call sent it, and got no response
 *     - a worklog that has appeared since must be it             exists already
 *     - a worklog that has appeared since may be it              unknown for ten minutes
 *     - Tempo may still store it                                 waits, and is sent again only then
 *     - neither                                                  sent; named if a worklog may be it
 *
 * @param readAt when the list of existing worklogs was asked for, by the wall clock
 * @returns for entries that are sent although an earlier call sent them long ago: the worklog that they may be already
 */
export async function recogniseExisting(
  run: PostingRun,
  existing: readonly ExistingWorklog[],
  readAt: number,
): Promise<Map<NewWorklog, ExistingWorklog>> {
  const { batch, writer } = run;
  const { found: duplicates, unclear } = findDuplicates(batch.worklogs, existing, writer.journal);
  const copies = copiesOf(duplicates, existing, writer.journal);
  const explained = explainedBy(duplicates, writer.journal);
  // Remembered by its id, it is found again whatever it looks like then.
  for (const [worklog, entry] of explained) batch.takeOver(worklog, entry);
  batch.settleExisting(
    [...duplicates].map(([worklog, found]) => [worklog, toConfirmed(found), copies.get(worklog)]),
  );
  for (const [worklog, result] of unclear) batch.failUncertain(worklog, changedResult(worklog, result));
  await settleMovesOfRows(run);
  await settleUnlisted(run, existing);
  return takeOverOpen(run, existing, readAt, new Set(explained.values()));
}

/** The entries without an outcome that are the existing worklogs of equal rows, and so of no other row. */
function explainedBy(
  duplicates: ReadonlyMap<NewWorklog, ExistingWorklog>,
  journal: Journal,
): Map<NewWorklog, JournalEntry> {
  const explained = new Map<NewWorklog, JournalEntry>();
  for (const [worklog, existing] of duplicates) {
    const isTaken = new Set(explained.values());
    const entry = journal
      .entriesOf(worklog)
      .find((it) => it.state === "open" && !isTaken.has(it) && mayBe(it, existing, journal));
    if (entry) explained.set(worklog, entry);
  }
  return explained;
}

/** The second copy of each worklog that exists already, if there is one that may be. */
function copiesOf(
  duplicates: ReadonlyMap<NewWorklog, ExistingWorklog>,
  existing: readonly ExistingWorklog[],
  journal: Journal,
): Map<NewWorklog, string> {
  const found = new Set([...duplicates.values()].map(({ id }) => id));
  const left = [...secondCopies(existing, journal)].filter(([{ id }]) => !found.has(id));
  const copies = new Map<NewWorklog, string>();
  for (const [worklog, match] of duplicates) {
    const sent = [...journal.entriesOf(worklog), journal.entryOf(match)];
    const index = left.findIndex(([, { entry }]) => sent.includes(entry));
    for (const [{ id }] of index < 0 ? [] : left.splice(index, 1)) copies.set(worklog, id);
  }
  return copies;
}

/** Worklogs that earlier calls have sent, or may have, may be on other dates by now, and be moved there. */
async function settleMovesOfRows({ batch, context, writer }: PostingRun): Promise<void> {
  const { journal } = writer;
  const entries = batch.ready().flatMap((worklog) => journal.entriesOf(worklog));
  const ids = entries.flatMap((entry) =>
    entry.stored ? [journal.moves.idNow(entry.stored.id)] : journal.changedSince(entry),
  );
  await settleMoves(isMoveOf(ids), context, writer);
}

/**
 * The result of an entry may not be listed: it was stored a moment ago, or it is on another date now, whoever has moved it. Each is looked up
 * by its id, until one is found.
 */
async function settleUnlisted(run: PostingRun, existing: readonly ExistingWorklog[]): Promise<void> {
  const { batch, context, writer } = run;
  const { journal } = writer;
  const taken = new Set(existing.map(({ id }) => id));
  const takenMoves = new Set<MoveEntry>();
  const notShown = new Set<string>();
  await pLimit(context.timesheet.createLimits.concurrency).map(batch.ready(), async (worklog) => {
    const equal = journal.entriesOf(worklog);
    for (const entry of equal) {
      const { stored } = entry;
      const moved = journal.movedTo(entry);
      // Moved back, it is an equal entry itself.
      if (moved && !equal.includes(moved) && !takenMoves.has(moved)) {
        takenMoves.add(moved);
        if (await settleByMove(run, worklog, moved)) return;
      }
      // Once Tempo was restored from a backup, a later entry may have got the id of an earlier one.
      const isLatest = stored && journal.entryOfId(stored.id) === entry;
      if (!isLatest || taken.has(stored.id)) continue;
      taken.add(stored.id);
      await settleDeletes(({ id }) => id === stored.id, context, writer);
      if (journal.isDeleted(stored.id)) continue;
      const identity = await settleByResult(run, worklog, entry, stored.id);
      if (identity === "not shown yet") notShown.add(stored.id);
      else if (identity !== "another") return;
    }
  });
  // A worklog that is not shown is the result of one of the entries that are left, and may be that of each.
  for (const worklog of batch.ready()) {
    const id = journal.entriesOf(worklog).find(({ stored }) => stored && notShown.has(stored.id))?.stored?.id;
    if (id === undefined) continue;
    notShown.delete(id);
    batch.failUncertain(worklog, notShownNow(worklog, id));
  }
}

/**
 * An entry that was moved to another issue is not posted again: whether it still is the same one, only the user can say.
 *
 * @returns false if its worklog was deleted there
 */
async function settleByMove(run: PostingRun, worklog: NewWorklog, moved: MoveEntry): Promise<boolean> {
  const { batch, context, writer } = run;
  const { stored } = moved;
  if (!stored || writer.journal.isDeleted(stored.id)) return false;
  const found = await readResult(run, worklog, stored.id);
  if (found === "hidden") return true;
  const isGone = !found || writer.journal.identityOf(moved, found.worklog) === "another";
  const isRecent = context.clock.wallClock() - moved.sentAt < LIST_LAG_MS;
  if (isGone && !isRecent) return false;
  const failure = isGone ? notShownNow(worklog, stored.id) : changedResult(worklog, found.worklog);
  batch.failUncertain(worklog, failure);
  return true;
}

/** Settles a worklog by the result of one of its entries, if that still is the result. */
async function settleByResult(
  run: PostingRun,
  worklog: NewWorklog,
  entry: JournalEntry,
  id: string,
): Promise<Identity | "not shown yet"> {
  const { batch, context, writer } = run;
  const { journal } = writer;
  const found = await readResult(run, worklog, id);
  if (found === "hidden") return "unclear";
  if (!found) {
    // Sent again, what Tempo only does not show yet would be stored twice.
    if (context.clock.wallClock() - entry.sentAt < LIST_LAG_MS) return "not shown yet";
    if (writer.mayWrite()) journal.deleted([id]);
    return "another";
  }
  // The list lacks it, and reads by id may be behind.
  if (journal.deletions.wasSentSince(id, context.clock.wallClock() - LIST_LAG_MS)) {
    batch.failUncertain(worklog, perhapsDeleted(worklog, id));
    return "unclear";
  }
  const identity = found.isOwn ? journal.identityOf(entry, found.worklog) : "another";
  if (identity === "same") batch.settleExisting([[worklog, toConfirmed(found.worklog)]]);
  if (identity === "unclear") batch.failUncertain(worklog, changedResult(worklog, found.worklog));
  return identity;
}

/** A worklog to which its user has no access any more leaves its own entry unknown, and no other one. */
async function readResult({ batch, context }: PostingRun, worklog: NewWorklog, id: string) {
  try {
    return await context.timesheet.readWorklog(id, context);
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error;
    batch.failUncertain(worklog, hiddenResult(worklog, id));
    return "hidden";
  }
}
