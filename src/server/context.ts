import type { Clock } from "../timesheet/clock.ts";
import type { CallScope, Timesheet } from "../timesheet/port.ts";

/** What answering a request needs from outside, whatever is asked. */
export interface Runner {
  /** Opens the timesheet; throws a `SettingsError` that says what to set where none is configured. */
  openTimesheet(): Promise<Timesheet>;
  /** How long a call may take, in milliseconds. */
  budget: number;
  clock: Clock;
  /** Today's calendar date. */
  today(): string;
  /** Writes a line to stderr. */
  log(line: string): void;
  /** Takes every secret out of a text. */
  redact(text: string): string;
}

/** The share of a call's time after which nothing is waited for any more, so that the answer is in time. */
const ANSWERING_SHARE = 0.95;

/** The bounds of a call that starts now. */
export function callScope({ clock, budget }: Runner, signal: AbortSignal): CallScope {
  return { signal, deadline: clock.now() + budget * ANSWERING_SHARE };
}

/** The value of a JSON text, redacted text by text, so that its keys and numbers stay as they are. */
export function redactJson(json: string, { redact }: Runner) {
  return JSON.parse(json, (_, value) => (typeof value === "string" ? redact(value) : value));
}
