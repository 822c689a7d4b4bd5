import type { JournalEntry, JournalOutput } from "../../generated/outputs.ts";
import { localTime } from "../../runtime/clock.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { exactTime, toHours } from "../../timesheet/hours.ts";
import type { Ledger, Sent } from "../../timesheet/ledger/ledger.ts";
import { columns } from "../lines.ts";
import { readJournals } from "../state-folder.ts";

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
    .flatMap(({ owner, ledger }) =>
      ledger
        .all()
        .filter((sent) => sent.op === "create")
        .map((sent) => ({ owner, ledger, sent, entry: entryOf(sent, ledger) })),
    )
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

const WORDS = {
  stored: "stored",
  /** It was stored, and does not exist any more. */
  deleted: "deleted",
  not_stored: "not stored",
  /** It is in doubt, or only a user can say what became of it. */
  unknown: "outcome unknown",
};

/** An entry of the journal as `tempofiller journal --json` prints it. */
type Entry = JournalEntry & { state: keyof typeof WORDS };

function entryOf(sent: Sent<"create">, ledger: Ledger): Entry {
  const { at, batch, wanted, fate } = sent;
  const row = fate.is === "done" ? fate.row : undefined;
  const known = row && (ledger.row(row.id)?.known ?? row);
  const { issueKey = wanted.issueKey, date, seconds } = known ?? wanted;
  const copies = ledger.copiesOf(sent);
  const timeSpent = exactTime(seconds);
  const common = {
    sentAt: new Date(at).toISOString(),
    batch,
    issueKey,
    date,
    hours: toHours(seconds),
    ...(timeSpent !== undefined && { timeSpent }),
    ...(copies.length > 0 && { copies }),
  };
  if (!known) return { ...common, state: fate.is === "void" ? "not_stored" : "unknown" };
  const state = ledger.isGone(known.id) ? "deleted" : "stored";
  return { ...common, state, worklogId: known.id };
}

function row({ sent, entry, ledger }: { sent: Sent<"create">; entry: Entry; ledger: Ledger }): string[] {
  const { batch, sentAt, issueKey, date, hours, timeSpent, state, worklogId = "", copies = [] } = entry;
  const { replaces } = sent;
  const idNow = ledger.idNow(worklogId);
  return [
    localTime(new Date(sentAt)),
    replaces ? `move of ${replaces.id}` : `batch ${batch}`,
    issueKey,
    date,
    timeSpent ?? `${hours} h`,
    idNow === worklogId ? `${WORDS[state]} ${worklogId}` : `moved ${worklogId} to ${idNow}`,
    copies.length > 0 ? `perhaps again as ${copies.join(", ")}` : "",
  ];
}
