import type { Clock } from "./clock.ts";
import type { CallScope, Timesheet } from "./port.ts";
import type { Writers } from "./writers.ts";

/** What a call has changed in Tempo so far. A call that breaks or is cancelled has no reply that could say it. */
export interface CallChanges {
  stored: string[];
  deleted: string[];
  /** Ids of deletes with an unknown outcome. */
  possiblyDeleted: Set<string>;
  /** Descriptions of writes with an unknown outcome. */
  possiblyStored: string[];
}

export interface CallContext extends CallScope {
  timesheet: Timesheet;
  clock: Clock;
  today: string;
  duplicates: "skip" | "allow";
  /** One call at a time writes: two that read the existing worklogs at the same moment would both store theirs. */
  writers: Writers;
  changes: CallChanges;
  /** How many worklogs of the call are settled; never decreases. */
  progress(settled: number, total: number): void;
  log(line: string): void;
}

export function noChanges(): CallChanges {
  return { stored: [], deleted: [], possiblyDeleted: new Set(), possiblyStored: [] };
}
