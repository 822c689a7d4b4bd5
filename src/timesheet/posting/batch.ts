import type { OverbookedDay } from "../../generated/responses.ts";
import { type OtherValue, otherValues } from "../attributes.ts";
import type { CallContext } from "../call-context.ts";
import { TimesheetError } from "../errors.ts";
import type { ConfirmedWorklog, ExistingWorklog, Issue, NewWorklog } from "../port.ts";
import { storedStart } from "../worklogs.ts";
import { describe } from "./errors.ts";

export type RowOutcome =
  | {
      stored: ConfirmedWorklog;
      issue: Issue;
      alreadyLogged?: true;
      possibleDuplicateId?: string;
      /** A given attribute that Tempo shows otherwise than it was sent. */
      otherwise?: OtherValue;
    }
  | { failure: TimesheetError };

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

/** The rows of a batch and their outcomes: the only place that reports progress and changes. */
export class Batch {
  readonly rows: readonly Row[];
  readonly #context: Pick<CallContext, "progress" | "changes">;
  readonly #outcomes = new Map<Row, RowOutcome>();
  readonly #perhaps = new Map<NewWorklog, string>();
  #isReported = true;

  /** Equal worklogs are all meant, so each becomes an object of its own. */
  constructor(rows: readonly Row[], context: Pick<CallContext, "progress" | "changes">) {
    this.rows = rows.map((row) => (isWorklog(row) ? { ...row } : row));
    this.#context = context;
    for (const row of this.rows) if (!isWorklog(row)) this.#outcomes.set(row, { failure: row });
    if (this.#outcomes.size > 0) this.#report();
  }

  get worklogs(): NewWorklog[] {
    return this.rows.filter(isWorklog);
  }

  /** Those without an outcome. */
  left(): NewWorklog[] {
    return this.worklogs.filter((worklog) => !this.#outcomes.has(worklog));
  }

  stored(worklog: NewWorklog, stored: ConfirmedWorklog): void {
    const { changes } = this.#context;
    changes.notMade("stored", describe(worklog));
    changes.made("stored", [stored.id]);
    const { issue, attributes = [] } = worklog;
    const [otherwise] = otherValues(attributes, stored.attributes);
    const copy = withCopy(this.#perhaps.get(worklog));
    this.#settle(worklog, { stored, issue, ...copy, ...(otherwise && { otherwise }) });
  }

  /** @param copy the id of a worklog that may be a duplicate of it */
  alreadyLogged(worklog: NewWorklog, stored: ConfirmedWorklog, copy?: string): void {
    this.#settle(worklog, { stored, issue: worklog.issue, alreadyLogged: true, ...withCopy(copy) });
  }

  /** A worklog will be sent although an earlier call may have stored it, with an id. */
  mayBe(worklog: NewWorklog, id: string): void {
    this.#perhaps.set(worklog, id);
  }

  fail(worklog: NewWorklog, failure: TimesheetError): void {
    const { changes } = this.#context;
    if (failure.mayBeStored) changes.possiblyMade("stored", [describe(worklog)]);
    else changes.notMade("stored", describe(worklog));
    this.#settle(worklog, { failure });
  }

  /** The outcomes in the order of the rows, once each has one. */
  outcomes(): RowOutcome[] {
    return this.outcomesSoFar().map((outcome) => {
      if (!outcome) throw new Error("A row has no outcome");
      return outcome;
    });
  }

  /** The same; undefined for a row without one. */
  outcomesSoFar(): (RowOutcome | undefined)[] {
    return this.rows.map((row) => this.#outcomes.get(row));
  }

  #settle(worklog: NewWorklog, outcome: RowOutcome): void {
    this.#outcomes.set(worklog, outcome);
    this.#report();
  }

  /** Once for all rows that one answer has settled. */
  #report(): void {
    if (!this.#isReported) return;
    this.#isReported = false;
    queueMicrotask(() => {
      this.#isReported = true;
      this.#context.progress(this.#outcomes.size, this.rows.length);
    });
  }
}

function withCopy(possibleDuplicateId: string | undefined) {
  return possibleDuplicateId === undefined ? {} : { possibleDuplicateId };
}

export function toConfirmed({
  id,
  date,
  startTime = "",
  seconds,
  billableSeconds,
  comment,
  createdAt,
  attributes,
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
    ...(attributes && { attributes }),
  };
}
