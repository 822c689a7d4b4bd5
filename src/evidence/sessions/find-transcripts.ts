import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ASSISTANTS, type Assistant } from "./assistants.ts";

export interface TranscriptFile {
  path: string;
  /** Milliseconds since 1970. */
  changedAt: number;
  bytes: number;
}

export interface Found {
  /** The one that was changed last is the first. */
  files: TranscriptFile[];
  /** Links, which are not followed. */
  links: number;
  /** Folders and files that cannot be read. */
  unreadable: number;
}

/**
 * The transcripts of an assistant that were changed since a time.
 *
 * @param folder the assistant's own, which may be a link
 * @param since milliseconds since 1970
 * @returns undefined if the assistant keeps none there
 */
export async function findTranscripts(
  assistant: Assistant,
  folder: string,
  since: number,
): Promise<Found | undefined> {
  const { folder: name, levels } = ASSISTANTS[assistant];
  const found: Found = { files: [], links: 0, unreadable: 0 };
  const entries = await entriesOf(join(folder, name));
  if (entries === "missing") return undefined;
  await search(join(folder, name), entries, levels, since, found);
  found.files.sort((a, b) => b.changedAt - a.changedAt || (a.path < b.path ? -1 : 1));
  return found;
}

async function search(
  folder: string,
  entries: readonly Dirent[] | undefined,
  levels: number,
  since: number,
  found: Found,
): Promise<void> {
  if (!entries) {
    found.unreadable += 1;
    return;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) found.links += 1;
    else if (entry.isDirectory() && levels > 0) {
      const below = await entriesOf(path);
      if (below !== "missing") await search(path, below, levels - 1, since, found);
    } else if (entry.isFile() && entry.name.endsWith(".jsonl")) {
      const status = await stat(path).catch(() => undefined);
      if (!status) found.unreadable += 1;
      else if (status.mtimeMs >= since)
        found.files.push({ path, changedAt: status.mtimeMs, bytes: status.size });
    }
  }
}

/** Undefined if the folder cannot be read. */
async function entriesOf(folder: string): Promise<Dirent[] | "missing" | undefined> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isMissing ? "missing" : undefined;
  }
}
