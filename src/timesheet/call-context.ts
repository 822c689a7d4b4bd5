import type { Redact } from "../text/show.ts";
import type { Reader } from "../text/words.ts";
import type { CallChanges } from "./call-changes.ts";
import type { Clock } from "./clock.ts";
import type { DayHours } from "./day-balance.ts";
import type { EvidenceAccess } from "./draft/draft.ts";
import type { TimesheetError } from "./errors.ts";
import type { Ledger } from "./ledger/ledger.ts";
import type { CallScope, Owner, Timesheet } from "./port.ts";

export interface CallContext extends CallScope {
  timesheet: Timesheet;
  /** Its wall clock is steady: times of the journal are compared with it. */
  clock: Clock;
  /** The date in the zone of the user's profile in Jira, as soon as anything has read it; in that of the machine before. */
  readonly today: string;
  /** The reader of what the call replies. */
  reader: Reader;
  duplicates: "skip" | "allow";
  /** Whether a tool that plans does no more than that, whatever digest it is given: the user is yet to be asked. */
  onlyPlans: boolean;
  /** The batch that several calls are for `undo`; undefined for a call that is one of its own. */
  batch?: SharedBatch | undefined;
  /** Whether a change in a period that is not open is refused before it is sent. */
  checksPeriods: boolean;
  /** Whether replies show start times and attributes, and whether what Tempo requires of an entry is checked before it is sent too. */
  details: "off" | "shown" | "checked";
  /** HH:mm from which on the posted worklogs of a date start, one after another; undefined for no start time. */
  startTime: string | undefined;
  writers: Writers;
  /** The user's sources of evidence, and rules, for drafts. */
  evidence: EvidenceAccess;
  changes: CallChanges;
  /** Reports the number of settled worklogs of the call, which never decreases. */
  progress(settled: number, total: number): void;
  /** Reports the hours of the dates that the call has logged on, once they are stored, or of those of a plan, without what it adds; never if the schedule cannot be read. */
  logged(days: readonly DayHours[]): void;
  /** Reports why an entry of the call has failed. */
  failed(failure: TimesheetError): void;
  log(line: string): void;
  /** Logs a line in debug mode. */
  debug(line: string): void;
  redact: Redact;
}

export interface SharedBatch {
  /** Its number, once the first of its calls has sent an entry. */
  number?: number;
}

/** The right to write for one user on one site. */
export interface Writer {
  /** Whether a write may be sent now, as far as is known here. Once false, it stays so: another process may be writing. */
  mayWrite(): boolean;
  /**
   * Awaited right before each write. What the ledger has recorded is durable then.
   *
   * @throws NotSentError if the write may not be sent
   */
  confirm(): Promise<void>;
  ledger: Ledger;
  /** Whether other processes can read what the ledger has recorded, also after this one. */
  isKept(): boolean;
  /** Records an answer that has come after its call had ended, in a turn of its own. Never rejects: without it, the next call finds out. */
  later(record: (ledger: Ledger) => void): Promise<void>;
}

/** One call at a time writes: two that read the existing worklogs at the same moment would both store theirs. */
export interface Writers {
  /** @throws NotSentError if another call writes until the deadline, CancelledError */
  run<Result>(owner: Owner, scope: CallScope, write: (writer: Writer) => Promise<Result>): Promise<Result>;
}
