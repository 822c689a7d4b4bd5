import type { CallContext } from "../call-context.ts";
import type { TimesheetError } from "../errors.ts";
import type { Journal, JournalEntry } from "../journal/journal.ts";
import type { ConfirmedWorklog, ExistingWorklog, NewWorklog, StoredWorklog } from "../port.ts";
import { BatchJournal } from "./batch-journal.ts";
import { describe, interruptedByBug } from "./errors.ts";
import { type ExistingMatches, matchExisting, type PossibleDuplicate } from "./match-existing.ts";
import { isWorklog, type Outcome, type Row, type RowOutcome, toConfirmed } from "./outcome.ts";

type BatchContext = Pick<CallContext, "clock" | "progress" | "changes">;

/**
 * What is known of a batch: which rows are settled, which have an unknown outcome, and which worklogs in Tempo are accounted
 * for. The only place that keeps outcomes, and that reports progress, what the call has stored, and what the journal keeps.
 *
 * A worklog is ready to be sent, or being sent, or rejected (upstream says that it is not stored, which is still to be verified),
 * or uncertain (it may be stored, now or soon), or settled.
 */
export class BatchState {
  readonly #rows: readonly Row[];
  readonly #context: BatchContext;
  readonly #journal: BatchJournal;
  readonly #outcomes = new Map<Row, Outcome>();
  /** Ids that are accounted for: they existed before, or are known to be ours. */
  readonly #claimedIds = new Set<string>();
  readonly #rejected = new Map<NewWorklog, TimesheetError>();
  /** Why the outcome of a worklog that was sent is unknown. */
  readonly #unknown = new Map<NewWorklog, TimesheetError>();
  #lastUnknownAt = Number.NEGATIVE_INFINITY;
  readonly #sent = new Set<NewWorklog>();
  readonly #storedHere = new Set<NewWorklog>();
  readonly #resent: NewWorklog[] = [];
  /** What was read back, by id. */
  readonly #read = new Map<string, ExistingWorklog>();

  /** Reports the rows that cannot be sent as settled. Equal worklogs are all meant, so each becomes an object of its own. */
  constructor(rows: readonly Row[], context: BatchContext, journal: Journal) {
    this.#rows = rows.map((row) => (isWorklog(row) ? { ...row } : row));
    this.#context = context;
    this.#journal = new BatchJournal(journal);
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

  /** Worklogs without an outcome. */
  unsettled(): NewWorklog[] {
    return this.worklogs.filter((worklog) => !this.#outcomes.has(worklog));
  }

  /** Worklogs that can be sent: nothing is known to be stored of them. */
  ready(): NewWorklog[] {
    return this.unsettled().filter((worklog) => !this.#unknown.has(worklog) && !this.#rejected.has(worklog));
  }

  /** Worklogs that upstream has rejected, which is still to be verified. */
  rejected(): NewWorklog[] {
    return this.unsettled().filter((worklog) => this.#rejected.has(worklog));
  }

  rejectionOf(worklog: NewWorklog): TimesheetError | undefined {
    return this.#rejected.get(worklog);
  }

  /** Worklogs that were sent, with an unknown outcome. */
  uncertain(): NewWorklog[] {
    return this.unsettled().filter((worklog) => this.#unknown.has(worklog));
  }

  /** What became of a worklog that is stored; undefined if it is not known to be. */
  storedAs(worklog: NewWorklog): Extract<Outcome, { stored: unknown }> | undefined {
    const outcome = this.#outcomes.get(worklog);
    return outcome && "stored" in outcome ? outcome : undefined;
  }

  /** The worklogs that this call has stored, each with what it became. */
  storedHere(): [NewWorklog, ConfirmedWorklog][] {
    return [...this.#storedHere].flatMap((worklog) => {
      const outcome = this.storedAs(worklog);
      return outcome ? [[worklog, outcome.stored] as [NewWorklog, ConfirmedWorklog]] : [];
    });
  }

  /** A worklog as the last list showed it. */
  readBack(id: string): ExistingWorklog | undefined {
    return this.#read.get(id);
  }

  /** Settles rows and reports progress. */
  settle(outcomes: readonly (readonly [Row, Outcome])[]): void {
    for (const [row, outcome] of outcomes) this.#outcomes.set(row, outcome);
    if (outcomes.length > 0) this.#context.progress(this.#outcomes.size, this.#rows.length);
  }

  /** Settles worklogs that this call has stored, by a response or by reading back. */
  settleStored(pairs: readonly (readonly [NewWorklog, ConfirmedWorklog])[]): void {
    for (const [worklog] of pairs) if (this.#sent.has(worklog)) this.#storedHere.add(worklog);
    this.#journal.stored(pairs);
    this.#claim(pairs.map(([, { id }]) => id));
    const here = pairs.filter(([worklog]) => this.#storedHere.has(worklog));
    this.#context.changes.stored.push(...here.map(([, { id }]) => id));
    this.settle(
      pairs.map(([worklog, stored]) => [
        worklog,
        this.#storedHere.has(worklog) ? { stored } : { stored, alreadyLogged: true },
      ]),
    );
  }

  /** Settles worklogs that existed before the call. An entry of an earlier call that had an unknown outcome has one now. */
  settleExisting(
    pairs: readonly (readonly [NewWorklog, ConfirmedWorklog, possibleDuplicateId?: string | undefined])[],
  ): void {
    this.#journal.stored(pairs.map(([worklog, stored]) => [worklog, stored]));
    this.#claim(pairs.map(([, { id }]) => id));
    this.settle(
      pairs.map(([worklog, stored, possibleDuplicateId]) => [
        worklog,
        { stored, alreadyLogged: true, ...(possibleDuplicateId !== undefined && { possibleDuplicateId }) },
      ]),
    );
  }

  /** Says that a second copy of a worklog may be stored. */
  reportDuplicate(worklog: NewWorklog, possibleDuplicateId: string): void {
    const outcome = this.storedAs(worklog);
    if (outcome) this.#outcomes.set(worklog, { ...outcome, possibleDuplicateId });
  }

  /** Settles worklogs as failed. One whose outcome is unknown stays so, whatever happened to a later request for it. */
  fail(worklogs: readonly NewWorklog[], failure: TimesheetError): void {
    for (const worklog of worklogs) this.#rejected.delete(worklog);
    this.#journal.notStored(worklogs);
    this.settle(
      worklogs.filter((worklog) => !this.#unknown.has(worklog)).map((worklog) => [worklog, { failure }]),
    );
  }

  /** Settles a worklog that is neither known to be stored nor to be sent again. */
  failUncertain(worklog: NewWorklog, failure: TimesheetError): void {
    this.#journal.unknown([worklog]);
    this.#storedHere.delete(worklog);
    this.settle([[worklog, { failure }]]);
  }

  /** Records that a request for worklogs is about to leave. It is called again if that request never left this machine. */
  markSending(worklogs: readonly NewWorklog[]): void {
    this.#journal.sending(worklogs);
  }

  /** Records that a request for worklogs leaves. */
  markSent(worklogs: readonly NewWorklog[]): void {
    this.#resent.push(...worklogs.filter((worklog) => this.#unknown.has(worklog)));
    for (const worklog of worklogs) this.#sent.add(worklog);
  }

  /** Records that upstream has rejected worklogs. */
  markRejected(worklogs: readonly NewWorklog[], rejection: TimesheetError): void {
    for (const worklog of worklogs) this.#rejected.set(worklog, rejection);
  }

  /** Records that rejected worklogs are not stored, so that they can be sent again. */
  markReady(worklogs: readonly NewWorklog[]): void {
    for (const worklog of worklogs) this.#rejected.delete(worklog);
    this.#journal.notStored(worklogs);
  }

  /** Records that worklogs were sent and may be stored, now or soon. */
  markUnknown(worklogs: readonly NewWorklog[], reason: TimesheetError): void {
    for (const worklog of worklogs) {
      this.#rejected.delete(worklog);
      this.explainUnknown(worklog, reason);
    }
    this.#journal.unknown(worklogs);
    this.#lastUnknownAt = Math.max(this.#lastUnknownAt, this.#context.clock.now());
  }

  /** Takes over what an earlier call has sent, and whose outcome is unknown. */
  takeOver(worklog: NewWorklog, entry: JournalEntry): void {
    this.#journal.takeOver(worklog, entry);
  }

  /**
   * Records that what an earlier call has sent may still be stored.
   *
   * @param failedAt when its request failed, by the clock's `now`
   */
  waitForEarlier(worklog: NewWorklog, reason: TimesheetError, failedAt: number): void {
    this.explainUnknown(worklog, reason);
    this.#lastUnknownAt = Math.max(this.#lastUnknownAt, failedAt);
  }

  /** Gives an unknown outcome a better reason. */
  explainUnknown(worklog: NewWorklog, reason: TimesheetError): void {
    this.#unknown.set(worklog, reason);
  }

  /** Accounts for worklogs that existed before the batch. */
  claimExisting(existing: readonly ExistingWorklog[]): void {
    this.#journal.saw(existing);
    this.#claim(existing.map(({ id }) => id));
  }

  /** Whether an id is accounted for already: it existed before, or belongs to another entry. */
  isClaimed(id: string): boolean {
    return this.#claimedIds.has(id) || this.#journal.isKnown(id);
  }

  /** Accounts for what a response lists that no entry can be matched with. */
  claimStored(stored: readonly StoredWorklog[]): void {
    this.#claim(stored.map(({ id }) => id));
    this.#context.changes.stored.push(...stored.map(({ id }) => id));
  }

  /** Expects a second copy of a worklog, which the next list will show. */
  expectDuplicate(worklog: NewWorklog): void {
    this.#resent.push(worklog);
  }

  /** Accounts for a late duplicate of a worklog that was sent again. */
  claimLateDuplicate({ worklog }: PossibleDuplicate, { id }: ExistingWorklog): void {
    this.#resent.splice(this.#resent.indexOf(worklog), 1);
    this.#claim([id]);
  }

  /** Records which of two copies is left, after the other was deleted. */
  markKept(worklog: NewWorklog, kept: ConfirmedWorklog): void {
    this.#journal.stored([[worklog, kept]]);
    this.#outcomes.set(worklog, { stored: kept });
  }

  /** Of what exists now, what is not accounted for. */
  unclaimed(existing: readonly ExistingWorklog[]): ExistingWorklog[] {
    this.#read.clear();
    for (const worklog of existing) this.#read.set(worklog.id, worklog);
    this.#journal.saw(existing);
    return existing.filter(({ id }) => !this.isClaimed(id));
  }

  /**
   * Matches worklogs that appeared since the batch began with those that may be stored, and settles what is stored.
   *
   * @param found what is not accounted for
   */
  adopt(found: readonly ExistingWorklog[]): ExistingMatches {
    // Of equal ones, those that were rejected come first: nothing of them comes late.
    const mayBeStored = [...new Set([...this.rejected(), ...this.uncertain()])];
    const settled = [...this.#sent].filter((worklog) => this.#outcomes.has(worklog));
    const matches = matchExisting(mayBeStored, this.possibleDuplicates(), found, settled);
    for (const worklog of matches.stored.keys()) this.#rejected.delete(worklog);
    this.settleStored([...matches.stored].map(([worklog, match]) => [worklog, toConfirmed(match)]));
    return matches;
  }

  /** The duplicates that may appear of what was sent again: they look like the first one, if that is known. */
  possibleDuplicates(): PossibleDuplicate[] {
    return this.#resent.map((worklog) => {
      const first = this.storedAs(worklog)?.stored;
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

  #claim(ids: readonly string[]): void {
    for (const id of ids) this.#claimedIds.add(id);
  }
}
