import pLimit from "p-limit";
import type { CallContext } from "../call-context.ts";
import { ForbiddenError, type TimesheetError } from "../errors.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { FullWorklog } from "../port.ts";
import { LIST_LAG_MS } from "../timeline.ts";
import { anotherUsers } from "../worklog-errors.ts";
import type { Batch, StoredEntry } from "./batch.ts";

/** Why a worklog of a batch is not shown. `unfound`: it was stored a moment ago, and Tempo may not show it yet. */
export type Absence = "gone" | "unfound";

/** A worklog that a batch has stored. */
export interface BatchWorklog {
  id: string;
  /** When it was stored, in milliseconds since 1970, by the wall clock. */
  storedAt: number;
  issueKey: string;
  date: string;
  seconds: number;
  /** The worklog that Tempo holds, or why it is not known. */
  now: FullWorklog | Absence | TimesheetError;
}

export interface BatchNow {
  /** Worklogs that are unchanged since they were stored, and those that Tempo does not show. */
  worklogs: BatchWorklog[];
  /**
   * Ids of those that were changed since, or are not proven to be what the batch has stored, and of those that unfinished moves have made of them: undo keeps
   * them.
   */
  changed: string[];
}

/** Reads each worklog of a batch by its id. @param newContext of a call: each read has the time of one */
export async function readBatch(
  { stored }: Batch,
  ledger: Ledger,
  newContext: () => CallContext,
): Promise<BatchNow> {
  const { concurrency } = newContext().timesheet.createLimits;
  const read = await pLimit(concurrency).map(stored, async (entry) => {
    const storedAt = entry.sent.fate.is === "done" ? entry.sent.fate.at : entry.sent.at;
    const now = await readNow(entry.id, storedAt, newContext());
    return { entry, storedAt, now, isChanged: isWorklog(now) && isChanged(entry, now, ledger) };
  });
  const issueIds = read.flatMap(({ now }) => (isWorklog(now) ? [now.issueId] : []));
  const context = newContext();
  const issues = await context.timesheet.issuesById([...new Set(issueIds)], context);
  return {
    worklogs: read.flatMap(({ entry: { sent, row, id }, storedAt, now, isChanged }) => {
      if (isChanged) return [];
      const issueKey = issues.get(row.issueId)?.key ?? sent.wanted.issueKey;
      return [{ id, storedAt, issueKey, date: row.date, seconds: row.seconds, now }];
    }),
    changed: read.flatMap(({ entry, isChanged }) => (isChanged ? idsOf(entry, ledger) : [])),
  };
}

export function isWorklog(now: BatchWorklog["now"]): now is FullWorklog {
  return typeof now === "object" && "issueId" in now;
}

/** Why a worklog is not found that was stored at a time of the wall clock. */
export function absenceOf(storedAt: number, { clock }: CallContext): Absence {
  return clock.wallClock() - storedAt < LIST_LAG_MS ? "unfound" : "gone";
}

async function readNow(id: string, storedAt: number, context: CallContext): Promise<BatchWorklog["now"]> {
  try {
    const found = await context.timesheet.readWorklog(id, context);
    if (!found) return absenceOf(storedAt, context);
    return found.isOwn ? found.worklog : anotherUsers(id, "deleted");
  } catch (error) {
    // A worklog that the user may not see is not the user's own.
    if (error instanceof ForbiddenError) return error;
    throw error;
  }
}

/** Billable time is not compared, which Tempo may set by rules of its own at any time. */
function isChanged({ sent, row, id }: StoredEntry, now: FullWorklog, ledger: Ledger): boolean {
  return (
    id !== row.id ||
    (sent.fate.is === "done" && !sent.fate.isProven) ||
    ledger.openMoves().some(({ replaces }) => replaces.id === id) ||
    ledger.identityOf(row, now) !== "same" ||
    !ledger.looksAs(row, { ...now, billableSeconds: row.billableSeconds })
  );
}

/** The ids that an entry's worklog may have by now. */
function idsOf({ id }: StoredEntry, ledger: Ledger): string[] {
  const made = ledger.openMoves().flatMap(({ replaces, fate }) => {
    const row = fate.is === "done" ? fate.row : undefined;
    return replaces.id === id && row ? [row.id] : [];
  });
  return [id, ...made];
}
