import type { Clock } from "../clock.ts";
import { plainComment } from "../plain-comment.ts";
import type { ExistingWorklog, FullWorklog, NewWorklog, StoredWorklog } from "../port.ts";
import { numbersWithoutLease } from "./entry-numbers.ts";
import { JournalState } from "./journal-state.ts";
import type { FormerWorklog, JournalRecord, JournalStore, KnownWorklog, SentEntry } from "./records.ts";

/** Records what is about to be sent and what became of it, and learns what other processes have recorded. */
export class Recorder {
  protected readonly state: JournalState;
  readonly #store: JournalStore;
  readonly #clock: Pick<Clock, "wallClock">;
  /** No other process gives an entry this number or one of the next ones. */
  #ownNumber = 1;

  constructor(store: JournalStore, clock: Pick<Clock, "wallClock">) {
    this.state = new JournalState(clock);
    this.#store = store;
    this.#clock = clock;
    this.refresh();
  }

  /** @param ownNumber the first of the numbers that no other process gives to its entries */
  numberFrom(ownNumber: number): void {
    this.#ownNumber = ownNumber;
  }

  /** @param ownNumber as for `numberFrom` */
  refresh(ownNumber = this.#ownNumber): void {
    this.numberFrom(ownNumber);
    for (const record of this.#store.readNew()) this.state.learn(record);
  }

  newBatch(): number {
    // The numbers of leases have begun again, so another process may go on from the same entry.
    if (this.#ownNumber <= this.state.lastEntry) this.#ownNumber = numbersWithoutLease();
    return this.#ownNumber;
  }

  /** Durable once the writer has confirmed. `again` gives the earlier entries of a worklog, which may be stored as well. */
  sending(
    worklogs: readonly NewWorklog[],
    {
      batch,
      afterId,
      seen,
      again,
      plan,
      moves,
      serverTime,
    }: {
      batch: number;
      afterId: string;
      seen?: string[];
      again: (worklog: NewWorklog) => number[];
      plan?: string | undefined;
      moves?: FullWorklog | undefined;
      serverTime?: number | undefined;
    },
  ): Map<NewWorklog, number> {
    const first = this.newBatch();
    const numbers = new Map<NewWorklog, number>();
    const entries = worklogs.map((worklog): SentEntry => {
      const { issue, date, seconds, billableSeconds, comment } = worklog;
      const entry = first + numbers.size;
      numbers.set(worklog, entry);
      const earlier = again(worklog);
      return {
        entry,
        issueId: issue.id,
        issueKey: issue.key,
        date,
        seconds,
        billableSeconds,
        comment: this.hash(comment),
        afterId,
        ...(earlier.length > 0 && { again: earlier }),
      };
    });
    this.#ownNumber = first + numbers.size;
    this.#record({
      type: "sending",
      at: this.#clock.wallClock(),
      batch,
      entries,
      ...(seen && { seen }),
      ...(plan !== undefined && { plan }),
      ...(moves && { moves: this.#former(moves) }),
      ...(serverTime !== undefined && { serverTime: Math.round(serverTime) }),
    });
    return numbers;
  }

  retrying(entries: readonly number[]): void {
    if (entries.length > 0)
      this.#record({ type: "retrying", at: this.#clock.wallClock(), entries: [...entries] });
  }

  /** `isFound`: no response has named it. */
  stored(
    worklogs: readonly { entry: number; stored: Omit<StoredWorklog, "isOwn">; isFound?: boolean }[],
  ): void {
    if (worklogs.length === 0) return;
    const stored = worklogs.map(
      ({ entry, stored: { id, date, seconds, billableSeconds, comment, createdAt }, isFound = false }) => {
        const sent = this.state.entries.get(entry);
        return {
          entry,
          ...(sent && { issueId: sent.issueId }),
          id,
          date,
          seconds,
          billableSeconds: billableSeconds ?? sent?.billableSeconds ?? seconds,
          comment: this.hash(comment),
          ...(createdAt !== undefined && { createdAt }),
          ...(isFound && { isFound }),
        };
      },
    );
    this.#record({ type: "stored", at: this.#clock.wallClock(), worklogs: stored });
  }

  unknown(entries: readonly number[]): void {
    if (entries.length > 0)
      this.#record({ type: "unknown", at: this.#clock.wallClock(), entries: [...entries] });
  }

  notStored(entries: readonly number[]): void {
    if (entries.length > 0)
      this.#record({ type: "notStored", at: this.#clock.wallClock(), entries: [...entries] });
  }

  /** Durable once the writer has confirmed. @param date the worklog's, if it is known */
  deleting(id: string, date: string | undefined): void {
    this.#record({
      type: "deleting",
      at: this.#clock.wallClock(),
      id,
      ...(date !== undefined && { date }),
    });
  }

  notDeleted(id: string): void {
    this.#record({ type: "notDeleted", at: this.#clock.wallClock(), id });
  }

  deleted(ids: readonly string[]): void {
    this.#record({ type: "deleted", at: this.#clock.wallClock(), ids: [...ids] });
  }

  /** Durable once the writer has confirmed. @param worklog as it was read before the change */
  editing({ id, issueId, date }: Pick<ExistingWorklog, "id" | "issueId" | "date">): void {
    this.#record({ type: "editing", at: this.#clock.wallClock(), id, issueId, date });
  }

  /**
   * @param before the worklog as it was read before the change
   * @param mayBeStoredUntil when, by the wall clock, an earlier request of the same change is over that may still be stored
   */
  edited(worklog: KnownWorklog, before: KnownWorklog, mayBeStoredUntil?: number): void {
    this.#record({
      type: "edited",
      at: this.#clock.wallClock(),
      worklog: this.#known(worklog),
      before: this.#known(before),
      ...(mayBeStoredUntil !== undefined && { mayBeStoredUntil }),
    });
  }

  notEdited(id: string): void {
    this.#record({ type: "notEdited", at: this.#clock.wallClock(), id });
  }

  /** Durable once the writer has confirmed. @param period its first date */
  submitting(period: string, recalls = false): void {
    const request = { type: "submitting", period, ...(recalls && { recalls }) } as const;
    this.#record({ ...request, at: this.#clock.wallClock() });
  }

  /** It is known what became of the last request. @param made whether it took effect */
  submissionSettled(period: string, made = false): void {
    const outcome = { type: "submissionSettled", period, ...(made && { made }) } as const;
    this.#record({ ...outcome, at: this.#clock.wallClock() });
  }

  protected hash(comment: string): string {
    return this.#store.hash(plainComment(comment));
  }

  /** A hash of what a change keeps and lists do not show. */
  protected rest({ startTime, attributes }: Pick<FullWorklog, "startTime" | "attributes">): string {
    const values = attributes.map(({ key, value }) => [key, value].join("=")).sort();
    return this.#store.hash(JSON.stringify([startTime, ...values]));
  }

  /** @param record begins with its type, which a line that is cut off still has then */
  #record(record: JournalRecord): void {
    this.#store.append(record);
    this.state.learn(record);
  }

  #known({ id, issueId, issueKey, date, seconds, billableSeconds, comment }: KnownWorklog): KnownWorklog {
    return {
      ...{ id, date, seconds, billableSeconds, comment: this.hash(comment) },
      ...(issueId !== undefined && { issueId }),
      ...(issueKey !== undefined && { issueKey }),
    };
  }

  #former(worklog: FullWorklog): FormerWorklog {
    const { issueId, createdAt } = worklog;
    const known = { ...this.#known(worklog), issueId, rest: this.rest(worklog) };
    return { ...known, ...(createdAt !== undefined && { createdAt }) };
  }
}
