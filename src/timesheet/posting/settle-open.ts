import type { CallContext } from "../call-context.ts";
import { isWithin } from "../dates.ts";
import { isMove, type JournalEntry } from "../journal/entry.ts";
import type { Journal } from "../journal/journal.ts";
import { cancelledBeforeSending, leaseLost } from "../not-sent.ts";
import type { ExistingWorklog } from "../port.ts";
import {
  AMBIGUOUS_FOR_MS,
  LATEST_COMMIT_MS,
  LONGEST_WRITE_MS,
  UNKNOWN_LIST_LAG_MS,
  UNSETTLED_POLL_MS,
} from "../timeline.ts";
import { uniqueById } from "../worklogs.ts";
import type { Writer } from "../writers.ts";
import { findUnlisted } from "./day-hours.ts";
import { listExisting } from "./list-existing.ts";
import { readChanged } from "./read-changed.ts";

/** Why entries stay without an outcome. */
export interface Unsettled {
  entries: JournalEntry[];
  /** Worklogs that may be some of them, changed by Tempo; none if the call had no time to see. */
  candidates: ExistingWorklog[];
  /** The time in milliseconds until lists show whatever became of them, or, if there are candidates, until they are old. */
  wait: number;
  /** Whether they were sent so long ago that nothing will tell any more. */
  isOld: boolean;
}

/**
 * Settles the entries of a batch without an outcome: reads until Tempo can no longer store them, and its lists show it. The text of
 * their comments is not known here, so only a worklog that equals an entry is taken for it.
 *
 * @returns what stays without an outcome; undefined if nothing does
 * @throws TimesheetError if the worklogs cannot be read, CancelledError, NotSentError if the lease is lost
 */
export async function settleOpen(
  batch: JournalEntry["batch"],
  context: CallContext,
  writer: Writer,
): Promise<Unsettled | undefined> {
  const { clock, deadline, signal } = context;
  const { journal } = writer;
  const settledAt = clock.now() + timeUntilListed(openOf(batch, journal), journal, clock.wallClock());
  for (;;) {
    const entries = openOf(batch, journal);
    if (entries.length === 0) return undefined;
    const isLate = clock.now() >= settledAt;
    const read = await readAppeared(entries, context, writer);
    if (!writer.mayWrite()) throw leaseLost();
    adoptEqual(entries, read.appeared, journal);
    const left = openOf(batch, journal);
    if (left.length === 0) return undefined;
    if (isLate && !read.isBehind) {
      const changed = await readChanged(left, context, journal);
      return withCandidates(left, read.appeared, changed, journal, clock.wallClock());
    }
    if (clock.now() + UNSETTLED_POLL_MS >= deadline) {
      const wait = Math.max(UNSETTLED_POLL_MS, settledAt - clock.now());
      return { entries: left, candidates: [], wait, isOld: false };
    }
    await clock.sleep(UNSETTLED_POLL_MS, signal);
    if (signal.aborted) throw cancelledBeforeSending();
  }
}

/** Settles those that nothing may be that has appeared. @param changed since then @returns the others */
function withCandidates(
  open: readonly JournalEntry[],
  appeared: readonly ExistingWorklog[],
  changed: ReadonlyMap<JournalEntry, ExistingWorklog[]>,
  journal: Journal,
  wallClock: number,
): Unsettled | undefined {
  const isCandidate = (worklog: ExistingWorklog) => open.some((entry) => mayBe(entry, worklog, journal));
  const entries = open.filter(
    (entry) => changed.has(entry) || appeared.some((worklog) => mayBe(entry, worklog, journal)),
  );
  journal.notStored(open.filter((entry) => !entries.includes(entry)).map(({ entry }) => entry));
  if (entries.length === 0) return undefined;
  const oldAt = Math.max(...entries.map(({ sentAt }) => sentAt)) + AMBIGUOUS_FOR_MS;
  const wait = Math.min(AMBIGUOUS_FOR_MS, Math.max(0, oldAt - wallClock));
  const candidates = uniqueById([...appeared.filter(isCandidate), ...[...changed.values()].flat()]);
  return { entries, candidates, wait, isOld: wait === 0 };
}

function openOf(batch: JournalEntry["batch"], journal: Journal): JournalEntry[] {
  return journal.entries().filter((entry) => entry.batch === batch && entry.state === "open");
}

function timeUntilListed(entries: readonly JournalEntry[], journal: Journal, wallClock: number): number {
  const longest = LONGEST_WRITE_MS + LATEST_COMMIT_MS + UNKNOWN_LIST_LAG_MS;
  const until = Math.max(0, ...entries.map((entry) => journal.mayBeUnlistedUntil(entry)));
  return Math.min(longest, Math.max(0, until - wallClock));
}

/** The worklogs on the dates of entries that no journal knows, and whether the list lacks one that it knows. */
async function readAppeared(entries: readonly JournalEntry[], context: CallContext, writer: Writer) {
  const { journal } = writer;
  const dates = entries.map(({ date }) => date).sort();
  const range = { startDate: dates[0] ?? "", endDate: dates.at(-1) ?? "" };
  const { existing, readAt } = await listExisting(range, context, writer);
  return {
    appeared: existing.filter((worklog) => !journal.entryOf(worklog)),
    isBehind: findUnlisted(existing, journal, readAt).stored.some(({ date }) => isWithin(range, date)),
  };
}

/** Takes worklogs that no journal knows for the entries that they equal. */
export function adoptEqual(
  entries: readonly JournalEntry[],
  appeared: readonly ExistingWorklog[],
  journal: Journal,
): void {
  const left = new Set(entries);
  const stored = appeared.flatMap((worklog) => {
    const equal = new Set(journal.entriesOf({ ...worklog, issue: { id: worklog.issueId } }));
    const entry = [...left].find(
      (it) =>
        mayBe(it, worklog, journal) &&
        (isMove(it)
          ? journal.isResultOfMove(it, worklog)
          : equal.has(it) && journal.isOfItsTime(it, worklog)),
    );
    if (!entry) return [];
    left.delete(entry);
    return [{ entry: entry.entry, stored: worklog, isFound: true }];
  });
  journal.stored(stored);
}

/**
 * Takes a worklog that is about to be changed for the entry without an outcome that it equals, of whatever batch, or else for the only one of its
 * hours, as a post does: changed, it could not be recognised.
 *
 * @returns whether it is the result of one
 */
export function adoptBeforeChange(worklog: ExistingWorklog, { journal }: Writer): boolean {
  const open = journal.entries().filter(({ state }) => state === "open");
  adoptEqual(open, [worklog], journal);
  const [entry, ...others] = open.filter(
    (it) =>
      !isMove(it) &&
      it.seconds === worklog.seconds &&
      mayBe(it, worklog, journal) &&
      journal.isOfItsTime(it, worklog),
  );
  if (entry && others.every(({ comment }) => comment === entry.comment))
    journal.stored([{ entry: entry.entry, stored: worklog, isFound: true }]);
  return open.some(({ state }) => state === "stored");
}

/** The duration is not compared: some instances round it. */
function mayBe(entry: JournalEntry, worklog: ExistingWorklog, journal: Journal): boolean {
  const { issueId, date } = entry;
  return worklog.issueId === issueId && worklog.date === date && journal.hasAppearedSince(entry, worklog);
}
