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
  const around: Surroundings = {
    ...{ session: undefined, folder: undefined, branch: undefined },
    isOfProgram: false,
  };
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

/** Keeps the first moment of a minute, folder and branch; it is the user's if any of them is, and unknown if all of them are. */
function keepFirst(kept: Map<string, Moment>, moment: Moment): void {
  const minute = Math.floor(moment.at / MINUTE_MS);
  const key = JSON.stringify([minute, moment.session, moment.folder, moment.branch]);
  const other = kept.get(key);
  const at = Math.min(moment.at, other?.at ?? moment.at);
  kept.set(key, { ...moment, at, isOfUser: moment.isOfUser || (other?.isOfUser ?? moment.isOfUser) });
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
  /** Whether a program or another assistant began the session, and every prompt in it is theirs. */
  isOfProgram: boolean;
}

/** The facts that a draft takes from one line of a transcript: no text of the session is among them. */
export interface Moment {
  /** Milliseconds since 1970. */
  at: number;
  session: string | undefined;
  /** An absolute path. */
  folder: string;
  branch: string | undefined;
  /** Whether the user wrote the line; undefined if it does not tell. */
  isOfUser: boolean | undefined;
  /** Names the line, also where another session has a copy of it. */
  id?: string | undefined;
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
  // Its forms were seen in the versions 2.0.0 to 2.1.287.
  "claude-code"(line, around) {
    if (line.cwd !== undefined && !moveTo(line.cwd, line.gitBranch, around)) return "not understood";
    around.session = nameOf(line.sessionId) ?? around.session;
    const moment = momentAt(line.timestamp, around, isOfUser(line));
    const id = nameOf(fieldsOf(line.forkedFrom).messageUuid ?? line.uuid);
    return typeof moment === "string" ? moment : { ...moment, id };
  },
  // Its forms were seen in the versions 0.61 to 0.160. A rollout that goes on from another one repeats that one's beginning after its own.
  codex({ type, timestamp, payload }, around) {
    const fields = fieldsOf(payload);
    const isFirst = type === "session_meta" && around.session === undefined;
    if (isFirst) Object.assign(around, originOf(fields));
    if ((isFirst || type === "turn_context") && fields.cwd !== undefined) {
      if (!moveTo(fields.cwd, isFirst ? fieldsOf(fields.git).branch : around.branch, around))
        return "not understood";
    }
    return momentAt(timestamp, around, type === "event_msg" && isPrompt(fields) ? true : undefined);
  },
  // Its forms were seen in the versions 0.0.407 to 1.0.88. An agent's events name it.
  copilot({ type, timestamp, agentId, data }, around) {
    const fields = fieldsOf(data);
    const { cwd, branch } = type === "session.context_changed" ? fields : fieldsOf(fields.context);
    if (type === "session.start") {
      around.session = nameOf(fields.sessionId);
      around.isOfProgram = fields.detachedFromSpawningParentSessionId !== undefined;
    }
    if (cwd !== undefined && !moveTo(cwd, branch, around)) return "not understood";
    const isOfUser =
      agentId === undefined &&
      (fields.source ?? "user") === "user" &&
      fields.isAutopilotContinuation !== true;
    return momentAt(timestamp, around, type === "user.message" ? isOfUser : undefined);
  },
};

/** @returns whether the folder is understood */
function moveTo(cwd: unknown, branch: unknown, around: Surroundings): boolean {
  around.folder = pathOf(cwd);
  around.branch = branchOf(branch);
  return around.folder !== undefined;
}

function momentAt(
  timestamp: unknown,
  { session, folder, branch, isOfProgram }: Surroundings,
  isOfUser: boolean | undefined,
): Reading {
  if (timestamp === undefined) return "no moment";
  const at = typeof timestamp === "string" && ISO.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  if (Number.isNaN(at)) return "not understood";
  if (folder === undefined) return "no moment";
  return { at, session, folder, branch, isOfUser: isOfProgram ? false : isOfUser };
}

/** The beginnings of messages that assistants write in the user's name. */
const INJECTED =
  /^\s*(?:<(?:task-notification|teammate-message|scheduled-task|local-command-stdout|bash-stdout|environment_context|user_instructions|subagent_notification|turn_aborted)\b|# AGENTS\.md instructions|This session is being continued from a previous conversation)/;

/** @param content a text, or parts of which some are texts */
function isInjected(content: unknown): boolean {
  const first = Array.isArray(content) ? content.map((part) => fieldsOf(part).text)[0] : content;
  return typeof first === "string" && INJECTED.test(first);
}

/** Programs in which the user writes, although they speak to Claude Code as a program does. */
const ENTRYPOINTS_OF_USERS: readonly unknown[] = ["claude-desktop", "claude-vscode"];

/**
 * Whether the user wrote a line of Claude Code, in whose transcripts the results of tools, summaries, notices of tasks and what one
 * assistant tells another are lines of the user, too. A message for a busy assistant is an attachment.
 */
function isOfUser(line: Fields): boolean | undefined {
  const { type, message, isSidechain, entrypoint, promptSource, turnOrigin = promptSource } = line;
  if (isSidechain === true) return false;
  const queued = type === "attachment" ? fieldsOf(line.attachment) : {};
  if (type !== "user" && queued.type !== "queued_command") return undefined;
  const { content } = fieldsOf(message);
  const isNoPrompt =
    [line.isMeta, line.isCompactSummary, line.isVisibleInTranscriptOnly].includes(true) ||
    line.toolUseResult !== undefined ||
    (Array.isArray(content) && content.some((part) => fieldsOf(part).type === "tool_result")) ||
    (queued.commandMode ?? "prompt") !== "prompt";
  if (isNoPrompt) return false;
  const { kind } = fieldsOf(queued.origin ?? line.origin);
  if (kind !== undefined) return kind === "human";
  if (turnOrigin === "sdk" || String(entrypoint).startsWith("sdk-"))
    return ENTRYPOINTS_OF_USERS.includes(entrypoint);
  if (line.turnOrigin !== undefined) return turnOrigin === "human";
  return promptSource !== "system" && !isInjected(queued.prompt ?? content);
}

/** The session that a rollout of Codex belongs to, and who began it. The work of an agent that another one spawned is of the other's session. */
function originOf(meta: Fields): Pick<Surroundings, "session" | "isOfProgram"> {
  const { id, session_id, parent_thread_id, source, originator, thread_source } = meta;
  const { subagent } = fieldsOf(source);
  const parent = parent_thread_id ?? fieldsOf(fieldsOf(subagent).thread_spawn).parent_thread_id;
  return {
    session: nameOf(session_id ?? parent) ?? nameOf(id),
    isOfProgram:
      subagent !== undefined ||
      (thread_source ?? "user") !== "user" ||
      ["exec", "mcp"].includes(String(source)) ||
      originator === "codex_exec",
  };
}

/** Whether an event of Codex is a message of the user. Since 0.148 it is the completion of an item. */
function isPrompt({ type, kind, message, item }: Fields): boolean {
  if (type === "user_message") return (kind ?? "plain") === "plain" && !isInjected(message);
  const { type: itemType, content } = fieldsOf(item);
  return type === "item_completed" && itemType === "UserMessage" && !isInjected(content);
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
