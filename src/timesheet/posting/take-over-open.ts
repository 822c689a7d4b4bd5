import { isMove, type JournalEntry } from "../journal/entry.ts";
import type { Journal } from "../journal/journal.ts";
import type { ExistingWorklog, NewWorklog } from "../port.ts";
import { AMBIGUOUS_FOR_MS, LATEST_COMMIT_MS } from "../timeline.ts";
import { uniqueById } from "../worklogs.ts";
import { ambiguousMatch, sentEarlier } from "./errors.ts";
import { matchExisting } from "./match-existing.ts";
import { pairMostAlike } from "./most-alike.ts";
import { toConfirmed } from "./outcome.ts";
import { readChanged } from "./read-changed.ts";
import type { PostingRun } from "./run.ts";

/**
 * Takes over entries of earlier calls without an outcome: each may be one of the worklogs that appeared since, wherever it is by now, or may still
 * be stored.
 *
 * @param readAt when the list of existing worklogs was asked for, by the wall clock
 * @param explained the entries that are known to be existing worklogs
 * @returns for entries that are sent again: the worklog that they may be already
 */
export async function takeOverOpen(
  run: PostingRun,
  existing: readonly ExistingWorklog[],
  readAt: number,
  explained: ReadonlySet<JournalEntry>,
): Promise<Map<NewWorklog, ExistingWorklog>> {
  const { batch, context, writer } = run;
  const { clock } = context;
  const { journal } = writer;
  const open = new Map<NewWorklog, JournalEntry>();
  for (const worklog of batch.ready()) {
    const isTaken = new Set([...explained, ...open.values()]);
    const entry = journal.entriesOf(worklog).find((it) => it.state === "open" && !isTaken.has(it));
    if (entry) open.set(worklog, entry);
  }
  const entries = [...open.values()];
  const changed = await readChanged(entries, context, journal);
  const claimed = new Set(batch.worklogs.map((worklog) => batch.storedAs(worklog)?.stored.id));
  const appeared = existing.filter(
    (worklog) =>
      !claimed.has(worklog.id) && entries.some((entry) => journal.hasAppearedSince(entry, worklog)),
  );
  const { stored, ambiguous } = matchExisting([...open.keys()], [], appeared, batch.worklogs);
  const possibleCopies = new Map<NewWorklog, ExistingWorklog>();
  const listedAt = clock.now() - (clock.wallClock() - readAt);
  for (const [worklog, entry] of open) {
    const age = clock.wallClock() - entry.sentAt;
    // The time of the list counts: what was stored since is not in it, and looking up others may have taken long.
    const wait = journal.mayBeStoredUntil(entry) - readAt;
    const match = stored.get(worklog);
    const found = match && mayBeResult(entry, match, journal) ? match : undefined;
    const others = (changed.get(entry) ?? []).filter(({ id }) => !claimed.has(id));
    const candidates = match ? [match] : uniqueById([...(ambiguous.get(worklog) ?? []), ...others]);
    batch.takeOver(worklog, entry);
    if (found) batch.settleExisting([[worklog, toConfirmed(found)]]);
    else if (candidates.length > 0 && age < AMBIGUOUS_FOR_MS)
      batch.failUncertain(worklog, ambiguousMatch(worklog, candidates));
    else if (journal.mayBeUnlistedUntil(entry) > readAt)
      batch.waitForEarlier(worklog, sentEarlier(worklog), listedAt + wait - LATEST_COMMIT_MS);
    else {
      const named = new Set([...possibleCopies.values()].map(({ id }) => id));
      const unnamed = candidates.filter(({ id }) => !named.has(id));
      const [pair] = pairMostAlike([worklog], unnamed.length > 0 ? unnamed : candidates);
      if (pair) possibleCopies.set(...pair);
    }
  }
  return possibleCopies;
}

/**
 * A worklog that appeared since another entry was sent may have existed before this one. Where a part of the journal cannot be read, what became of
 * the entry may have been known, and its worklog have been changed since: then only one that is as it was sent is its result.
 */
function mayBeResult(entry: JournalEntry, worklog: ExistingWorklog, journal: Journal): boolean {
  if (!mayBe(entry, worklog, journal)) return false;
  return journal.unreadableSince(entry.sentAt).length === 0 || journal.looksAsSent(entry, worklog);
}

/** The content is not compared. Its time counts where one of two worklogs is deleted for it: else an equal one is not logged again. */
export function mayBe(entry: JournalEntry, worklog: ExistingWorklog, journal: Journal): boolean {
  return journal.hasAppearedSince(entry, worklog) && (!isMove(entry) || journal.isOfItsTime(entry, worklog));
}
