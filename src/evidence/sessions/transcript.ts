import type { Assistant } from "./assistants.ts";
import { LINE_READERS, type Moment, NEEDED, type Surroundings } from "./read-line.ts";
import { readLines } from "./read-lines.ts";

const MINUTE_MS = 60_000;

/** The part of a transcript that a draft takes. */
export interface Transcript {
  moments: readonly Moment[];
  /** Whether any line of it names a time. */
  hasTimes: boolean;
  /** The number of its lines that are not understood. */
  skipped: number;
}

/**
 * Reads a transcript. An assistant writes many lines a minute; the first one of each minute, folder and branch is kept, since hours are
 * rounded to minutes at least.
 *
 * @param check called now and then, throws to stop
 * @throws an error of the file system, or of `check`
 */
export async function readTranscript(
  path: string,
  assistant: Assistant,
  check: () => void,
): Promise<Transcript> {
  const around: Surroundings = { session: undefined, folder: undefined, branch: undefined };
  const kept = new Map<string, Moment>();
  let hasTimes = false;
  let skipped = 0;
  await readLines(path, {
    check,
    tooLong() {
      skipped += 1;
    },
    line(text, isLast) {
      if (text.trim() === "") return;
      const line = objectIn(text);
      if (!line) {
        if (!isLast) skipped += 1;
        return;
      }
      if (line.timestamp !== undefined) hasTimes = true;
      const reading = LINE_READERS[assistant](line, around);
      if (reading === "not understood") skipped += 1;
      else if (reading !== "no moment") keepFirst(kept, { ...reading, session: reading.session ?? path });
    },
  });
  return { moments: [...kept.values()], hasTimes, skipped };
}

/** Keeps the first moment of a minute, folder and branch; it is the user's if any of them is. */
export function keepFirst(kept: Map<string, Moment>, moment: Moment): void {
  const minute = Math.floor(moment.at / MINUTE_MS);
  const key = JSON.stringify([minute, moment.session, moment.folder, moment.branch]);
  const other = kept.get(key);
  if (!other) {
    kept.set(key, moment);
    return;
  }
  other.at = Math.min(other.at, moment.at);
  other.isOfUser ||= moment.isOfUser;
}

/** Undefined for what is no object of JSON. A line without what every moment needs is not parsed: it is not used. */
function objectIn(text: string): Record<string, unknown> | undefined {
  if (!text.includes(NEEDED)) return text.startsWith("{") && text.trimEnd().endsWith("}") ? {} : undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
