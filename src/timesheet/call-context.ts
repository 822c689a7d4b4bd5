import type { Clock } from "./clock.ts";
import type { CallScope, Timesheet } from "./port.ts";

/** What one call has changed in Tempo so far. A call that breaks or is cancelled has no reply that could say it. */
export interface CallChanges {
  /** Ids of worklogs stored. */
  stored: string[];
  /** Ids of worklogs deleted. */
  deleted: string[];
  /** Ids of worklogs whose delete was sent, with an unknown outcome. */
  possiblyDeleted: Set<string>;
  /** Descriptions of worklogs that were sent, with an unknown outcome. */
  possiblyStored: string[];
}

/** Everything that one call works with: its bounds, the timesheet, and the way to report back. */
export interface CallContext extends CallScope {
  timesheet: Timesheet;
  clock: Clock;
  /** Today's calendar date. */
  today: string;
  /** What to do with a worklog that equals an existing one. */
  duplicates: "skip" | "allow";
  /** Runs one post at a time: two that read the existing worklogs at the same moment would both store theirs. */
  lock<Result>(post: () => Promise<Result>): Promise<Result>;
  changes: CallChanges;
  /** Reports how many worklogs of the call are settled. The number never decreases. */
  progress(settled: number, total: number): void;
  /** Writes a line for whoever runs the server. */
  log(line: string): void;
}

/** The record of a call that has changed nothing yet. */
export function noChanges(): CallChanges {
  return { stored: [], deleted: [], possiblyDeleted: new Set(), possiblyStored: [] };
}
