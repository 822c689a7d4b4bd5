import type { OverbookedDay } from "../../generated/responses.ts";
import { TimesheetError } from "../errors.ts";
import type { ConfirmedWorklog, ExistingWorklog, Issue, NewWorklog } from "../port.ts";
import { storedStart } from "../worklogs.ts";

export type Outcome =
  | { stored: ConfirmedWorklog; alreadyLogged?: true; possibleDuplicateId?: string }
  | { failure: TimesheetError };

export type RowOutcome =
  | Extract<Outcome, { failure: unknown }>
  | (Extract<Outcome, { stored: unknown }> & { issue: Issue });

/** The outcome of a batch. */
export interface Posted {
  /** One for each row, in their order. */
  outcomes: RowOutcome[];
  /** Dates that have more hours than the schedule requires, now that the rows are stored. */
  overbooked: OverbookedDay[];
}

/** One row of a batch: a worklog to store, or why it cannot be sent. */
export type Row = NewWorklog | TimesheetError;

export function isWorklog(row: Row): row is NewWorklog {
  return !(row instanceof TimesheetError);
}

export function toConfirmed({
  id,
  date,
  startTime = "",
  seconds,
  billableSeconds,
  comment,
  createdAt,
}: Omit<ExistingWorklog, "issueId">): ConfirmedWorklog {
  return {
    id,
    date,
    ...storedStart(startTime),
    seconds,
    billableSeconds,
    comment,
    isOwn: true,
    ...(createdAt !== undefined && { createdAt }),
  };
}
