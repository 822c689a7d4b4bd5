import pLimit from "p-limit";
import type { CallContext } from "../call-context.ts";
import { ForbiddenError, type TimesheetError } from "../errors.ts";
import type { Journal } from "../journal/journal.ts";
import type { FullWorklog } from "../port.ts";
import { LIST_LAG_MS } from "../timeline.ts";
import { anotherUsers } from "../worklog-errors.ts";
import type { Batch, StoredJournalEntry } from "./batch.ts";

/** Why a worklog of a batch is not shown. `unfound`: it was stored a moment ago, and Tempo may not show it yet. */
export type Absence = "gone" | "unfound";

/** A worklog that a batch has stored. */
export interface BatchWorklog {
  id: string;
  /** The number of the entry in the journal that has its id: of its move, if it was moved. */
  entry: number;
  /** When the request that gave it its id was sent, in milliseconds since 1970, by the wall clock. */
  sentAt: number;
  issueKey: string;
  date: string;
  seconds: number;
  /** The worklog that Tempo holds, or why it is not known. */
  now: FullWorklog | Absence | TimesheetError;
}

export interface BatchNow {
  /** Worklogs that are unchanged since they were stored, and those that Tempo does not show. */
  worklogs: BatchWorklog[];
  /** Ids of those that were changed since, or may have been, and of those that unfinished moves have made of them: they are no longer what the batch has stored. */
  changed: string[];
}

/** Reads each worklog of a batch by its id. @param newContext of a call: each read has the time of one */
export async function readBatch(
  { stored }: Batch,
  journal: Journal,
  newContext: () => CallContext,
): Promise<BatchNow> {
  const { concurrency } = newContext().timesheet.createLimits;
  const read = await pLimit(concurrency).map(stored, async (entry) => {
    // A move may have given it its id.
    const { sentAt, entry: number } = journal.entryOfId(entry.stored.id) ?? entry;
    const now = await readNow(entry.stored.id, sentAt, newContext());
    return { entry, number, sentAt, now, isChanged: isWorklog(now) && isChanged(entry, now, journal) };
  });
  const issueIds = read.flatMap(({ now }) => (isWorklog(now) ? [now.issueId] : []));
  const context = newContext();
  const issues = await context.timesheet.issuesById([...new Set(issueIds)], context);
  return {
    worklogs: read.flatMap(({ entry, number, sentAt, now, isChanged }) => {
      if (isChanged) return [];
      const { id, date, seconds } = entry.stored;
      const issueKey = issues.get(entry.issueId)?.key ?? entry.issueKey;
      return [{ id, entry: number, sentAt, issueKey, date, seconds, now }];
    }),
    changed: read.flatMap(({ entry, isChanged }) => (isChanged ? journal.moves.idsNow(entry.stored.id) : [])),
  };
}

export function isWorklog(now: BatchWorklog["now"]): now is FullWorklog {
  return typeof now === "object" && "issueId" in now;
}

/** Why a worklog is not found that was sent at a time of the wall clock. */
export function absenceOf(sentAt: number, { clock }: CallContext): Absence {
  return clock.wallClock() - sentAt < LIST_LAG_MS ? "unfound" : "gone";
}

async function readNow(id: string, sentAt: number, context: CallContext): Promise<BatchWorklog["now"]> {
  try {
    const found = await context.timesheet.readWorklog(id, context);
    if (!found) return absenceOf(sentAt, context);
    return found.isOwn ? found.worklog : anotherUsers(id, "deleted");
  } catch (error) {
    // A worklog that the user may not see is not the user's own.
    if (error instanceof ForbiddenError) return error;
    throw error;
  }
}

/**
 * One that was created at another time is another worklog, however alike: Tempo gives ids again once it is restored from a backup, and what a
 * repeated call has found may have been logged by hand. Billable time is not compared, which Tempo may set by rules of its own at any time.
 */
function isChanged(entry: StoredJournalEntry, now: FullWorklog, journal: Journal): boolean {
  const { id, billableSeconds, isFound } = entry.stored;
  return (
    journal.moves.open().some(({ moves }) => moves.id === id) ||
    journal.entryOf({ id, createdAt: now.createdAt }) !== entry ||
    (isFound && !journal.isOfItsTime(entry, now)) ||
    journal.edits.has(id) ||
    journal.identityOf(entry, now) !== "same" ||
    !journal.looksAsStored(entry, { ...now, billableSeconds })
  );
}
