import { isLater, isMove, type Ledger, type Move, type Sent } from "../ledger/ledger.ts";
import type { KnownWorklog } from "../ledger/records.ts";

/** An entry that is stored, and the worklog as it was stored. */
export interface StoredEntry {
  sent: Sent<"create">;
  row: KnownWorklog;
  /** The id that the worklog has now: moves may have given it another one. */
  id: string;
}

/** The entries that one call has sent. */
export interface Batch {
  number: number;
  /** Milliseconds since 1970, by the wall clock. */
  sentAt: number;
  stored: StoredEntry[];
  /** Ids of the worklogs that it has stored and that do not exist any more. */
  deleted: string[];
  /** Entries that may still be stored. */
  inDoubt: Sent<"create">[];
  /** Entries of which only a user can say which worklog they are, if any. */
  unsure: Sent<"create">[];
}

/** The batch that an id means; undefined if there is none. */
export function batchOfId(ledger: Ledger, id: string): Batch | undefined {
  const found = entriesOf(ledger).find(({ batch }) => String(batch) === id);
  return found && batchOf(ledger, found.batch);
}

/** The batch that was sent last, of those of which something is stored or may be; undefined if there is none. */
export function lastBatch(ledger: Ledger): Batch | undefined {
  const last = lastOf(entriesOf(ledger).filter((sent) => mayBeStored(sent, ledger)));
  return last && batchOf(ledger, last.batch);
}

/** The batch that was sent last before another one, of those of which something is stored or may be; undefined if there is none. */
export function batchBefore({ number }: Pick<Batch, "number">, ledger: Ledger): Batch | undefined {
  const entries = entriesOf(ledger);
  const first = entries.find(({ batch }) => batch === number);
  const last = lastOf(
    entries.filter(
      (sent) =>
        first &&
        sent.batch !== number &&
        !isLater(sent, first) &&
        mayBeStored(sent, ledger) &&
        !isChanged(sent, ledger),
    ),
  );
  return last && batchOf(ledger, last.batch);
}

/** The move that an id means as if it were a batch; undefined if there is none. */
export function moveOf(ledger: Ledger, id: string): Move | undefined {
  return ledger
    .all()
    .filter(isMove)
    .find(({ batch }) => String(batch) === id);
}

/** A batch of the ledger, as it is known now. */
export function batchOf(ledger: Ledger, number: number): Batch {
  const entries = entriesOf(ledger).filter(({ batch }) => batch === number);
  const done = entries.flatMap((sent): StoredEntry[] => {
    const row = sent.fate.is === "done" ? sent.fate.row : undefined;
    return row ? [{ sent, row, id: ledger.idNow(row.id) }] : [];
  });
  return {
    number,
    sentAt: entries[0]?.at ?? 0,
    // Requests of one batch leave side by side, in no certain order.
    stored: done
      .filter(({ id }) => !ledger.isGone(id))
      .sort((a, b) => a.row.date.localeCompare(b.row.date) || a.sent.number - b.sent.number),
    deleted: done.flatMap(({ id }) => (ledger.isGone(id) ? [id] : [])),
    inDoubt: entries.filter(({ fate }) => fate.is === "sent" || fate.is === "lost"),
    unsure: entries.filter(({ fate }) => fate.is === "unsure"),
  };
}

/** The entries of batches: a move is none. */
function entriesOf(ledger: Ledger): Sent<"create">[] {
  return ledger.all().flatMap((sent) => (sent.op === "create" && !sent.replaces ? [sent] : []));
}

function lastOf(entries: readonly Sent<"create">[]): Sent<"create"> | undefined {
  return entries.reduce<Sent<"create"> | undefined>(
    (latest, sent) => (latest && isLater(latest, sent) ? latest : sent),
    undefined,
  );
}

function mayBeStored({ fate }: Sent<"create">, ledger: Ledger): boolean {
  if (fate.is !== "done") return fate.is !== "void";
  return fate.row !== undefined && !ledger.isGone(ledger.idNow(fate.row.id));
}

/** Whether a call has changed or moved its worklog, which undo then keeps. */
function isChanged({ fate }: Sent<"create">, ledger: Ledger): boolean {
  const row = fate.is === "done" ? fate.row : undefined;
  return row !== undefined && (ledger.row(row.id)?.known !== row || ledger.idNow(row.id) !== row.id);
}
