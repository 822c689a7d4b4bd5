import type { Assistant } from "./assistants.ts";

/** The facts of a transcript that a line may leave to an earlier one. */
export interface Surroundings {
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
export type Reading = Moment | "no moment" | "not understood";

type LineReader = (line: Fields, around: Surroundings) => Reading;

type Fields = Record<string, unknown>;

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

const MAX_PATH = 4096;
const MAX_SESSION = 200;

/** A line without this text holds no moment. */
export const NEEDED = '"timestamp"';

/** Reads a line of a transcript, and notes in `around` what it says of the lines after it. */
export const LINE_READERS: Record<Assistant, LineReader> = {
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
