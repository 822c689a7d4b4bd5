import type { CallContext } from "../call-context.ts";
import { TimesheetError } from "../errors.ts";
import type { ConfirmedWorklog, ExistingWorklog, Issue, NewWorklog } from "../port.ts";
import { describe, interruptedByBug } from "./errors.ts";
import { type ExistingMatches, matchExisting, type PossibleDuplicate } from "./match-existing.ts";

/** What became of one row: it is stored, by this call or before it, or it failed. */
export type Outcome = { stored: ConfirmedWorklog; alreadyLogged?: true } | { failure: TimesheetError };

/** An outcome, and the issue of a row that is stored. */
export type RowOutcome =
  | Extract<Outcome, { failure: unknown }>
  | (Extract<Outcome, { stored: unknown }> & { issue: Issue });

/** One row of a batch: a worklog to store, or why it cannot be sent. */
export type Row = NewWorklog | TimesheetError;

type BatchContext = Pick<CallContext, "clock" | "progress" | "changes">;

/**
 * What is known of a batch: which rows are settled, which have an unknown outcome, and which worklogs in Tempo are accounted
 * for. The only place that keeps outcomes, and that reports progress and what the call has stored.
 */
export class BatchState {
  readonly #rows: readonly Row[];
  readonly #context: BatchContext;
  readonly #outcomes = new Map<Row, Outcome>();
  /** Ids that are accounted for: they existed before, or are known to be ours. */
  readonly #claimedIds = new Set<string>();
  /** Why the outcome of a worklog that was sent is unknown. */
  readonly #unknown = new Map<NewWorklog, TimesheetError>();
  #lastUnknownAt = 0;
  readonly #resent: NewWorklog[] = [];
  /** What was read back, by id. */
  readonly #read = new Map<string, ExistingWorklog>();

  /** Reports the rows that cannot be sent as settled. Equal worklogs are all meant, so each becomes an object of its own. */
  constructor(rows: readonly Row[], context: BatchContext) {
    this.#rows = rows.map((row) => (isWorklog(row) ? { ...row } : row));
    this.#context = context;
    this.settle(this.#rows.flatMap((row) => (isWorklog(row) ? [] : [[row, { failure: row }]])));
  }

  /** The worklogs to store. */
  get worklogs(): NewWorklog[] {
    return this.#rows.filter(isWorklog);
  }

  /** When a request last failed with an unknown outcome, by the clock's `now`. */
  get lastUnknownAt(): number {
    return this.#lastUnknownAt;
  }

  /** Worklogs that were sent again, once for each time: as many may be stored twice. */
  get resent(): readonly NewWorklog[] {
    return this.#resent;
  }

  isSettled(worklog: NewWorklog): boolean {
    return this.#outcomes.has(worklog);
  }

  /** Worklogs without an outcome. */
  unsettled(): NewWorklog[] {
    return this.worklogs.filter((worklog) => !this.#outcomes.has(worklog));
  }

  /** Worklogs that were sent, with an unknown outcome. */
  uncertain(): NewWorklog[] {
    return this.unsettled().filter((worklog) => this.#unknown.has(worklog));
  }

  /** Settles rows and reports progress. */
  settle(outcomes: readonly (readonly [Row, Outcome])[]): void {
    for (const [row, outcome] of outcomes) this.#outcomes.set(row, outcome);
    if (outcomes.length > 0) this.#context.progress(this.#outcomes.size, this.#rows.length);
  }

  /** Settles worklogs as failed. One whose outcome is unknown stays so, whatever happened to a later request for it. */
  fail(worklogs: readonly NewWorklog[], failure: TimesheetError): void {
    this.settle(
      worklogs.filter((worklog) => !this.#unknown.has(worklog)).map((worklog) => [worklog, { failure }]),
    );
  }

  /** Records that worklogs are being sent. */
  markSending(worklogs: readonly NewWorklog[]): void {
    this.#resent.push(...worklogs.filter((worklog) => this.#unknown.has(worklog)));
  }

  /** Records that a worklog was sent and may be stored, now or soon. */
  markUnknown(worklog: NewWorklog, reason: TimesheetError): void {
    this.explainUnknown(worklog, reason);
    this.#lastUnknownAt = this.#context.clock.now();
  }

  /** Gives an unknown outcome a better reason. */
  explainUnknown(worklog: NewWorklog, reason: TimesheetError): void {
    this.#unknown.set(worklog, reason);
  }

  /** Accounts for worklogs that existed before the batch. */
  claimExisting(existing: readonly ExistingWorklog[]): void {
    for (const { id } of existing) this.#claimedIds.add(id);
  }

  /** Accounts for worklogs that this call stored. */
  claimStored(stored: readonly { id: string }[]): void {
    for (const { id } of stored) this.#claimedIds.add(id);
    this.#context.changes.stored.push(...stored.map(({ id }) => id));
  }

  /** Accounts for a late duplicate of a worklog that was sent again. */
  claimLateDuplicate({ worklog }: PossibleDuplicate, { id }: ExistingWorklog): void {
    this.#resent.splice(this.#resent.indexOf(worklog), 1);
    this.#claimedIds.add(id);
  }

  /** Of what exists now, what is not accounted for. */
  unclaimed(existing: readonly ExistingWorklog[]): ExistingWorklog[] {
    for (const worklog of existing) this.#read.set(worklog.id, worklog);
    return existing.filter(({ id }) => !this.#claimedIds.has(id));
  }

  /**
   * Matches worklogs that appeared since the batch began with those of unknown outcome, and settles what is stored.
   *
   * @param uncertain all worklogs whose outcome is unknown
   */
  adopt(uncertain: readonly NewWorklog[], found: readonly ExistingWorklog[]): ExistingMatches {
    const matches = matchExisting(uncertain, this.possibleDuplicates(), found);
    this.claimStored([...matches.stored.values()]);
    this.settle([...matches.stored].map(([worklog, match]) => [worklog, { stored: toConfirmed(match) }]));
    return matches;
  }

  /** The duplicates that may appear of what was sent again: they look like the first one, if that is known. */
  possibleDuplicates(): PossibleDuplicate[] {
    return this.#resent.map((worklog) => {
      const outcome = this.#outcomes.get(worklog);
      const first = outcome && "stored" in outcome ? outcome.stored : undefined;
      const { date, seconds, billableSeconds, comment } = this.#read.get(first?.id ?? "") ?? first ?? worklog;
      return { worklog, issueId: worklog.issue.id, date, seconds, billableSeconds, comment };
    });
  }

  /** Settles what is left as unknown, and returns the outcome of every row, in their order. */
  finish(): RowOutcome[] {
    const unsettled = this.unsettled();
    this.settle(
      unsettled.map((worklog) => [
        worklog,
        { failure: this.#unknown.get(worklog) ?? interruptedByBug(undefined) },
      ]),
    );
    this.#context.changes.possiblyStored.push(...unsettled.map(describe));
    return this.#rows.map((row) => {
      const outcome = this.#outcomes.get(row) as Outcome;
      return "failure" in outcome ? outcome : { ...outcome, issue: (row as NewWorklog).issue };
    });
  }
}

function isWorklog(row: Row): row is NewWorklog {
  return !(row instanceof TimesheetError);
}

/** An existing worklog of the user as the outcome of a row. */
export function toConfirmed({
  id,
  date,
  seconds,
  billableSeconds,
  comment,
}: ExistingWorklog): ConfirmedWorklog {
  return { id, date, seconds, billableSeconds, comment, isOwn: true };
}
