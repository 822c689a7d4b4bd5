import type { CallContext } from "../call-context.ts";
import { contentKey } from "../content.ts";
import { groupBy } from "../group-by.ts";
import { toHours } from "../hours.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Journal } from "../journal/journal.ts";
import type { ExistingWorklog } from "../port.ts";

/**
 * Logs what a request that took effect very late, although it was rejected, or twice, or a read that was late, may have left behind: second copies
 * of what earlier calls have logged, entries that were reported as not stored, worklogs that counted as deleted, and own changes that are
 * undone. No reply would name them, since no later call need ask for the same entries.
 */
export function logLateEffects(
  existing: readonly ExistingWorklog[],
  context: CallContext,
  journal: Journal,
): void {
  const log = (line: string) => {
    if (isNew(line, journal)) context.log(line);
  };
  const copies = secondCopies(existing, journal);
  for (const [{ id, date, seconds }, { of, entry }] of copies)
    log(
      `worklog ${id}, ${toHours(seconds)} h on ${entry.issueKey} for ${date}, may be a second copy of worklog ${of}` +
        (journal.isDeleted(of)
          ? ", which was deleted; look at it in Tempo, and delete it too if it is"
          : "; look at both in Tempo, and delete one if they are the same hours"),
    );
  for (const { id, date, seconds } of lateEntries(existing, journal))
    log(
      `worklog ${id}, ${toHours(seconds)} h for ${date}, may be an entry that was reported as not stored: Tempo may have ` +
        "stored it all the same, or it was logged elsewhere; look at it in Tempo",
    );
  for (const worklog of existing) {
    const { id, date, seconds, createdAt } = worklog;
    if (copies.has(worklog) || !journal.isDeleted(id, createdAt)) continue;
    log(
      `worklog ${id}, ${toHours(seconds)} h for ${date}, is in Tempo, although it counted as deleted: an earlier response may have been ` +
        "late; look at it in Tempo, and delete it if its hours are logged twice",
    );
  }
  for (const worklog of existing) {
    if (!journal.isAsBeforeEdit(worklog)) continue;
    log(
      `worklog ${worklog.id} of ${worklog.date} looks as it did before it was changed: an earlier request may have been stored ` +
        "late, or it was changed back; look at it in Tempo",
    );
  }
}

/** The lines that were logged of each journal: what a list shows once, it shows in each call. */
const logged = new WeakMap<Journal, Set<string>>();

function isNew(line: string, journal: Journal): boolean {
  const lines = logged.get(journal) ?? new Set();
  logged.set(journal, lines);
  const before = lines.size;
  return lines.add(line).size > before;
}

/** The worklog that another one may repeat, and its entry. */
interface Repeated {
  of: string;
  entry: JournalEntry;
}

/**
 * Worklogs that may be second copies: each appeared since an entry was sent, and is no entry itself. It looks as the entry was sent, or as
 * Tempo shows the entry's worklog. Of equal ones, as many as have an unknown outcome are none.
 */
export function secondCopies(
  existing: readonly ExistingWorklog[],
  journal: Journal,
): Map<ExistingWorklog, Repeated> {
  const contentOf = (worklog: ExistingWorklog) => contentKey(worklog.issueId, worklog);
  const alike = groupBy(existing, contentOf);
  const unexplained = groupBy(
    existing.filter((worklog) => !journal.entryOf(worklog)),
    contentOf,
  );
  const copies = new Map<ExistingWorklog, Repeated>();
  for (const [content, worklogs] of unexplained)
    for (const [copy, repeated] of copiesOf(worklogs, alike.get(content) ?? [], journal))
      copies.set(copy, repeated);
  return copies;
}

/** Worklogs that look as an entry that was reported as not stored, and appeared since it was sent. */
function lateEntries(existing: readonly ExistingWorklog[], journal: Journal): ExistingWorklog[] {
  return existing.filter((worklog) => {
    const sent = journal.entriesOf({ ...worklog, issue: { id: worklog.issueId } });
    return (
      sent.some((entry) => journal.hasAppearedSince(entry, worklog)) &&
      sent.every(({ state }) => state === "notStored")
    );
  });
}

/** @param equal worklogs of one content that are no entries @param alike all of that content */
function copiesOf(
  equal: readonly ExistingWorklog[],
  alike: readonly ExistingWorklog[],
  journal: Journal,
): [ExistingWorklog, Repeated][] {
  const sent = equal[0] ? journal.entriesOf({ ...equal[0], issue: { id: equal[0].issueId } }) : [];
  const entries = [...new Set([...sent, ...alike.flatMap((worklog) => journal.entryOf(worklog) ?? [])])];
  const open = entries.filter(({ state }) => state === "open");
  const stored = entries.flatMap((entry) => (entry.stored ? { of: entry.stored.id, entry } : []));
  const present = [
    ...stored.filter(({ of }) => !journal.isDeleted(of)),
    ...open.flatMap((entry, index) => {
      const worklog = equal[index];
      return worklog ? { of: worklog.id, entry } : [];
    }),
  ];
  const repeated = present.length > 0 ? present : stored;
  const mayBeStored = entries.filter(({ state }) => state !== "notStored");
  return equal
    .slice(open.length)
    .filter((copy) => mayBeStored.some((entry) => journal.hasAppearedSince(entry, copy)))
    .flatMap((copy, index): [ExistingWorklog, Repeated][] => {
      const one = repeated[index % Math.max(1, repeated.length)];
      return one ? [[copy, one]] : [];
    });
}
