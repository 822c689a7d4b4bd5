import type { Redact } from "../text/show.ts";
import type { Reader } from "../text/words.ts";
import type { CallChanges } from "./call-changes.ts";
import type { Clock } from "./clock.ts";
import type { DayHours } from "./day-balance.ts";
import type { EvidenceAccess } from "./draft/draft.ts";
import type { CallScope, Timesheet } from "./port.ts";
import type { Writers } from "./writers.ts";

export interface CallContext extends CallScope {
  timesheet: Timesheet;
  /** Its wall clock is steady: times of the journal are compared with it. */
  clock: Clock;
  today: string;
  /** The reader of what the call replies. */
  reader: Reader;
  duplicates: "skip" | "allow";
  /** Whether a tool that plans does no more than that, whatever digest it is given: the user is yet to be asked. */
  onlyPlans: boolean;
  /** Whether a change in a period that is not open is refused before it is sent. */
  checksPeriods: boolean;
  /** HH:mm from which on the posted worklogs of a date start, one after another; undefined for no start time. */
  startTime: string | undefined;
  writers: Writers;
  /** The user's sources of evidence, and rules, for drafts. */
  evidence: EvidenceAccess;
  changes: CallChanges;
  /** Reports the number of settled worklogs of the call, which never decreases. */
  progress(settled: number, total: number): void;
  /** Reports the hours of the dates that the call has logged on, once they are stored; never if the schedule cannot be read. */
  logged(days: readonly DayHours[]): void;
  log(line: string): void;
  /** Logs a line in debug mode. */
  debug(line: string): void;
  redact: Redact;
}
