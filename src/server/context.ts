import type { CallContext } from "../timesheet/call-context.ts";
import { noChanges } from "../timesheet/call-context.ts";
import type { Timesheet } from "../timesheet/port.ts";
import { DEADLINE_SHARE } from "../timesheet/timeline.ts";

/** What the server needs from the process that it runs in. */
export interface ServerContext extends Pick<CallContext, "clock" | "duplicates" | "lock" | "log"> {
  /** Opens the timesheet. Throws a `SettingsError` that says what to set if none is configured. */
  openTimesheet(): Promise<Timesheet>;
  /** How long a call may take, in milliseconds. */
  budget: number;
  /** Today's calendar date. */
  today(): string;
  /** Replaces every secret in a text. */
  redact(text: string): string;
  /** Whether every reply is checked against the contract: in tests and in debug mode. */
  checkReplies: boolean;
  /** Whether a reply is sent as structured content beside its text, and the schemas of the replies are published. */
  structuredContent: boolean;
  /** Whether a reply's `summary` comes before its lists. */
  summaryFirst: boolean;
}

/** What bounds a call and receives its reports. */
export interface CallOptions {
  signal: AbortSignal;
  progress?: CallContext["progress"];
  /** The prefix of its lines in the log. */
  name: string;
}

/** The context of a call that starts now. */
export function callContext(
  { clock, budget, duplicates, lock, log, today }: ServerContext,
  timesheet: Timesheet,
  { signal, progress = () => {}, name }: CallOptions,
): CallContext {
  return {
    timesheet,
    clock,
    signal,
    deadline: clock.now() + budget * DEADLINE_SHARE,
    today: today(),
    duplicates,
    lock,
    changes: noChanges(),
    progress,
    log: (line) => log(`${name}: ${line}`),
  };
}

/** The value of a JSON text, with secrets replaced in its strings, so that keys and numbers stay as they are. */
export function redactJson(json: string, { redact }: Pick<ServerContext, "redact">) {
  return JSON.parse(json, (_, value) => (typeof value === "string" ? redact(value) : value));
}
