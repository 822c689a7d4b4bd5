import type { Clock } from "../clock.ts";
import { contentKey } from "../content.ts";
import { plainComment } from "../plain-comment.ts";
import type { ExistingWorklog, NewWorklog, StoredWorklog } from "../port.ts";
import { LATEST_COMMIT_MS, LIST_LAG_MS, LONGEST_WRITE_MS, UNKNOWN_LIST_LAG_MS } from "../timeline.ts";
import { compareIds } from "../worklogs.ts";
import { Deletions } from "./deletions.ts";
import { Edits } from "./edits.ts";
import type { JournalEntry, MoveEntry } from "./entry.ts";
import { isOfLease, numbersWithoutLease } from "./entry-numbers.ts";
import { type Identity, identityOf, isSameMoment } from "./identity.ts";
import { Moves } from "./moves.ts";
import type {
  FormerWorklog,
  JournalRecord,
  JournalStore,
  KnownWorklog,
  ReadRecord,
  SentEntry,
  UnreadableRecord,
} from "./records.ts";
import { Submissions } from "./submissions.ts";

/** Longer than LIST_LAG_MS and a call together. */
const RECENT_MS = 3_600_000;

/** The content by which two worklogs are equal. */
type SentContent = Omit<NewWorklog, "issue"> & { issue: { id: string } };

/** All that the user's calls have sent, in whatever process, and its outcomes: lists lag, and show what Tempo changed. */
export class Journal {
  readonly edits: Pick<Edits, "has" | "of" | "since" | "mayBeStoredUntil">;
  readonly deletions: Pick<Deletions, "open" | "wasSentSince">;
  readonly moves: Pick<Moves, "open" | "idNow">;
  readonly submissions: Pick<Submissions, "of">;
  readonly #store: JournalStore;
  readonly #clock: Pick<Clock, "wallClock">;
  readonly #entries = new Map<number, JournalEntry>();
  /** The entries without an outcome. */
  readonly #open = new Set<JournalEntry>();
  /** The entries that lists may lack although they are stored. */
  readonly #recent = new Set<JournalEntry>();
  readonly #byContent = new Map<string, JournalEntry[]>();
  readonly #byId = new Map<string, JournalEntry>();
  readonly #deletions = new Deletions();
  readonly #edits = new Edits();
  readonly #submissions = new Submissions();
  readonly #moves = new Moves();
  /** The entries that were moved to other issues, with those that they have become. */
  readonly #movedTo = new Map<JournalEntry, MoveEntry>();
  #lastEntry = 0;
  /** No other process gives an entry this number or one of the next ones. */
  #ownNumber = 1;
  /** Until when, by the wall clock, lists may lack what an unreadable record has announced. */
  #unclearUntil = 0;
  readonly #unreadable: UnreadableRecord[] = [];
  #reported = 0;

  constructor(store: JournalStore, clock: Pick<Clock, "wallClock">) {
    this.#store = store;
    this.#clock = clock;
    this.edits = this.#edits;
    this.deletions = this.#deletions;
    this.moves = this.#moves;
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

  entriesOf(worklog: SentContent): readonly JournalEntry[] {
    return this.#byContent.get(this.#contentOf(worklog)) ?? [];
  }

  /** The entry that became a worklog; undefined if it was logged elsewhere, or deleted since. */
  entryOfId(id: string): JournalEntry | undefined {
    return this.isDeleted(id) ? undefined : this.#byId.get(id);
  }

  /** The same, unless another worklog has its id now: Tempo gives ids again once it is restored from a backup. */
  entryOf({ id, createdAt }: { id: string; createdAt?: number | undefined }): JournalEntry | undefined {
    const entry = this.entryOfId(id);
    return isSameMoment(entry?.stored?.createdAt, createdAt) === false ? undefined : entry;
  }

  /** The entry that an entry has become by moves to other issues; undefined if it was not moved. */
  movedTo(entry: JournalEntry): MoveEntry | undefined {
    const next = this.#movedTo.get(entry);
    return next && (this.movedTo(next) ?? next);
  }

  /**
   * Whether a worklog that is no entry appeared since an entry was sent, on its issue and date. Ids need not ascend: nodes of a cluster
   * take theirs from ranges of their own. A worklog that was moved there by a change made here was not stored there.
   */
  hasAppearedSince({ seen, ...entry }: JournalEntry, worklog: ExistingWorklog): boolean {
    if (this.entryOf(worklog)) return false;
    if (!seen) return compareIds(worklog.id, entry.afterId) > 0;
    if ((this.#edits.firstDateOf(worklog.id) ?? entry.date) !== entry.date) return false;
    return worklog.issueId === entry.issueId && worklog.date === entry.date && !seen.has(worklog.id);
  }

  /** @param createdAt of the worklog that has the id, if it is known: another one may have it now */
  isDeleted(id: string, createdAt?: number): boolean {
    const known = this.#byId.get(id)?.stored?.createdAt;
    return this.#deletions.has(id) && isSameMoment(known, createdAt) !== false;
  }

  /**
   * Whether a list may show a worklog although it is deleted. Later, what a list shows exists, whatever a read by id said that lagged.
   *
   * @param since LIST_LAG_MS before the list was requested, by the wall clock
   */
  isListedLate({ id, createdAt }: ExistingWorklog, since: number): boolean {
    return this.isDeleted(id, createdAt) && this.#deletions.hasSince(id, since);
  }

  /**
   * The worklogs that were stored or changed since, each after its last change.
   *
   * @param wallClock at most LIST_LAG_MS before a list of this call was requested
   */
  storedSince(wallClock: number): KnownWorklog[] {
    const byId = new Map<string, KnownWorklog>();
    const oldest = this.#clock.wallClock() - RECENT_MS;
    for (const entry of this.#recent) {
      const { stored, sentAt } = entry;
      if (sentAt < oldest) this.#recent.delete(entry);
      if (stored && sentAt >= wallClock) byId.set(stored.id, stored);
    }
    for (const edited of this.edits.since(wallClock)) byId.set(edited.id, edited);
    return [...byId.values()].filter(({ id }) => !this.isDeleted(id));
  }

  looksAsStored(
    { stored }: { stored?: KnownWorklog | undefined },
    worklog: Omit<StoredWorklog, "isOwn">,
  ): boolean {
    return stored !== undefined && this.#looksAs(stored, worklog);
  }

  /** Whether a worklog still looks as it did before it was moved. */
  looksAsBeforeMove({ moves }: MoveEntry, worklog: ExistingWorklog): boolean {
    return this.#looksAs(moves, worklog);
  }

  looksAsSent(entry: JournalEntry, worklog: Omit<StoredWorklog, "isOwn">): boolean {
    return this.#looksAs(entry, worklog);
  }

  /** The last own change of a listed worklog that the list does not show yet, since a time of the wall clock. */
  unlistedEdit(worklog: Omit<StoredWorklog, "isOwn">, since: number): KnownWorklog | undefined {
    return this.#edits.unlisted(worklog.id, (known) => this.#looksAs(known, worklog), since);
  }

  /** Whether a listed worklog looks as it did before the last own change, although lists show that change by now. */
  isAsBeforeEdit(worklog: Omit<StoredWorklog, "isOwn">): boolean {
    const until = this.#clock.wallClock() - LIST_LAG_MS;
    return this.#edits.isUndone(worklog.id, (known) => this.#looksAs(known, worklog), until);
  }

  /** Whether a worklog that Tempo shows under the id of an entry's result still is that result, however it was changed. */
  identityOf(entry: JournalEntry, shown: ExistingWorklog): Identity {
    const { issueId, stored } = entry;
    if (stored?.id !== shown.id) return "another";
    // An own change of a worklog that was created at another time was of that one.
    const isOther = isSameMoment(stored.createdAt, shown.createdAt) === false;
    const edited = isOther ? undefined : this.#edits.of(stored.id);
    return identityOf(
      [stored.createdAt, shown.createdAt],
      issueId === shown.issueId,
      this.looksAsStored(entry, shown) || this.looksAsStored({ stored: edited }, shown),
    );
  }

  /** The entries without an outcome that may be stored although no list shows them at this time of the wall clock. */
  openAt(time: number): JournalEntry[] {
    const open: JournalEntry[] = [];
    for (const entry of this.#open) if (this.mayBeUnlistedUntil(entry) > time) open.push(entry);
    return open;
  }

  /** Until when, by the wall clock, lists may lack an entry that Tempo has stored. */
  mayBeUnlistedUntil(entry: JournalEntry): number {
    return this.mayBeStoredUntil(entry) + UNKNOWN_LIST_LAG_MS;
  }

  /** Until when, by the wall clock, Tempo may still store an entry. */
  mayBeStoredUntil({ sentAt, failedAt = sentAt + LONGEST_WRITE_MS }: JournalEntry): number {
    return failedAt + LATEST_COMMIT_MS;
  }

  /** The places of unreadable records in the store that were met since the last call. */
  takeUnreadable(): string[] {
    const places = this.#unreadable.slice(this.#reported).map(({ place }) => place);
    this.#reported = this.#unreadable.length;
    return places;
  }

  /** The unreadable records that may be of a time of the wall clock, or of a later one. A record without a time may be of any. */
  unreadableSince(wallClock: number): Pick<UnreadableRecord, "place" | "mayBeRequest">[] {
    return this.#unreadable.filter(({ at }) => at === 0 || at >= wallClock);
  }

  /** The time in milliseconds for which something may be stored that no list shows and no record describes. */
  unclearFor(): number {
    return Math.max(0, this.#unclearUntil - this.#clock.wallClock());
  }

  newBatch(): number {
    // The numbers of leases have begun again, so another process may go on from the same entry.
    if (this.#ownNumber <= this.#lastEntry) this.#ownNumber = numbersWithoutLease();
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
    }: {
      batch: number;
      afterId: string;
      seen?: string[];
      again: (worklog: NewWorklog) => number[];
      plan?: string | undefined;
      moves?: ExistingWorklog | undefined;
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
        comment: this.#hash(comment),
        afterId,
        ...(earlier.length > 0 && { again: earlier }),
      };
    });
    this.#ownNumber = first + numbers.size;
    this.#record({
      at: this.#clock.wallClock(),
      type: "sending",
      batch,
      entries,
      ...(seen && { seen }),
      ...(plan !== undefined && { plan }),
      ...(moves && { moves: this.#former(moves) }),
    });
    return numbers;
  }

  retrying(entries: readonly number[]): void {
    if (entries.length > 0)
      this.#record({ at: this.#clock.wallClock(), type: "retrying", entries: [...entries] });
  }

  stored(worklogs: readonly { entry: number; stored: Omit<StoredWorklog, "isOwn"> }[]): void {
    if (worklogs.length === 0) return;
    const stored = worklogs.map(
      ({ entry, stored: { id, date, seconds, billableSeconds, comment, createdAt } }) => {
        const sent = this.#entries.get(entry);
        return {
          entry,
          ...(sent && { issueId: sent.issueId }),
          id,
          date,
          seconds,
          billableSeconds: billableSeconds ?? sent?.billableSeconds ?? seconds,
          comment: this.#hash(comment),
          ...(createdAt !== undefined && { createdAt }),
        };
      },
    );
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

  /** Durable once the writer has confirmed. @param date the worklog's, if it is known */
  deleting(id: string, date: string | undefined): void {
    this.#record({
      at: this.#clock.wallClock(),
      type: "deleting",
      id,
      ...(date !== undefined && { date }),
    });
  }

  notDeleted(id: string): void {
    this.#record({ at: this.#clock.wallClock(), type: "notDeleted", id });
  }

  deleted(ids: readonly string[]): void {
    this.#record({ at: this.#clock.wallClock(), type: "deleted", ids: [...ids] });
  }

  /** Durable once the writer has confirmed. */
  editing(id: string): void {
    this.#record({ at: this.#clock.wallClock(), type: "editing", id });
  }

  /**
   * @param before the worklog as it was read before the change
   * @param mayBeStoredUntil when, by the wall clock, an earlier request of the same change is over that may still be stored
   */
  edited(worklog: KnownWorklog, before: KnownWorklog, mayBeStoredUntil?: number): void {
    this.#record({
      at: this.#clock.wallClock(),
      type: "edited",
      worklog: this.#known(worklog),
      before: this.#known(before),
      ...(mayBeStoredUntil !== undefined && { mayBeStoredUntil }),
    });
  }

  notEdited(id: string): void {
    this.#record({ at: this.#clock.wallClock(), type: "notEdited", id });
  }

  /** Durable once the writer has confirmed. @param period its first date */
  submitting(period: string, recalls = false): void {
    const request = { type: "submitting", period, ...(recalls && { recalls }) } as const;
    this.#record({ at: this.#clock.wallClock(), ...request });
  }

  /** It is known what became of the last request. @param made whether it took effect */
  submissionSettled(period: string, made = false): void {
    const outcome = { type: "submissionSettled", period, ...(made && { made }) } as const;
    this.#record({ at: this.#clock.wallClock(), ...outcome });
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
        this.#learnSending(record);
        return;
      case "stored":
        for (const { issueId, ...stored } of record.worklogs) {
          const entry = this.#entries.get(stored.entry);
          // Two processes of an earlier version may have given one number to two entries.
          if (!entry || (issueId !== undefined && issueId !== entry.issueId)) continue;
          Object.assign(entry, { state: "stored", stored });
          this.#open.delete(entry);
          // A late record of the same entry does not undo that its result was deleted since.
          if (this.#byId.get(stored.id) !== entry) this.#deletions.forget(stored.id);
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
        this.#deletions.learn(record);
        for (const id of record.ids) this.#learnMoved(id);
        return;
      default:
        this.#deletions.learn(record);
        this.#edits.learn(record);
        this.#submissions.learn(record);
    }
  }

  #learnMoved(id: string): void {
    const entry = this.#byId.get(id);
    for (const move of this.#moves.deleted(id)) if (entry) this.#movedTo.set(entry, move);
  }

  /** No request is from the future, whatever a record says. */
  #learnUnreadable(record: UnreadableRecord): void {
    this.#unreadable.push(record);
    if (!record.mayBeRequest) return;
    const sentAt = Math.min(record.at, this.#clock.wallClock());
    const until = sentAt + LONGEST_WRITE_MS + LATEST_COMMIT_MS + UNKNOWN_LIST_LAG_MS;
    this.#unclearUntil = Math.max(this.#unclearUntil, until);
  }

  #learnSending({
    entries,
    at,
    batch,
    seen,
    plan,
    moves,
  }: Extract<JournalRecord, { type: "sending" }>): void {
    const common = {
      batch,
      sentAt: at,
      ...(seen && { seen: new Set(seen) }),
      ...(plan !== undefined && { plan }),
      ...(moves && { moves }),
    };
    for (const entry of entries) this.#learnSent(entry, common);
  }

  #learnSent(
    sent: SentEntry,
    common: Pick<JournalEntry, "batch" | "sentAt" | "seen" | "plan" | "moves">,
  ): void {
    // A store may show a process its own records again.
    if (this.#entries.has(sent.entry)) return;
    const entry: JournalEntry = { ...sent, ...common, state: "open" };
    if (isOfLease(sent.entry)) this.#lastEntry = Math.max(this.#lastEntry, sent.entry);
    this.#entries.set(sent.entry, entry);
    this.#open.add(entry);
    this.#recent.add(entry);
    this.#moves.sent(entry);
    for (const number of sent.again ?? []) this.#change(number, { state: "replaced" });
    const content = contentKey(sent.issueId, sent);
    const equal = this.#byContent.get(content);
    if (equal) equal.push(entry);
    else this.#byContent.set(content, [entry]);
  }

  #change(number: number, change: Partial<JournalEntry>): void {
    const entry = this.#entries.get(number);
    if (!entry || entry.state === "stored") return;
    Object.assign(entry, change);
    if (entry.state !== "open") this.#open.delete(entry);
    if (change.sentAt !== undefined) this.#recent.add(entry);
  }

  #looksAs(
    known: Omit<KnownWorklog, "id">,
    worklog: Omit<StoredWorklog, "isOwn"> & { issueId?: string },
  ): boolean {
    const { issueId = worklog.issueId } = known;
    return (
      (worklog.issueId ?? issueId) === issueId &&
      known.date === worklog.date &&
      known.seconds === worklog.seconds &&
      known.billableSeconds === worklog.billableSeconds &&
      known.comment === this.#hash(worklog.comment)
    );
  }

  #known({ id, issueId, date, seconds, billableSeconds, comment }: KnownWorklog): KnownWorklog {
    const known = { id, date, seconds, billableSeconds, comment: this.#hash(comment) };
    return issueId === undefined ? known : { ...known, issueId };
  }

  #former(worklog: ExistingWorklog): FormerWorklog {
    const { issueId, createdAt } = worklog;
    return { ...this.#known(worklog), issueId, ...(createdAt !== undefined && { createdAt }) };
  }

  #hash(comment: string): string {
    return this.#store.hash(plainComment(comment));
  }

  #contentOf({ issue, date, seconds, billableSeconds, comment }: SentContent): string {
    return contentKey(issue.id, {
      date,
      seconds,
      billableSeconds,
      comment: this.#hash(comment),
    });
  }
}
