import pLimit from "p-limit";
import type { CallContext } from "../call-context.ts";
import { deleteIfStill, digestOfDeletions, readIfOwn } from "../editing/delete-worklogs.ts";
import { NotFoundError, TimesheetError } from "../errors.ts";
import { groupBy } from "../group-by.ts";
import { isInDoubt, isLater, type Ledger, type Sent } from "../ledger/ledger.ts";
import type { KnownWorklog } from "../ledger/records.ts";
import type { FullWorklog } from "../port.ts";
import { LIST_LAG_MS } from "../timeline.ts";

/** An entry that is stored, and the worklog as it was stored. */
export interface StoredEntry {
  sent: Sent<"create">;
  row: KnownWorklog;
  /** The id that the worklog has now: moves may have given it another one. */
  id: string;
  /** When it was stored, in milliseconds since 1970, by the wall clock. */
  storedAt: number;
  /** Whether the worklog is proven to be the entry's own. */
  isProven: boolean;
}

/** The entries that one call has sent, as they are known now. */
export interface Batch {
  number: number;
  /** When it was sent, in milliseconds since 1970, by the wall clock. */
  at: number;
  stored: StoredEntry[];
  /** Ids of the worklogs that it has stored and that do not exist any more. */
  deleted: string[];
  /** Entries that may still be stored. */
  inDoubt: Sent<"create">[];
  /** Entries of which only a user can say which worklog they are, if any. */
  unsure: Sent<"create">[];
}

/** Why a worklog of a batch is not shown. `unfound`: it was stored a moment ago, and Tempo may not show it yet. */
export type Absence = "gone" | "unfound";

/** A stored entry, with the worklog that Tempo holds or why that is not known. */
export interface BatchWorklog extends StoredEntry {
  now: FullWorklog | Absence | TimesheetError;
}

export interface BatchNow {
  /** Worklogs that are unchanged since they were stored, and those that Tempo does not show. */
  worklogs: BatchWorklog[];
  /** Ids of those that were changed since or are not proven to be the batch's own, and of what unfinished moves have made of them: undo keeps them. */
  changed: string[];
}

export type Deletion = "deleted" | "changed" | Absence | TimesheetError;

/** The batch that an id means; undefined if there is none. A move is no batch. */
export function batchOfId(ledger: Ledger, id: string): Batch | undefined {
  return batchesOf(ledger).find(({ number }) => String(number) === id);
}

/** The batch that was sent last, of those of which something is stored or may be; undefined if there is none. */
export function lastBatch(ledger: Ledger): Batch | undefined {
  return batchesOf(ledger)
    .filter(({ stored, inDoubt, unsure }) => stored.length + inDoubt.length + unsure.length > 0)
    .reduce<Batch | undefined>((last, batch) => (last && isLater(last, batch) ? last : batch), undefined);
}

function batchesOf(ledger: Ledger): Batch[] {
  const sent = ledger.all().flatMap((it) => (it.op === "create" && !it.replaces ? [it] : []));
  return [...groupBy(sent, ({ batch }) => batch)].map(([number, entries]) =>
    batchOf(number, entries, ledger),
  );
}

function batchOf(number: number, entries: readonly Sent<"create">[], ledger: Ledger): Batch {
  const done = entries.flatMap((sent): StoredEntry[] => {
    const { fate } = sent;
    if (fate.is !== "done" || !fate.row) return [];
    const { row, at: storedAt, isProven } = fate;
    return [{ sent, row, id: ledger.idNow(row.id), storedAt, isProven }];
  });
  return {
    number,
    at: entries[0]?.at ?? 0,
    // Requests of one batch leave side by side, in no certain order.
    stored: done
      .filter(({ id }) => !ledger.isGone(id))
      .sort((a, b) => a.row.date.localeCompare(b.row.date) || a.sent.number - b.sent.number),
    deleted: done.flatMap(({ id }) => (ledger.isGone(id) ? [id] : [])),
    inDoubt: entries.filter(isInDoubt),
    // A late answer may decide them while others are read.
    unsure: entries.filter(({ fate }) => fate.is === "unsure").map((sent) => ({ ...sent })),
  };
}

/** Reads each worklog of a batch by its id. @param newContext of a call: each read has the time of one */
export async function readBatch(
  { stored }: Batch,
  ledger: Ledger,
  newContext: () => CallContext,
): Promise<BatchNow> {
  const { concurrency } = newContext().timesheet.createLimits;
  const worklogs = await pLimit(concurrency).map(stored, async (entry): Promise<BatchWorklog> => {
    const context = newContext();
    return { ...entry, now: (await readIfOwn(entry.id, context)) ?? absenceOf(entry.storedAt, context) };
  });
  return {
    worklogs: worklogs.filter((worklog) => !isChanged(worklog, ledger)),
    changed: worklogs.flatMap((worklog) =>
      isChanged(worklog, ledger) ? [worklog.id, ...madeOf(worklog, ledger)] : [],
    ),
  };
}

/** Why a worklog is not found that was stored at a time of the wall clock. */
export function absenceOf(storedAt: number, { clock }: CallContext): Absence {
  return clock.wallClock() - storedAt < LIST_LAG_MS ? "unfound" : "gone";
}

export function isWorklog(now: BatchWorklog["now"]): now is FullWorklog {
  return typeof now === "object" && "issueId" in now;
}

/** Billable time is not compared, which Tempo may set by rules of its own at any time. */
function isChanged(worklog: BatchWorklog, ledger: Ledger): boolean {
  const { row, isProven, now } = worklog;
  return (
    isWorklog(now) &&
    (!isProven ||
      madeOf(worklog, ledger).length > 0 ||
      ledger.identityOf(row, now) !== "same" ||
      !ledger.isUnchanged(row, { ...now, billableSeconds: row.billableSeconds }))
  );
}

/** The ids of the worklogs that unfinished moves have made of a worklog. */
function madeOf({ id }: StoredEntry, ledger: Ledger): string[] {
  return ledger.openMoves().flatMap(({ replaces, fate }) => {
    const row = fate.is === "done" ? fate.row : undefined;
    return replaces.id === id && row ? [row.id] : [];
  });
}

/** Deletes a worklog as it was shown. @param context of this delete alone, since other processes may post between two of them */
export async function deleteShown(
  { id, now, storedAt }: BatchWorklog,
  context: CallContext,
): Promise<Deletion> {
  if (isWorklog(now)) {
    const shown = digestOfDeletions([now]);
    try {
      const deleted = await deleteIfStill((found) => digestOfDeletions([found]) === shown, id, context);
      return deleted === undefined ? "changed" : "deleted";
    } catch (error) {
      if (!(error instanceof TimesheetError)) throw error;
      if (!(error instanceof NotFoundError)) return error;
    }
  } else if (now !== "gone") return now;
  const absence = absenceOf(storedAt, context);
  if (absence === "gone") await rememberGone(id, storedAt, context);
  return absence;
}

/** Once Tempo is restored, another call may have stored a worklog under its id meanwhile, which is not gone. */
async function rememberGone(id: string, storedAt: number, context: CallContext): Promise<void> {
  const owner = await context.timesheet.getOwner(context);
  await context.writers.run(owner, context, async ({ ledger }) => {
    if ((ledger.row(id)?.at ?? 0) <= storedAt) ledger.gone([id]);
  });
}
