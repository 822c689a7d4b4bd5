import type { JournalEntry as JournalEntryOutput } from "../../generated/outputs.ts";
import { toHours } from "../../timesheet/hours.ts";
import type { JournalEntry } from "../../timesheet/journal/entry.ts";
import type { Journal } from "../../timesheet/journal/journal.ts";

/**
 * `deleted`: it was stored, and TempoFiller deleted it. `unknown`: it has no outcome. `sent_again`: likewise, and it was sent again,
 * as a further entry.
 */
export type RememberedState = "stored" | "deleted" | "not_stored" | "unknown" | "sent_again";

/** A worklog that was sent. */
export interface Remembered {
  /** The object that `tempofiller journal --json` prints. */
  entry: JournalEntryOutput & { state: RememberedState };
  /** The id of the worklog that it replaced; undefined unless it was sent to move one. */
  moves: string | undefined;
  /** The id that its worklog has since it was moved; undefined unless it was. */
  movedTo: string | undefined;
}

const STATES = {
  open: "unknown",
  replaced: "sent_again",
  notStored: "not_stored",
} as const satisfies Partial<Record<JournalEntry["state"], RememberedState>>;

export function remembered(journal: Journal): Remembered[] {
  return journal.entries().map((entry) => ({
    entry: outputOf(entry, journal),
    moves: entry.moves?.id,
    movedTo: journal.movedTo(entry)?.stored?.id,
  }));
}

function outputOf(entry: JournalEntry, journal: Journal): Remembered["entry"] {
  const { sentAt, batch, state, stored } = entry;
  const now = { ...entry, ...stored, ...(stored && journal.edits.of(stored.id)) };
  const { issueKey, date, seconds } = now;
  const common = { sentAt: new Date(sentAt).toISOString(), batch, issueKey, date, hours: toHours(seconds) };
  if (state !== "stored") return { ...common, state: STATES[state] };
  const worklogId = stored?.id ?? "";
  return { ...common, state: journal.isDeleted(worklogId) ? "deleted" : "stored", worklogId };
}
