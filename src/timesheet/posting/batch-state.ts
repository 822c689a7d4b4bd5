import type { Clock } from "../clock.ts";
import type { TimesheetError } from "../errors.ts";
import type { ConfirmedWorklog, ExistingWorklog, NewWorklog } from "../port.ts";
import { type Findings, type PossibleDouble, reconcile } from "./match.ts";

/** What became of one worklog: it stands in Tempo, by this call or from before, or the reason why not. */
export type Outcome = { stored: ConfirmedWorklog; alreadyLogged?: true } | { failure: TimesheetError };

/** What is known of the worklogs of a batch: which are settled, which are in doubt, and which ids are accounted for. */
export class Ledger {
  readonly #wanted: NewWorklog[];
  readonly #clock: Clock;
  readonly #onSettled: (count: number) => void;
  readonly #outcomes = new Map<NewWorklog, Outcome>();
  /** Ids that are accounted for: they stood before, or are known to be one of ours. */
  readonly #known: Set<string>;
  /** Why the last send of a worklog left a doubt. */
  readonly #doubts = new Map<NewWorklog, TimesheetError>();
  #lastDoubt = 0;
  readonly #sentAgain: NewWorklog[] = [];
  /** What was read back, by id. */
  readonly #standing = new Map<string, ExistingWorklog>();

  /**
   * @param wanted the batch
   * @param baseline what stood before
   * @param onSettled called with how many worklogs were settled at once
   */
  constructor(
    wanted: NewWorklog[],
    baseline: ExistingWorklog[],
    { clock, onSettled }: { clock: Clock; onSettled(count: number): void },
  ) {
    this.#wanted = wanted;
    this.#clock = clock;
    this.#onSettled = onSettled;
    this.#known = new Set(baseline.map(({ id }) => id));
  }

  /** When a send last failed so that it may still be stored, by the clock's `now`. */
  get lastDoubt(): number {
    return this.#lastDoubt;
  }

  /** Worklogs that were sent again after a doubt, once for each time: as many may stand twice. */
  get sentAgain(): readonly NewWorklog[] {
    return this.#sentAgain;
  }

  outcomeOf(worklog: NewWorklog): Outcome | undefined {
    return this.#outcomes.get(worklog);
  }

  /** Why the last send of a worklog left a doubt; undefined where none did. */
  doubtOf(worklog: NewWorklog): TimesheetError | undefined {
    return this.#doubts.get(worklog);
  }

  /** What has no outcome yet. */
  unsettled(): NewWorklog[] {
    return this.#wanted.filter((worklog) => !this.#outcomes.has(worklog));
  }

  /** What was sent, and has no outcome yet. */
  inDoubt(): NewWorklog[] {
    return this.unsettled().filter((worklog) => this.#doubts.has(worklog));
  }

  /** Settles worklogs, and tells how many at once. */
  settle(outcomes: [NewWorklog, Outcome][]): void {
    for (const [worklog, outcome] of outcomes) this.#outcomes.set(worklog, outcome);
    if (outcomes.length > 0) this.#onSettled(outcomes.length);
  }

  /** Settles with a failure what is not in doubt: what is, from an earlier send, stays so, whatever became of a later one. */
  fail(worklogs: NewWorklog[], failure: TimesheetError): void {
    const undoubted = worklogs.filter((worklog) => !this.#doubts.has(worklog));
    this.settle(undoubted.map((worklog) => [worklog, { failure }]));
  }

  /** Notes that worklogs are sent, some of them perhaps again. */
  noteSending(worklogs: NewWorklog[]): void {
    this.#sentAgain.push(...worklogs.filter((worklog) => this.#doubts.has(worklog)));
  }

  /** Notes that a worklog was sent and may be stored, now or in a while. */
  doubt(worklog: NewWorklog, reason: TimesheetError): void {
    this.explainDoubt(worklog, reason);
    this.#lastDoubt = this.#clock.now();
  }

  /** Gives a doubt from before a better reason. */
  explainDoubt(worklog: NewWorklog, reason: TimesheetError): void {
    this.#doubts.set(worklog, reason);
  }

  /** Notes that an id is one of ours. */
  know(id: string): void {
    this.#known.add(id);
  }

  /** Notes that the second one of a worklog that was sent again is found. */
  noteDouble({ worklog }: PossibleDouble, { id }: ExistingWorklog): void {
    this.#sentAgain.splice(this.#sentAgain.indexOf(worklog), 1);
    this.#known.add(id);
  }

  /** Of what stands now, what is not accounted for. */
  newAmong(standing: ExistingWorklog[]): ExistingWorklog[] {
    for (const worklog of standing) this.#standing.set(worklog.id, worklog);
    return standing.filter(({ id }) => !this.#known.has(id));
  }

  /** Takes what came to stand for what it is to these worklogs, and settles what is stored. */
  adopt(inDoubt: NewWorklog[], found: ExistingWorklog[]): Findings {
    const findings = reconcile(inDoubt, this.possibleDoubles(), found);
    for (const { id } of findings.stored.values()) this.#known.add(id);
    this.settle([...findings.stored].map(([worklog, match]) => [worklog, { stored: asConfirmed(match) }]));
    return findings;
  }

  /** The second ones of what was sent again, as they would stand: as the first one does, where that is known. */
  possibleDoubles(): PossibleDouble[] {
    return this.#sentAgain.map((worklog) => {
      const outcome = this.#outcomes.get(worklog);
      const first = outcome && "stored" in outcome ? outcome.stored : undefined;
      const { date, seconds, billableSeconds, comment } =
        this.#standing.get(first?.id ?? "") ?? first ?? worklog;
      return { worklog, issueId: worklog.issue.id, date, seconds, billableSeconds, comment };
    });
  }
}

/** A worklog of the worker's own that was read back. */
export function asConfirmed({
  id,
  date,
  seconds,
  billableSeconds,
  comment,
}: ExistingWorklog): ConfirmedWorklog {
  return { id, date, seconds, billableSeconds, comment, isOwn: true };
}
