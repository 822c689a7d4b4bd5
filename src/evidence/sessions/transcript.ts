import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { RecordReader } from "../records.ts";
import type { Assistant } from "./assistants.ts";

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
function keepFirst(kept: Map<string, Moment>, moment: Moment): void {
  const minute = Math.floor(moment.at / MINUTE_MS);
  const key = JSON.stringify([minute, moment.session, moment.folder, moment.branch]);
  const other = kept.get(key);
  const at = Math.min(moment.at, other?.at ?? moment.at);
  kept.set(key, { ...moment, at, isOfUser: moment.isOfUser || other?.isOfUser === true });
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

/** The facts of a transcript that a line may leave to an earlier one. */
interface Surroundings {
  session: string | undefined;
  folder: string | undefined;
  branch: string | undefined;
}

/** The facts that a draft takes from one line of a transcript: no text of the session is among them. */
export interface Moment {
  /** Milliseconds since 1970. */
  at: number;
  session: string | undefined;
  /** An absolute path. */
  folder: string;
  branch: string | undefined;
  /** Whether the user wrote the line, and not the assistant or one of its tools. */
  isOfUser: boolean;
}

/** A line that names no time or no folder holds no moment; one that names them in another form is not understood. */
type Reading = Moment | "no moment" | "not understood";

type LineReader = (line: Fields, around: Surroundings) => Reading;

type Fields = Record<string, unknown>;

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

const MAX_PATH = 4096;
const MAX_SESSION = 200;

/** A line without this text holds no moment. */
const NEEDED = '"timestamp"';

/** Reads a line of a transcript, and notes in `around` what it says of the lines after it. */
const LINE_READERS: Record<Assistant, LineReader> = {
  "claude-code"(line, around) {
    if (line.cwd !== undefined) {
      around.folder = pathOf(line.cwd);
      around.branch = branchOf(line.gitBranch);
      if (around.folder === undefined) return "not understood";
    }
    around.session = nameOf(line.sessionId) ?? around.session;
    return momentAt(line.timestamp, around, isOfUser(line));
  },
  codex({ type, timestamp, payload }, around) {
    const { cwd, git, id, type: kind } = fieldsOf(payload);
    if ((type === "session_meta" || type === "turn_context") && cwd !== undefined) {
      around.folder = pathOf(cwd);
      if (around.folder === undefined) return "not understood";
    }
    if (type === "session_meta") {
      around.session = nameOf(id);
      around.branch = branchOf(fieldsOf(git).branch);
    }
    return momentAt(timestamp, around, type === "event_msg" && kind === "user_message");
  },
};

function momentAt(timestamp: unknown, { session, folder, branch }: Surroundings, isOfUser: boolean): Reading {
  if (timestamp === undefined) return "no moment";
  const at = typeof timestamp === "string" && ISO.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  if (Number.isNaN(at)) return "not understood";
  return folder === undefined ? "no moment" : { at, session, folder, branch, isOfUser };
}

/** Results of tools come as messages of the user, too, and so does what an assistant tells another. */
function isOfUser({ type, isSidechain, isMeta, toolUseResult, message }: Fields): boolean {
  if (type !== "user" || isSidechain === true || isMeta === true || toolUseResult !== undefined) return false;
  const { content } = fieldsOf(message);
  return !(Array.isArray(content) && content.some((part) => fieldsOf(part).type === "tool_result"));
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** Undefined unless it is an absolute path, of whatever system. */
function pathOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > MAX_PATH || /\p{Cc}/u.test(value)) return undefined;
  return /^(\/|\\\\|[A-Za-z]:[\\/])/.test(value) ? value : undefined;
}

/** A working tree that is on no branch has HEAD in its place. */
function branchOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value !== "HEAD" && value.length <= MAX_PATH
    ? value
    : undefined;
}

function nameOf(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= MAX_SESSION ? value : undefined;
}

const CHUNK_BYTES = 1024 * 1024;

/** Pictures that a user shows to an assistant are in its lines. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

const LINE_END = 10;

/** Windows has neither. */
const NO_LINKS = constants.O_NOFOLLOW ?? 0;
const NON_BLOCKING = constants.O_NONBLOCK ?? 0;

interface Lines {
  /** @param isLast whether the file ends with it and not with a line end, so it may still be written */
  line(text: string, isLast: boolean): void;
  tooLong(): void;
  /** Called for each piece of the file. @throws to stop */
  check(): void;
}

/** Calls back for each line of a regular file, of which at most one is in memory. @throws an error of the file system, or of `check` */
async function readLines(path: string, lines: Lines): Promise<void> {
  const file = await open(path, constants.O_RDONLY | NO_LINKS | NON_BLOCKING);
  try {
    const status = await file.stat();
    if (!status.isFile()) return;
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, status.size));
    const records = new RecordReader(LINE_END, MAX_LINE_BYTES, (record, isCut, isLast) => {
      if (isCut) lines.tooLong();
      else lines.line(record.toString("utf8"), isLast);
    });
    // The file of a session that goes on grows meanwhile.
    for (let position = 0; position < status.size; ) {
      lines.check();
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) break;
      records.add(buffer.subarray(0, bytesRead));
      position += bytesRead;
    }
    records.end();
  } finally {
    await file.close();
  }
}
