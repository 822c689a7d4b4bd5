import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JournalFile } from "../../../src/state/journal-file.ts";
import { watchedFolder } from "../../helpers/disk.ts";

export const OWNER = { site: "https://acme.example.com", worker: "ada" };
export const HEADER = JSON.stringify({ version: 1, ...OWNER });

/** A journal of these lines after its header. */
export function journalOf(lines: string[], header = HEADER) {
  const disk = watchedFolder();
  const path = join(disk.folder, "name.jsonl");
  const before = [header, ...lines, ""].join("\n");
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

export const pause = async () => {};
