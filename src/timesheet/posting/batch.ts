import type { CallContext } from "../call-context.ts";
import type { TimesheetError } from "../errors.ts";
import type { ConfirmedWorklog, NewWorklog } from "../port.ts";
import { describe } from "./errors.ts";
import { isWorklog, type Outcome, type Row, type RowOutcome } from "./outcome.ts";

/** The rows of a batch and their outcomes: the only place that reports progress and changes. */
export class Batch {
  readonly rows: readonly Row[];
  readonly #context: Pick<CallContext, "progress" | "changes">;
  readonly #outcomes = new Map<Row, Outcome>();
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
    this.#context.changes.notMade("stored", describe(worklog));
    this.#context.changes.made("stored", [stored.id]);
    this.#settle(worklog, { stored });
  }

  alreadyLogged(worklog: NewWorklog, stored: ConfirmedWorklog): void {
    this.#settle(worklog, { stored, alreadyLogged: true });
  }

  fail(worklog: NewWorklog, failure: TimesheetError): void {
    const { changes } = this.#context;
    if (failure.mayBeStored) changes.possiblyMade("stored", [describe(worklog)]);
    else changes.notMade("stored", describe(worklog));
    this.#settle(worklog, { failure });
  }

  /** Names a worklog that may be a duplicate of a row that is stored. */
  nameCopy(worklog: NewWorklog, possibleDuplicateId: string): void {
    const outcome = this.#outcomes.get(worklog);
    if (outcome && "stored" in outcome) this.#outcomes.set(worklog, { ...outcome, possibleDuplicateId });
  }

  /** The outcomes in the order of the rows, once each has one. */
  outcomes(): RowOutcome[] {
    return this.rows.map((row) => {
      const outcome = this.#outcomes.get(row);
      if (!outcome) throw new Error("A row has no outcome");
      return "failure" in outcome ? outcome : { ...outcome, issue: (row as NewWorklog).issue };
    });
  }

  #settle(worklog: NewWorklog, outcome: Outcome): void {
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
