import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { codeOf, FILE_MODE, isCode, unusableFolder } from "../state/files.ts";
import { JOURNAL_ENDING, ownerIn, parseLines } from "../state/journal-file.ts";
import type { Clock } from "../timesheet/clock.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { Ledger } from "../timesheet/ledger/ledger.ts";
import { journalInMemory } from "../timesheet/ledger/records.ts";
import type { Owner } from "../timesheet/port.ts";

/** Creates a file in the folder, or in the nearest one above it that exists, and removes it. @throws SettingsError if it cannot */
export function checkStateFolder(folder: string): void {
  try {
    let existing = resolve(folder);
    while (!existsSync(existing)) existing = dirname(existing);
    const path = join(existing, `check.${randomBytes(6).toString("hex")}`);
    try {
      // A full disk still takes empty files.
      writeFileSync(path, "check", { mode: FILE_MODE, flag: "wx" });
    } finally {
      rmSync(path, { force: true });
    }
  } catch (error) {
    throw unusableFolder(folder, error);
  }
}

interface Journals {
  journals: { owner: Owner; ledger: Ledger }[];
  /** Paths of files that are no journals, or that a crash has damaged. */
  unreadable: string[];
}

/** Read only: what is recorded in them is lost. None without a folder. @throws SettingsError if it cannot be read */
export function readJournals(folder: string, clock: Clock): Journals {
  const found: Journals = { journals: [], unreadable: [] };
  try {
    for (const name of readdirSync(folder).filter((file) => file.endsWith(JOURNAL_ENDING))) {
      const path = join(folder, name);
      const text = readFileSync(path, "utf8");
      const owner = ownerIn(text);
      if (!owner) found.unreadable.push(path);
      else {
        const ledger = new Ledger(journalInMemory(parseLines(text.split("\n"), 1, path)), clock);
        found.journals.push({ owner, ledger });
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
