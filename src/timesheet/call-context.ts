import type { Clock } from "./clock.ts";
import type { CallScope, Timesheet } from "./port.ts";
import type { Writers } from "./writers.ts";

/** All that a call has changed in Tempo so far. A call that breaks or is cancelled has no reply that could say it. */
export interface CallChanges {
  stored: string[];
  deleted: string[];
  possiblyDeleted: Set<string>;
  edited: string[];
  possiblyEdited: Set<string>;
  /** First dates of periods. */
  submitted: string[];
  possiblySubmitted: Set<string>;
  /** Descriptions, not ids. */
  possiblyStored: string[];
}

export interface CallContext extends CallScope {
  timesheet: Timesheet;
  /** Its wall clock is steady: times of the journal are compared with it. */
  clock: Clock;
  today: string;
  duplicates: "skip" | "allow";
  /** Whether a change in a period that is not open is refused before it is sent. */
  checksPeriods: boolean;
  /** HH:mm from which on the posted worklogs of a date start, one after another; undefined for no start time. */
  startTime: string | undefined;
  writers: Writers;
  changes: CallChanges;
  /** How many worklogs of the call are settled; never decreases. */
  progress(settled: number, total: number): void;
  log(line: string): void;
  /** Logs a line in debug mode. */
  debug(line: string): void;
}

export function noChanges(): CallChanges {
  return {
    stored: [],
    deleted: [],
    possiblyDeleted: new Set(),
    edited: [],
    possiblyEdited: new Set(),
    submitted: [],
    possiblySubmitted: new Set(),
    possiblyStored: [],
  };
}
