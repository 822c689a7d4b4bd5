import type { JournalEntry as JournalEntryOutput } from "../../generated/outputs.ts";
import { toHours } from "../../timesheet/hours.ts";
import type { Ledger, Sent } from "../../timesheet/ledger/ledger.ts";

/** `deleted`: it was stored, and does not exist any more. `unknown`: it is in doubt, or only a user can say what became of it. */
export type RememberedState = "stored" | "deleted" | "not_stored" | "unknown";

/** A worklog that was sent. */
export interface Remembered {
  /** The object that `tempofiller journal --json` prints. */
  entry: JournalEntryOutput & { state: RememberedState };
  /** The id of the worklog that it replaced; undefined unless it was sent to move one. */
  moves: string | undefined;
  /** The id that its worklog has since it was moved; undefined unless it was. */
  movedTo: string | undefined;
}

export function remembered(ledger: Ledger): Remembered[] {
  return ledger.all().flatMap((sent) => {
    if (sent.op !== "create") return [];
    const id = sent.fate.is === "done" ? sent.fate.row?.id : undefined;
    const now = id && ledger.idNow(id);
    return [
      {
        entry: outputOf(sent, ledger),
        moves: sent.replaces?.id,
        movedTo: now === id ? undefined : now,
      },
    ];
  });
}

function outputOf(sent: Sent<"create">, ledger: Ledger): Remembered["entry"] {
  const { at, batch, wanted, fate } = sent;
  const row = fate.is === "done" ? fate.row : undefined;
  const known = row && (ledger.row(row.id)?.known ?? row);
  const { issueKey = wanted.issueKey, date, seconds } = known ?? wanted;
  const copies = ledger.copiesOf(sent);
  const common = {
    sentAt: new Date(at).toISOString(),
    batch,
    issueKey,
    date,
    hours: toHours(seconds),
    ...(copies.length > 0 && { copies }),
  };
  if (!known) return { ...common, state: fate.is === "void" ? "not_stored" : "unknown" };
  const state = ledger.isGone(known.id) ? "deleted" : "stored";
  return { ...common, state, worklogId: known.id };
}
