import type { CallContext } from "../call-context.ts";
import type { TimesheetError } from "../errors.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Journal } from "../journal/journal.ts";
import type { ConfirmedWorklog, ExistingWorklog, NewWorklog, StoredWorklog, Timesheet } from "../port.ts";
import { BatchJournal, type Purpose, type SeenWorklog } from "./batch-journal.ts";
import { describe, interruptedByBug } from "./errors.ts";
import { type ExistingMatches, matchExisting, type PossibleDuplicate } from "./match-existing.ts";
import { isWorklog, type Outcome, type Row, type RowOutcome, toConfirmed } from "./outcome.ts";

type BatchContext = Pick<CallContext, "clock" | "progress" | "changes"> & {
  timesheet: Pick<Timesheet, "serverTime">;
};

/**
 * The states of the worklogs of a batch: the only place that keeps outcomes, reports progress and changes, and writes to the journal.
 *
 *     ready ---- markSending, markSent ----> sent ---- settleStored ------------------------> settled
 *       ^                                     |---- markRejected ---> rejected                   ^
 *       |                                     |                          |-- fail -------------->|
 *       |------------------ markReady -----------------------------------|                       |
 *       |                                     |                          |-- markUnknown         |
 *       |                                     |                          v                       |
 *       |                                     '---- markUnknown ---> uncertain -- adopt -------->|
 *       '----- sent again by `reconcile`, as one of `resent` ------------|--- finish: unknown -->'
 *
 * - Ready: to be sent. What an earlier call has sent without an outcome begins as uncertain (`waitForEarlier`).
 * - Rejected: upstream says that it is not stored, which is still to be verified.
 * - Uncertain: it may be stored, now or soon. It stays unknown unless a list shows it (`adopt`), whatever a later request says.
 * - Settled: it has an outcome, and only a possible duplicate is added to that.
 */
export class BatchState {
  readonly rows: readonly Row[];
  readonly #context: BatchContext;
  readonly #journal: BatchJournal;
  readonly #outcomes = new Map<Row, Outcome>();
  /** Ids that are accounted for: they existed before, or are known to be ours. */
  readonly #claimedIds = new Set<string>();
  readonly #rejected = new Map<NewWorklog, TimesheetError>();
  readonly #unknown = new Map<NewWorklog, TimesheetError>();
  #lastUnknownAt = Number.NEGATIVE_INFINITY;
  readonly #sent = new Set<NewWorklog>();
  readonly #storedByThisCall = new Set<NewWorklog>();
  readonly #resent: NewWorklog[] = [];
  readonly #listed = new Map<string, ExistingWorklog>();
  /** Worklogs that may be second copies, by what was sent again; until they are dealt with. */
  readonly #copies = new Map<NewWorklog, string>();

  /**
   * Equal worklogs are all meant, so each becomes an object of its own.
   *
   * @param purpose recorded with the rows, for a later call to find them by it
   */
  constructor(rows: readonly Row[], context: BatchContext, journal: Journal, purpose?: Purpose) {
    this.rows = rows.map((row) => (isWorklog(row) ? { ...row } : row));
    this.#context = context;
    this.#journal = new BatchJournal(journal, purpose, () => context.timesheet.serverTime?.());
    this.settle(this.rows.flatMap((row) => (isWorklog(row) ? [] : [[row, { failure: row }]])));
  }

  get worklogs(): NewWorklog[] {
    return this.rows.filter(isWorklog);
  }

  /** When a request last failed with an unknown outcome, by the clock's `now`. */
  get lastUnknownAt(): number {
    return this.#lastUnknownAt;
  }

  /** Worklogs that were sent again, once for each time: as many may be stored twice. */
  get resent(): readonly NewWorklog[] {
    return this.#resent;
  }

  unsettled(): NewWorklog[] {
    return this.worklogs.filter((worklog) => !this.#outcomes.has(worklog));
  }

  ready(): NewWorklog[] {
    return this.unsettled().filter((worklog) => !this.#unknown.has(worklog) && !this.#rejected.has(worklog));
  }

  isAllSent(): boolean {
    return this.ready().every((worklog) => this.#sent.has(worklog));
  }

  rejected(): NewWorklog[] {
    return this.unsettled().filter((worklog) => this.#rejected.has(worklog));
  }

  rejectionOf(worklog: NewWorklog): TimesheetError | undefined {
    return this.#rejected.get(worklog);
  }

  uncertain(): NewWorklog[] {
    return this.unsettled().filter((worklog) => this.#unknown.has(worklog));
  }

  storedAs(worklog: NewWorklog): Extract<Outcome, { stored: unknown }> | undefined {
    const outcome = this.#outcomes.get(worklog);
    return outcome && "stored" in outcome ? outcome : undefined;
  }

  storedByThisCall(): [NewWorklog, ConfirmedWorklog][] {
    return [...this.#storedByThisCall].flatMap((worklog) => {
      const outcome = this.storedAs(worklog);
      return outcome ? [[worklog, outcome.stored] as [NewWorklog, ConfirmedWorklog]] : [];
    });
  }

  lastListed(id: string): ExistingWorklog | undefined {
    return this.#listed.get(id);
  }

  settle(outcomes: readonly (readonly [Row, Outcome])[]): void {
    for (const [row, outcome] of outcomes) this.#outcomes.set(row, outcome);
    if (outcomes.length > 0) this.#context.progress(this.#outcomes.size, this.rows.length);
  }

  /** A worklog that only an earlier call has sent counts as already logged. @param isFound whether no response has named them */
  settleStored(pairs: readonly (readonly [NewWorklog, ConfirmedWorklog])[], isFound = false): void {
    for (const [worklog] of pairs) if (this.#sent.has(worklog)) this.#storedByThisCall.add(worklog);
    this.#journal.stored(pairs, isFound);
    this.#claim(pairs.map(([, { id }]) => id));
    const here = pairs.filter(([worklog]) => this.#storedByThisCall.has(worklog));
    this.#context.changes.made(
      "stored",
      here.map(([, { id }]) => id),
    );
    this.settle(
      pairs.map(([worklog, stored]) => [
        worklog,
        this.#storedByThisCall.has(worklog) ? { stored } : { stored, alreadyLogged: true },
      ]),
    );
  }

  /** Settles worklogs that existed before the call. An entry of an earlier call that had an unknown outcome has one now. */
  settleExisting(
    pairs: readonly (readonly [NewWorklog, ConfirmedWorklog, possibleDuplicateId?: string | undefined])[],
  ): void {
    const found = pairs.map(([worklog, stored]) => [worklog, stored] as const);
    this.#journal.stored(found, true);
    this.#claim(pairs.map(([, { id }]) => id));
    this.settle(
      pairs.map(([worklog, stored, possibleDuplicateId]) => [
        worklog,
        { stored, alreadyLogged: true, ...(possibleDuplicateId !== undefined && { possibleDuplicateId }) },
      ]),
    );
  }

  /** Names the second copies that were seen, also in lists that were behind. */
  reportCopies(): void {
    for (const [worklog, id] of this.#copies) this.reportDuplicate(worklog, id);
  }

  reportDuplicate(worklog: NewWorklog, possibleDuplicateId: string): void {
    const outcome = this.storedAs(worklog);
    if (outcome) this.#outcomes.set(worklog, { ...outcome, possibleDuplicateId });
  }

  /** One whose outcome is unknown stays so, whatever happened to a later request for it. */
  fail(worklogs: readonly NewWorklog[], failure: TimesheetError): void {
    for (const worklog of worklogs) this.#rejected.delete(worklog);
    this.#journal.notStored(worklogs);
    this.settle(
      worklogs.filter((worklog) => !this.#unknown.has(worklog)).map((worklog) => [worklog, { failure }]),
    );
  }

  failUncertain(worklog: NewWorklog, failure: TimesheetError): void {
    this.#journal.unknown([worklog]);
    this.#storedByThisCall.delete(worklog);
    this.settle([[worklog, { failure }]]);
  }

  markSending(worklogs: readonly NewWorklog[]): void {
    this.#journal.sending(worklogs);
  }

  markSent(worklogs: readonly NewWorklog[]): void {
    this.#resent.push(...worklogs.filter((worklog) => this.#unknown.has(worklog)));
    for (const worklog of worklogs) this.#sent.add(worklog);
  }

  markRejected(worklogs: readonly NewWorklog[], rejection: TimesheetError): void {
    for (const worklog of worklogs) this.#rejected.set(worklog, rejection);
  }

  markReady(worklogs: readonly NewWorklog[]): void {
    for (const worklog of worklogs) this.#rejected.delete(worklog);
    this.#journal.notStored(worklogs);
  }

  markUnknown(worklogs: readonly NewWorklog[], reason: TimesheetError): void {
    for (const worklog of worklogs) {
      this.#rejected.delete(worklog);
      this.explainUnknown(worklog, reason);
    }
    this.#journal.unknown(worklogs);
    this.#lastUnknownAt = Math.max(this.#lastUnknownAt, this.#context.clock.now());
  }

  takeOver(worklog: NewWorklog, entry: JournalEntry): void {
    this.#journal.takeOver(worklog, entry);
  }

  /** A worklog that an earlier call has sent may still be stored. `failedAt` is by the clock's `now`. */
  waitForEarlier(worklog: NewWorklog, reason: TimesheetError, failedAt: number): void {
    this.explainUnknown(worklog, reason);
    this.#lastUnknownAt = Math.max(this.#lastUnknownAt, failedAt);
  }

  explainUnknown(worklog: NewWorklog, reason: TimesheetError): void {
    this.#unknown.set(worklog, reason);
  }

  claimExisting(existing: readonly SeenWorklog[]): void {
    this.#journal.saw(existing);
    this.#claim(existing.map(({ id }) => id));
  }

  isClaimed(id: string, createdAt?: number): boolean {
    return this.#claimedIds.has(id) || this.#journal.belongsToEntry(id, createdAt);
  }

  claimStored(stored: readonly StoredWorklog[]): void {
    this.#claim(stored.map(({ id }) => id));
    this.#context.changes.made(
      "stored",
      stored.map(({ id }) => id),
    );
  }

  expectDuplicate(worklog: NewWorklog): void {
    this.#resent.push(worklog);
  }

  claimLateDuplicate({ worklog }: PossibleDuplicate, { id }: ExistingWorklog): void {
    this.#resent.splice(this.#resent.indexOf(worklog), 1);
    this.#copies.delete(worklog);
    this.#claim([id]);
  }

  markKept(worklog: NewWorklog, kept: ConfirmedWorklog): void {
    this.#journal.stored([[worklog, kept]]);
    this.#outcomes.set(worklog, { stored: kept });
  }

  unclaimed(existing: readonly ExistingWorklog[]): ExistingWorklog[] {
    this.#listed.clear();
    for (const worklog of existing) this.#listed.set(worklog.id, worklog);
    this.#journal.saw(existing);
    return existing.filter(({ id, createdAt }) => !this.isClaimed(id, createdAt));
  }

  /** Settles which of the worklogs that appeared since the batch began are those that may be stored. */
  adopt(found: readonly ExistingWorklog[]): ExistingMatches {
    // Those that were rejected come first among equal ones: they are not stored late.
    const mayBeStored = [...new Set([...this.rejected(), ...this.uncertain()])];
    const copies = this.possibleDuplicates();
    const isAlike = (worklog: NewWorklog, match: ExistingWorklog) =>
      this.#journal.mayBeResult(worklog, match);
    const matches = matchExisting(mayBeStored, copies, found, this.worklogs, isAlike);
    for (const worklog of matches.stored.keys()) this.#rejected.delete(worklog);
    const stored = [...matches.stored].map(([worklog, match]) => [worklog, toConfirmed(match)] as const);
    this.settleStored(stored, true);
    for (const [{ worklog }, { id }] of matches.lateDuplicates) this.#copies.set(worklog, id);
    return matches;
  }

  /** The duplicates that may appear of what was sent again: they look like the first one, if that is known. */
  possibleDuplicates(): PossibleDuplicate[] {
    return this.#resent.map((worklog) => {
      const first = this.storedAs(worklog)?.stored;
      const { date, seconds, billableSeconds, comment } =
        this.#listed.get(first?.id ?? "") ?? first ?? worklog;
      return { worklog, issueId: worklog.issue.id, date, seconds, billableSeconds, comment };
    });
  }

  /** Settles what is left as unknown. The outcomes are in the order of the rows. */
  finish(): RowOutcome[] {
    const unsettled = this.unsettled();
    this.settle(
      unsettled.map((worklog) => [
        worklog,
        { failure: this.#unknown.get(worklog) ?? interruptedByBug(undefined) },
      ]),
    );
    this.#context.changes.possiblyMade("stored", unsettled.map(describe));
    return this.rows.map((row) => {
      const outcome = this.#outcomes.get(row) as Outcome;
      return "failure" in outcome ? outcome : { ...outcome, issue: (row as NewWorklog).issue };
    });
  }

  #claim(ids: readonly string[]): void {
    for (const id of ids) this.#claimedIds.add(id);
  }
}
