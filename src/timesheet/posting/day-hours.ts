import { durationKey } from "../content.ts";
import { secondsByDate, type Time } from "../day-balance.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Journal } from "../journal/journal.ts";
import type { KnownWorklog } from "../journal/records.ts";
import { DAY_SECONDS } from "../limits.ts";
import type { ExistingWorklog } from "../port.ts";
import { LIST_LAG_MS } from "../timeline.ts";
import { tooManyHours } from "./errors.ts";
import { isWorklog, type Row, type RowOutcome } from "./outcome.ts";
import type { PostingRun } from "./run.ts";

/** Hours that a list of existing worklogs does not show. */
export interface Unlisted {
  /** Stored or changed a moment ago, on whatever date. */
  stored: KnownWorklog[];
  /** Sent by earlier calls, without an outcome: may still be stored. */
  open: JournalEntry[];
}

/**
 * Fails each worklog with which its date would have more than 24 hours, in the order of the call. What counts: what exists, what
 * earlier calls have stored or may still store although the list does not show it, and the worklogs before this one. A worklog that
 * an earlier call has sent counts as that; it is not sent again if its date is too full for it.
 *
 * @param readAt when the list was requested, by the wall clock
 */
export function refuseOverfullDays(
  run: PostingRun,
  existing: readonly ExistingWorklog[],
  readAt: number,
): void {
  const { batch, writer } = run;
  const { stored, open } = findUnlisted(existing, writer.journal, readAt);
  const unlisted = secondsByDate([...stored, ...open]);
  const total = secondsByDate(existing);
  for (const [date, seconds] of unlisted) total.set(date, (total.get(date) ?? 0) + seconds);
  for (const worklog of batch.uncertain())
    if ((total.get(worklog.date) ?? 0) > DAY_SECONDS) run.notAgain.add(worklog);
  for (const worklog of batch.ready()) {
    const { date, seconds } = worklog;
    const sum = (total.get(date) ?? 0) + seconds;
    if (sum <= DAY_SECONDS) total.set(date, sum);
    else batch.fail([worklog], tooManyHours(worklog, sum, unlisted.get(date) ?? 0));
  }
}

/** The seconds of the worklogs on the dates of the rows that are stored, by date: those that existed, and those stored now. */
export function bookedSeconds(
  rows: readonly Row[],
  outcomes: readonly RowOutcome[],
  existing: readonly ExistingWorklog[],
): Map<string, number> {
  const byId = new Map<string, Time>(existing.map((worklog) => [worklog.id, worklog]));
  const dates = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const outcome = outcomes[index];
    if (!isWorklog(row) || !outcome || !("stored" in outcome)) continue;
    byId.set(outcome.stored.id, outcome.stored);
    dates.add(row.date);
  }
  const total = secondsByDate([...byId.values()]);
  return new Map([...dates].map((date) => [date, total.get(date) ?? 0]));
}

/** @param readAt when the list was requested, by the wall clock */
export function findUnlisted(
  existing: readonly ExistingWorklog[],
  journal: Journal,
  readAt: number,
): Unlisted {
  const listed = new Set(existing.map(({ id }) => id));
  const unexplained = [...existing];
  const open = journal.openAt(readAt).filter((entry) => {
    const key = durationKey(entry.issueId, entry);
    const index = unexplained.findIndex(
      (worklog) => durationKey(worklog.issueId, worklog) === key && journal.hasAppearedSince(entry, worklog),
    );
    if (index >= 0) unexplained.splice(index, 1);
    return index < 0;
  });
  const stored = journal.storedSince(readAt - LIST_LAG_MS).filter(({ id }) => !listed.has(id));
  return { stored, open };
}
