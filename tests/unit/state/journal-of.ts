import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JournalFile } from "../../../src/state/journal-file.ts";
import type {
  JournalRecord,
  KnownWorklog,
  ReadRecord,
  Wanted,
} from "../../../src/timesheet/ledger/records.ts";
import { watchedFolder } from "../../helpers/disk.ts";

export const OWNER = { site: "https://acme.example.com", worker: "ada" };
export const HEADER = JSON.stringify({ version: 1, ...OWNER });

const TIME = { issueId: "1", date: "2026-01-05", seconds: 60, billableSeconds: 60 };
const TEXTS = { comment: "Confidential", start: "Confidential", attributes: "Confidential" };

/** A worklog as records keep it, and as they announce it. */
export const ROW: KnownWorklog = { id: "7", ...TIME, ...TEXTS };
export const WANTED: Wanted = { ...TIME, issueKey: "PROJ-1", ...TEXTS };

const RECORDS: { [Type in JournalRecord["type"]]: Omit<Extract<JournalRecord, { type: Type }>, "at"> } = {
  intent: {
    ...{ type: "intent", batch: 1, seen: ["6"], plan: "digest" },
    intents: [
      { number: 1, op: "create", wanted: WANTED, replaces: ROW },
      { number: 2, op: "change", before: ROW, wanted: WANTED },
      { number: 3, op: "delete", before: ROW },
      { number: 4, op: "status", period: "2026-01-01", from: "open", effect: "submitted" },
    ],
  },
  again: { type: "again", numbers: [1] },
  lost: { type: "lost", numbers: [1] },
  done: { type: "done", fates: [{ number: 1, row: ROW }] },
  void: { type: "void", numbers: [2] },
  unsure: { type: "unsure", fates: [{ number: 3, may: ["7"] }] },
  gone: { type: "gone", ids: ["7"] },
  copy: { type: "copy", id: "8", of: 1 },
};

export const TYPES = Object.keys(RECORDS) as JournalRecord["type"][];

/** A record of each type. */
export const recordOf = (type: JournalRecord["type"]) => ({ at: 1, ...RECORDS[type] }) as JournalRecord;

/** A record that must be flushed before its request leaves. */
export const announced = (number = 1): JournalRecord => ({
  ...{ type: "intent", at: 1, batch: number },
  intents: [{ number, op: "create", wanted: WANTED }],
});

/** One that needs no flush. */
export const gone = (at: number, ...ids: string[]): JournalRecord => ({ type: "gone", at, ids });

/** A journal of these lines after its header. */
export function journalOf(lines: string[]) {
  const disk = watchedFolder();
  const path = join(disk.folder, "name.jsonl");
  const before = [HEADER, ...lines, ""].join("\n");
  writeFileSync(path, before);
  const journal = new JournalFile(disk.folder, "name", OWNER);
  journal.open();
  return {
    ...disk,
    path,
    journal,
    before,
    text: () => readFileSync(path, "utf8"),
    files: () => readdirSync(disk.folder),
  };
}

/** All that was added since, as the next holder of the lease reads it in parts. */
export function readAll(journal: JournalFile): ReadRecord[] {
  journal.open();
  const records = journal.readNew();
  while (journal.hasMore) records.push(...journal.readNew());
  return records;
}
