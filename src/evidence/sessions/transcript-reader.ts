import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { EvidenceContext } from "../../timesheet/draft/evidence.ts";
import { cancelled } from "../within-time.ts";
import { ASSISTANTS, type Assistant } from "./assistants.ts";
import { type Moment, readTranscript, type Transcript } from "./transcript.ts";

/** The moments in an assistant's transcripts, and counts of what was not read. */
export interface TranscriptsRead {
  /** Whether the assistant has a folder of transcripts. */
  exists: boolean;
  moments: Moment[];
  /** Whether any line names a time, or there is none to read. */
  hasTimes: boolean;
  skippedLines: number;
  links: number;
  /** The dates on which compressed transcripts begin, as their names have them; empty if they have none. */
  compressed: readonly string[];
  unreadable: number;
  /** Transcripts for which no time was left. */
  unread: number;
}

/** Moments of all transcripts: more than a year of work at full time has minutes. */
const MAX_REMEMBERED = 200_000;

const WHAT = "the sessions of coding assistants";

class OutOfTimeError extends Error {}

interface Remembered extends TranscriptFile {
  transcript: Transcript;
}

/** Reads transcripts, and remembers of each what a draft takes from it: the draft is made again when it is confirmed. */
export class TranscriptReader {
  /** Transcripts by path, in the order in which they were read. */
  readonly #known = new Map<string, Remembered>();
  /** The range of a draft and the days before it are read at once, from the same transcripts. */
  readonly #running = new WeakMap<AbortSignal, Map<string, Promise<Transcript>>>();

  /**
   * @param since transcripts that were not changed since then are not opened; milliseconds since 1970
   * @throws CancelledError
   */
  async read(
    assistant: Assistant,
    folder: string,
    since: number,
    context: EvidenceContext,
  ): Promise<TranscriptsRead> {
    const isOver = () => context.signal.aborted || context.clock.now() >= context.deadline;
    const found = await findTranscripts(assistant, folder, since, isOver);
    if (context.signal.aborted) throw cancelled(WHAT);
    const transcripts: Transcript[] = [];
    const failures = { unreadable: found?.unreadable ?? 0, unread: found?.unread ?? 0 };
    for (const file of found?.files ?? []) {
      try {
        transcripts.push(await this.#transcript(file, assistant, context));
      } catch (error) {
        if (error instanceof OutOfTimeError) failures.unread += 1;
        else if (error instanceof Error && "syscall" in error) failures.unreadable += 1;
        else throw error;
      }
    }
    return {
      exists: found !== undefined,
      moments: transcripts.flatMap(({ moments }) => moments),
      hasTimes: transcripts.length === 0 || transcripts.some(({ hasTimes }) => hasTimes),
      skippedLines: transcripts.reduce((sum, { skipped }) => sum + skipped, 0),
      links: found?.links ?? 0,
      compressed: found?.compressed ?? [],
      ...failures,
    };
  }

  async #transcript(
    file: TranscriptFile,
    assistant: Assistant,
    context: EvidenceContext,
  ): Promise<Transcript> {
    const check = () => checkCall(context);
    check();
    const known = this.#known.get(file.path);
    if (known?.changedAt === file.changedAt && known.bytes === file.bytes) return known.transcript;
    const running = this.#running.get(context.signal) ?? new Map<string, Promise<Transcript>>();
    this.#running.set(context.signal, running);
    const reading = running.get(file.path) ?? readTranscript(file.path, assistant, check);
    running.set(file.path, reading);
    try {
      const transcript = await reading;
      this.#remember({ ...file, transcript });
      return transcript;
    } finally {
      running.delete(file.path);
    }
  }

  #remember(read: Remembered): void {
    this.#known.delete(read.path);
    this.#known.set(read.path, read);
    let sum = 0;
    for (const { transcript } of this.#known.values()) sum += transcript.moments.length;
    for (const [path, { transcript }] of this.#known) {
      if (sum <= MAX_REMEMBERED) return;
      this.#known.delete(path);
      sum -= transcript.moments.length;
    }
  }
}

function checkCall({ signal, clock, deadline }: EvidenceContext): void {
  if (signal.aborted) throw cancelled(WHAT);
  if (clock.now() >= deadline) throw new OutOfTimeError();
}

interface TranscriptFile {
  path: string;
  /** Milliseconds since 1970. */
  changedAt: number;
  bytes: number;
}

interface Found {
  /** The one that was changed last is the first. */
  files: TranscriptFile[];
  /** Links, which are not followed. */
  links: number;
  /** Those that are compressed, as Codex does with old ones, and not unpacked beside. The oldest supported Node cannot read them. */
  compressed: string[];
  /** Folders and files that cannot be read. */
  unreadable: number;
  /** Folders and files for which no time was left. */
  unread: number;
}

const TRANSCRIPT = /\.jsonl(\.zst)?$/;
const COMPRESSED = ".zst";

/**
 * The transcripts of an assistant that were changed since a time.
 *
 * @param folder the assistant's own, which may be a link
 * @param since milliseconds since 1970
 * @returns undefined if the assistant keeps none there
 */
async function findTranscripts(
  assistant: Assistant,
  folder: string,
  since: number,
  isOver: () => boolean,
): Promise<Found | undefined> {
  const { folders, levels } = ASSISTANTS[assistant];
  const found: Found = { files: [], links: 0, compressed: [], unreadable: 0, unread: 0 };
  const isThere: boolean[] = [];
  for (const name of folders) isThere.push(await search(join(folder, name), levels));
  if (!isThere.includes(true)) return undefined;
  const paths = new Set(found.files.map(({ path }) => path));
  const compressed = found.files.filter(({ path }) => path.endsWith(COMPRESSED));
  found.compressed = compressed
    .filter(({ path }) => !paths.has(path.slice(0, -COMPRESSED.length)))
    .map(({ path }) => /\d{4}-\d{2}-\d{2}(?=T)/.exec(basename(path))?.[0] ?? "");
  found.files = found.files.filter((file) => !compressed.includes(file));
  found.files.sort((a, b) => b.changedAt - a.changedAt || (a.path < b.path ? -1 : 1));
  return found;

  /** @returns whether the folder exists */
  async function search(at: string, below: number): Promise<boolean> {
    const entries = await entriesOf(at);
    if (!entries) found.unreadable += 1;
    for (const entry of entries === "missing" ? [] : (entries ?? [])) {
      const path = join(at, entry.name);
      const isFolder = entry.isDirectory() && below > 0;
      if (entry.isSymbolicLink()) found.links += 1;
      else if (!isFolder && !(entry.isFile() && TRANSCRIPT.test(entry.name))) continue;
      else if (isOver()) found.unread += 1;
      else if (isFolder) await search(path, below - 1);
      else await add(path);
    }
    return entries !== "missing";
  }

  async function add(path: string): Promise<void> {
    const status = await stat(path).catch(() => undefined);
    if (!status) found.unreadable += 1;
    else if (status.mtimeMs >= since)
      found.files.push({ path, changedAt: status.mtimeMs, bytes: status.size });
  }
}

/** Undefined if the folder cannot be read. */
function entriesOf(folder: string): Promise<Dirent[] | "missing" | undefined> {
  const isMissing = ({ code }: NodeJS.ErrnoException) => (code === "ENOENT" ? "missing" : undefined);
  return readdir(folder, { withFileTypes: true }).catch(isMissing);
}
