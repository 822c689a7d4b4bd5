import type { Clock } from "../clock.ts";
import type { NewWorklog, StoredWorklog } from "../port.ts";
import { contentKey, plainComment } from "../posting/content.ts";
import { LATEST_COMMIT_MS, LONGEST_WRITE_MS, UNKNOWN_LIST_LAG_MS } from "../timeline.ts";
import { Edits } from "./edits.ts";
import { isOfLease } from "./entry-numbers.ts";
import type {
  JournalRecord,
  JournalStore,
  KnownWorklog,
  ReadRecord,
  SentEntry,
  StoredEntry,
  UnreadableRecord,
} from "./records.ts";
import { Submissions } from "./submissions.ts";

/** What became of an entry. `open`: it was sent, and nothing is known. `replaced`: it was, and it was sent again. */
type State = "open" | "stored" | "notStored" | "replaced";

export interface JournalEntry extends SentEntry {
  batch: number;
  sentAt: number;
  state: State;
  failedAt?: number;
  stored?: StoredEntry;
}

/** What this person's calls, in whatever process, have sent and what became of it: lists lag, and show what Tempo changed. */
export class Journal {
  readonly edits: Pick<Edits, "has" | "of" | "since" | "mayBeStoredUntil">;
  readonly submissions: Pick<Submissions, "mayTakeEffectUntil">;
  readonly #store: JournalStore;
  readonly #clock: Pick<Clock, "wallClock">;
  readonly #entries = new Map<number, JournalEntry>();
  readonly #byContent = new Map<string, JournalEntry[]>();
  readonly #byId = new Map<string, JournalEntry>();
  readonly #deleted = new Set<string>();
  readonly #edits = new Edits();
  readonly #submissions = new Submissions();
  #lastEntry = 0;
  /** No other process gives an entry this number or one of the next ones. */
  #ownNumber = 1;
  /** Until when, by the wall clock, lists may lack what an unreadable record has announced. */
  #unclearUntil = 0;
  readonly #unreadable: string[] = [];

  constructor(store: JournalStore, clock: Pick<Clock, "wallClock">) {
    this.#store = store;
    this.#clock = clock;
    this.edits = this.#edits;
    this.submissions = this.#submissions;
    this.refresh();
  }

  /** @param ownNumber the first of the numbers that no other process gives to its entries */
  refresh(ownNumber = this.#ownNumber): void {
    this.#ownNumber = ownNumber;
    for (const record of this.#store.readNew()) this.#learn(record);
  }

  entries(): JournalEntry[] {
    return [...this.#entries.values()];
  }

  entriesOf(worklog: NewWorklog): readonly JournalEntry[] {
    return this.#byContent.get(this.#contentOf(worklog)) ?? [];
  }

  /** The entry that became a worklog; undefined if it was logged elsewhere, or deleted since. */
  entryOfId(id: string): JournalEntry | undefined {
    return this.isDeleted(id) ? undefined : this.#byId.get(id);
  }

  isDeleted(id: string): boolean {
    return this.#deleted.has(id);
  }

  /** As they were left by what was stored or changed since. */
  storedSince(wallClock: number): KnownWorklog[] {
    const stored = this.entries().flatMap((entry) =>
      entry.stored && entry.sentAt >= wallClock ? [entry.stored] : [],
    );
    const byId = new Map([...stored, ...this.edits.since(wallClock)].map((known) => [known.id, known]));
    return [...byId.values()].filter(({ id }) => !this.isDeleted(id));
  }

  looksAsStored(
    { stored }: JournalEntry,
    { date, seconds, billableSeconds, comment }: Omit<StoredWorklog, "isOwn">,
  ): boolean {
    return (
      stored !== undefined &&
      stored.date === date &&
      stored.seconds === seconds &&
      stored.billableSeconds === billableSeconds &&
      stored.comment === this.#hash(comment)
    );
  }

  /** What was sent, has no outcome, and may be stored although no list shows it at this time of the wall clock. */
  openAt(time: number): JournalEntry[] {
    return this.entries().filter((entry) => entry.state === "open" && this.mayBeUnlistedUntil(entry) > time);
  }

  /** Until when, by the wall clock, lists may lack an entry that Tempo has stored. */
  mayBeUnlistedUntil(entry: JournalEntry): number {
    return this.mayBeStoredUntil(entry) + UNKNOWN_LIST_LAG_MS;
  }

  /** Until when, by the wall clock, Tempo may still store an entry. */
  mayBeStoredUntil({ sentAt, failedAt = sentAt + LONGEST_WRITE_MS }: JournalEntry): number {
    return failedAt + LATEST_COMMIT_MS;
  }

  /** Where the store has records that cannot be read: those that were met since the last call. */
  takeUnreadable(): string[] {
    return this.#unreadable.splice(0);
  }

  /** The time in milliseconds for which something may be stored that no list shows and no record describes. */
  unclearFor(): number {
    return Math.max(0, this.#unclearUntil - this.#clock.wallClock());
  }

  newBatch(): number {
    return Math.max(this.#ownNumber, this.#lastEntry + 1);
  }

  /** Durable once the writer has confirmed. `again` gives the earlier entries of a worklog, which may be stored as well. */
  sending(
    worklogs: readonly NewWorklog[],
    { batch, afterId, again }: { batch: number; afterId: string; again: (worklog: NewWorklog) => number[] },
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
        comment: this.#hash(comment),
        afterId,
        ...(earlier.length > 0 && { again: earlier }),
      };
    });
    this.#ownNumber = first + numbers.size;
    this.#record({ at: this.#clock.wallClock(), type: "sending", batch, entries });
    return numbers;
  }

  retrying(entries: readonly number[]): void {
    if (entries.length > 0)
      this.#record({ at: this.#clock.wallClock(), type: "retrying", entries: [...entries] });
  }

  stored(worklogs: readonly { entry: number; stored: Omit<StoredWorklog, "isOwn"> }[]): void {
    if (worklogs.length === 0) return;
    const stored = worklogs.map(({ entry, stored: { id, date, seconds, billableSeconds, comment } }) => {
      const sent = this.#entries.get(entry);
      return {
        entry,
        ...(sent && { issueId: sent.issueId }),
        id,
        date,
        seconds,
        billableSeconds: billableSeconds ?? sent?.billableSeconds ?? seconds,
        comment: this.#hash(comment),
      };
    });
    this.#record({ at: this.#clock.wallClock(), type: "stored", worklogs: stored });
  }

  unknown(entries: readonly number[]): void {
    if (entries.length > 0)
      this.#record({ at: this.#clock.wallClock(), type: "unknown", entries: [...entries] });
  }

  notStored(entries: readonly number[]): void {
    if (entries.length > 0)
      this.#record({ at: this.#clock.wallClock(), type: "notStored", entries: [...entries] });
  }

  deleted(ids: readonly string[]): void {
    this.#record({ at: this.#clock.wallClock(), type: "deleted", ids: [...ids] });
  }

  /** Durable once the writer has confirmed. */
  editing(id: string): void {
    this.#record({ at: this.#clock.wallClock(), type: "editing", id });
  }

  /** @param mayBeStoredUntil when, by the wall clock, an earlier request of the same change is over that may still be stored */
  edited(worklog: KnownWorklog, mayBeStoredUntil?: number): void {
    const { id, date, seconds, billableSeconds, comment } = worklog;
    this.#record({
      at: this.#clock.wallClock(),
      type: "edited",
      worklog: { id, date, seconds, billableSeconds, comment: this.#hash(comment) },
      ...(mayBeStoredUntil !== undefined && { mayBeStoredUntil }),
    });
  }

  notEdited(id: string): void {
    this.#record({ at: this.#clock.wallClock(), type: "notEdited", id });
  }

  /** Durable once the writer has confirmed. @param period its first date */
  submitting(period: string): void {
    this.#record({ at: this.#clock.wallClock(), type: "submitting", period });
  }

  /** It is known what became of the last request, whatever it is. */
  submissionSettled(period: string): void {
    this.#record({ at: this.#clock.wallClock(), type: "submissionSettled", period });
  }

  #record(record: JournalRecord): void {
    this.#store.append(record);
    this.#learn(record);
  }

  #learn(record: ReadRecord): void {
    switch (record.type) {
      case "unreadable":
        this.#learnUnreadable(record);
        return;
      case "sending":
        for (const entry of record.entries) this.#learnSent(entry, record);
        return;
      case "stored":
        for (const { issueId, ...stored } of record.worklogs) {
          const entry = this.#entries.get(stored.entry);
          // Two processes of an earlier version may have given one number to two entries.
          if (!entry || (issueId !== undefined && issueId !== entry.issueId)) continue;
          Object.assign(entry, { state: "stored", stored });
          this.#byId.set(stored.id, entry);
        }
        return;
      case "retrying":
        for (const number of record.entries) this.#change(number, { sentAt: record.at });
        return;
      case "unknown":
        for (const number of record.entries) this.#change(number, { failedAt: record.at });
        return;
      case "notStored":
        for (const number of record.entries) this.#change(number, { state: "notStored" });
        return;
      case "deleted":
        for (const id of record.ids) this.#deleted.add(id);
        return;
      default:
        this.#edits.learn(record);
        this.#submissions.learn(record);
    }
  }

  /** No request is from the future, whatever a record says. */
  #learnUnreadable({ place, at, mayBeRequest }: UnreadableRecord): void {
    this.#unreadable.push(place);
    if (!mayBeRequest) return;
    const sentAt = Math.min(at, this.#clock.wallClock());
    const until = sentAt + LONGEST_WRITE_MS + LATEST_COMMIT_MS + UNKNOWN_LIST_LAG_MS;
    this.#unclearUntil = Math.max(this.#unclearUntil, until);
  }

  #learnSent(sent: SentEntry, { at, batch }: { at: number; batch: number }): void {
    // A store may show a process its own records again.
    if (this.#entries.has(sent.entry)) return;
    const entry: JournalEntry = { ...sent, batch, sentAt: at, state: "open" };
    if (isOfLease(sent.entry)) this.#lastEntry = Math.max(this.#lastEntry, sent.entry);
    this.#entries.set(sent.entry, entry);
    for (const number of sent.again ?? []) this.#change(number, { state: "replaced" });
    const content = contentKey(sent.issueId, sent);
    const equal = this.#byContent.get(content);
    if (equal) equal.push(entry);
    else this.#byContent.set(content, [entry]);
  }

  #change(number: number, change: Partial<JournalEntry>): void {
    const entry = this.#entries.get(number);
    if (entry && entry.state !== "stored") Object.assign(entry, change);
  }

  #hash(comment: string): string {
    return this.#store.hash(plainComment(comment));
  }

  #contentOf({ issue, date, seconds, billableSeconds, comment }: NewWorklog): string {
    return contentKey(issue.id, {
      date,
      seconds,
      billableSeconds,
      comment: this.#hash(comment),
    });
  }
}
