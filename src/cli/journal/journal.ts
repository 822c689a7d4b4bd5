import type { JournalOutput } from "../../generated/outputs.ts";
import { localTime } from "../../runtime/today.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { columns } from "../columns.ts";
import { readJournals } from "../state-folder.ts";
import { type Remembered, type RememberedState, remembered } from "./remembered.ts";

interface JournalOptions {
  /** Undefined if nothing is to be remembered. */
  stateFolder: string | undefined;
  clock: Clock;
  /** The most entries to show, of all users together. */
  last: number;
  json: boolean;
  print(line: string): void;
}

export function showJournal({ stateFolder, clock, last, json, print }: JournalOptions): void {
  const { journals, unreadable } =
    stateFolder === undefined ? { journals: [], unreadable: [] } : readJournals(stateFolder, clock);
  const all = journals
    .flatMap(({ owner, ledger }) => remembered(ledger).map((sent) => ({ owner, ...sent })))
    // Requests of one batch leave side by side, so those are in the order of their dates.
    .sort((a, b) =>
      a.owner === b.owner && a.entry.batch === b.entry.batch
        ? a.entry.date.localeCompare(b.entry.date)
        : a.entry.sentAt.localeCompare(b.entry.sentAt),
    );
  const shown = groupBy(all.slice(-last), ({ owner }) => owner);
  if (json) {
    const report: JournalOutput = {
      ...(stateFolder !== undefined && { stateFolder }),
      journals: [...shown].map(([owner, group]) => ({
        ...owner,
        entries: group.map(({ entry }) => entry),
      })),
      ...(unreadable.length > 0 && { otherVersions: unreadable }),
    };
    print(JSON.stringify(report, undefined, 2));
  } else if (stateFolder === undefined) {
    print("TEMPO_STATE_DIR is off, so nothing is remembered.");
  } else {
    for (const path of unreadable) print(`${path} cannot be shown: it is not of this version, or damaged.`);
    if (shown.size === 0) {
      if (unreadable.length === 0) print(`No entries yet in ${stateFolder}.`);
      return;
    }
    for (const [{ site, worker }, group] of shown)
      for (const line of [`${site}, ${worker}`, "", ...columns(group.map(row)), ""]) print(line);
    print(
      all.length > last
        ? `The last ${last} of ${all.length} entries; --last ${all.length} shows all.`
        : `${all.length} ${all.length === 1 ? "entry" : "entries"} in ${stateFolder}.`,
    );
  }
}

const WORDS: Record<RememberedState, string> = {
  stored: "stored",
  deleted: "deleted",
  not_stored: "not stored",
  unknown: "outcome unknown",
};

function row({ entry, moves, movedTo }: Remembered): string[] {
  const { batch, sentAt, issueKey, date, hours, state, worklogId = "", copies = [] } = entry;
  return [
    localTime(new Date(sentAt)),
    moves === undefined ? `batch ${batch}` : `move of ${moves}`,
    issueKey,
    date,
    `${hours} h`,
    movedTo === undefined ? `${WORDS[state]} ${worklogId}` : `moved ${worklogId} to ${movedTo}`,
    copies.length > 0 ? `perhaps again as ${copies.join(", ")}` : "",
  ];
}
