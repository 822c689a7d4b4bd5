import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../timesheet/clock.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { Journal } from "../timesheet/journal/journal.ts";
import type { Owner } from "../timesheet/port.ts";
import { codeOf, isCode } from "./file-errors.ts";
import { readJournalFile } from "./journal-file.ts";
import { journalInMemory } from "./journal-memory.ts";

interface OwnerJournal {
  owner: Owner;
  journal: Journal;
}

/** Read only: what is recorded in them is lost. None without a folder. @throws SettingsError if it cannot be read */
export function readJournals(folder: string, clock: Clock): OwnerJournal[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .flatMap((name) => {
        const file = readJournalFile(join(folder, name));
        if (!file) return [];
        const { site, worker } = file.header;
        return [{ owner: { site, worker }, journal: new Journal(journalInMemory(file.records), clock) }];
      });
  } catch (error) {
    if (isCode(error, "ENOENT")) return [];
    throw new SettingsError(
      `The state folder ${folder} cannot be read (${codeOf(error)}). Set TEMPO_STATE_DIR to a folder that you can read and ` +
        "write, or to off.",
    );
  }
}
