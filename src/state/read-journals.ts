import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../timesheet/clock.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { Journal } from "../timesheet/journal/journal.ts";
import { journalInMemory } from "../timesheet/journal/records.ts";
import type { Owner } from "../timesheet/port.ts";
import { codeOf, isCode } from "./files.ts";
import { readJournalFile } from "./journal-lines.ts";

interface OwnerJournal {
  owner: Owner;
  journal: Journal;
}

interface Journals {
  journals: OwnerJournal[];
  /** Paths of journals that another version of TempoFiller has written, which this one leaves alone. */
  otherVersions: string[];
}

/** Read only: what is recorded in them is lost. None without a folder. @throws SettingsError if it cannot be read */
export function readJournals(folder: string, clock: Clock): Journals {
  const found: Journals = { journals: [], otherVersions: [] };
  try {
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".jsonl"))) {
      const path = join(folder, name);
      const file = readJournalFile(path);
      if (!file) continue;
      if ("otherFormat" in file) found.otherVersions.push(path);
      else {
        const { site, worker } = file.header;
        const journal = new Journal(journalInMemory(file.records), clock);
        found.journals.push({ owner: { site, worker }, journal });
      }
    }
    return found;
  } catch (error) {
    if (isCode(error, "ENOENT")) return found;
    throw new SettingsError(
      `The state folder ${folder} cannot be read (${codeOf(error)}). Set TEMPO_STATE_DIR to a folder that you can read and ` +
        "write, or to off.",
    );
  }
}
