import type { JournalEntry as JournalEntryOutput } from "../../generated/outputs.ts";
import { toHours } from "../../timesheet/hours.ts";
import type { JournalEntry } from "../../timesheet/journal/entry.ts";
import type { Journal } from "../../timesheet/journal/journal.ts";

/**
 * `deleted`: it was stored, and TempoFiller deleted it. `unknown`: it has no outcome. `sent_again`: likewise, and it was sent again,
 * as a further entry.
 */
export type RememberedState = "stored" | "deleted" | "not_stored" | "unknown" | "sent_again";

/** A worklog that was sent, as `tempofiller journal --json` prints it. */
export interface Remembered extends JournalEntryOutput {
  state: RememberedState;
}

const STATES = {
  open: "unknown",
  replaced: "sent_again",
  notStored: "not_stored",
} as const satisfies Partial<Record<JournalEntry["state"], RememberedState>>;

export function remembered(journal: Journal): Remembered[] {
  return journal.entries().map((entry) => {
    const { sentAt, batch, issueKey, state, stored } = entry;
    const { date, seconds } = (stored && journal.edits.of(stored.id)) ?? stored ?? entry;
    const common = { sentAt: new Date(sentAt).toISOString(), batch, issueKey, date, hours: toHours(seconds) };
    if (state !== "stored") return { ...common, state: STATES[state] };
    const worklogId = stored?.id ?? "";
    return { ...common, state: journal.isDeleted(worklogId) ? "deleted" : "stored", worklogId };
  });
}
