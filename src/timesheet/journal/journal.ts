import type { Clock } from "../clock.ts";
import { contentKey, withoutPrefixes } from "../content.ts";
import type { ExistingWorklog, FullWorklog, NewWorklog, StoredWorklog } from "../port.ts";
import {
  CLOCK_DIFFERENCE_MS,
  LATEST_COMMIT_MS,
  LIST_LAG_MS,
  LONGEST_WRITE_MS,
  UNKNOWN_LIST_LAG_MS,
} from "../timeline.ts";
import { compareIds } from "../worklogs.ts";
import type { Deletions } from "./deletions.ts";
import { type Edits, isSamePlace } from "./edits.ts";
import { isMove, type JournalEntry, type MoveEntry } from "./entry.ts";
import { type Identity, identityOf, isSameMoment } from "./identity.ts";
import type { Moves } from "./moves.ts";
import { Recorder } from "./recorder.ts";
import type { JournalStore, KnownWorklog, UnreadableRecord } from "./records.ts";
import type { Submissions } from "./submissions.ts";

/** Whether an id was not known when an entry was sent. */
function isNewTo({ seen, afterId }: JournalEntry, id: string): boolean {
  return seen ? !seen.has(id) : compareIds(id, afterId) > 0;
}

/** Longer than LIST_LAG_MS and a call together. */
const RECENT_MS = 3_600_000;

/** The content by which two worklogs are equal. */
type SentContent = Omit<NewWorklog, "issue"> & { issue: { id: string } };

/** All that the user's calls have sent, in whatever process, and its outcomes: lists lag, and show what Tempo changed. */
export class Journal extends Recorder {
  readonly edits: Pick<Edits, "has" | "of" | "since" | "mayBeStoredUntil"> = this.state.edits;
  readonly deletions: Pick<Deletions, "open" | "wasSentSince"> = this.state.deletions;
  readonly moves: Pick<Moves, "open" | "idNow" | "idsNow"> = this.state.moves;
  readonly submissions: Pick<Submissions, "of"> = this.state.submissions;
  readonly #clock: Pick<Clock, "wallClock">;
  #reported = 0;

  constructor(store: JournalStore, clock: Pick<Clock, "wallClock">) {
    super(store, clock);
    this.#clock = clock;
  }

  entries(): JournalEntry[] {
    return [...this.state.entries.values()];
  }

  entriesOf(worklog: SentContent): readonly JournalEntry[] {
    return this.state.byContent.get(this.#contentOf(worklog)) ?? [];
  }

  /** The entry that became a worklog; undefined if it was logged elsewhere, or deleted since. */
  entryOfId(id: string): JournalEntry | undefined {
    return this.isDeleted(id) ? undefined : this.state.byId.get(id);
  }

  /** The same, unless another worklog has its id now: Tempo gives ids again once it is restored from a backup. */
  entryOf({ id, createdAt }: { id: string; createdAt?: number | undefined }): JournalEntry | undefined {
    const entry = this.entryOfId(id);
    return isSameMoment(entry?.stored?.createdAt, createdAt) === false ? undefined : entry;
  }

  /** The entry that an entry has become by moves to other issues; undefined if it was not moved. */
  movedTo(entry: JournalEntry): MoveEntry | undefined {
    const next = this.state.movedTo.get(entry);
    return next && (this.movedTo(next) ?? next);
  }

  /**
   * Whether a worklog that is no entry appeared since an entry was sent, on its issue and date. Ids need not ascend: nodes of a cluster
   * take theirs from ranges of their own. A worklog that was moved there by a change made here was not stored there.
   */
  hasAppearedSince(entry: JournalEntry, worklog: ExistingWorklog): boolean {
    if (this.entryOf(worklog)) return false;
    if (!entry.seen) return isNewTo(entry, worklog.id);
    const before = this.state.edits.placeSince(worklog.id, entry.sentAt) ?? worklog;
    return isSamePlace(before, entry) && isSamePlace(worklog, entry) && isNewTo(entry, worklog.id);
  }

  /**
   * The worklogs that are no entry, appeared on the issue and date of an entry since it was sent, and were changed or moved here since, by the ids that they
   * may have now: its result may be on another issue or date. One that was taken for an entry by its hours alone may be that of another.
   */
  changedSince(entry: JournalEntry): string[] {
    const { edits, moves, byId } = this.state;
    const ids = [...edits.changedAt(entry, entry.sentAt), ...moves.madeFrom(entry, entry.sentAt)];
    const left = ids.filter((id) => {
      const known = byId.get(id);
      // The results of others are left out of the ids that an entry has seen.
      if (known && (this.isCertain(known) || compareIds(id, entry.afterId) <= 0)) return false;
      return isNewTo(entry, id);
    });
    return [...new Set(left.flatMap((id) => moves.idsNow(id)))];
  }

  /**
   * Whether a worklog may be the result of an entry by the time of its creation: an equal one that the user has logged at another time must not be
   * taken for it, where one of the two may be deleted then. That of a move must have been created while the move was sent; that of another entry, if
   * both times are of Tempo's clock. It may also be of an earlier request, which the entry's has replaced.
   */
  isOfItsTime(entry: JournalEntry, { createdAt }: ExistingWorklog): boolean {
    if (createdAt === undefined) return !isMove(entry);
    const replaced = (entry.again ?? []).flatMap((number) => this.state.entries.get(number) ?? []);
    return [entry, ...replaced].some((sent) => {
      if (sent.serverAhead === undefined && !isMove(sent)) return true;
      const here = createdAt - (sent.serverAhead ?? 0);
      const latest = this.mayBeStoredUntil(sent) + CLOCK_DIFFERENCE_MS;
      return here >= sent.sentAt - CLOCK_DIFFERENCE_MS && here <= latest;
    });
  }

  /** @param createdAt of the worklog that has the id, if it is known: another one may have it now */
  isDeleted(id: string, createdAt?: number): boolean {
    const stored = this.state.byId.get(id)?.stored;
    // The entry may have another result by now: the copy that was kept.
    const known = stored?.id === id ? stored.createdAt : undefined;
    return this.state.deletions.has(id) && isSameMoment(known, createdAt) !== false;
  }

  /**
   * Whether a list may show a worklog although it is deleted. Later, what a list shows exists, whatever a read by id said that lagged.
   *
   * @param since LIST_LAG_MS before the list was requested, by the wall clock
   */
  isListedLate({ id, createdAt }: ExistingWorklog, since: number): boolean {
    return this.isDeleted(id, createdAt) && this.state.deletions.hasSince(id, since);
  }

  /**
   * The worklogs that were stored or changed since, each after its last change.
   *
   * @param wallClock at most LIST_LAG_MS before a list of this call was requested
   */
  storedSince(wallClock: number): KnownWorklog[] {
    const byId = new Map<string, KnownWorklog>();
    const oldest = this.#clock.wallClock() - RECENT_MS;
    for (const entry of this.state.recent) {
      const { stored, sentAt } = entry;
      if (sentAt < oldest) this.state.recent.delete(entry);
      if (stored && sentAt >= wallClock) byId.set(stored.id, stored);
    }
    for (const edited of this.state.edits.since(wallClock)) byId.set(edited.id, edited);
    return [...byId.values()].filter(({ id }) => !this.isDeleted(id));
  }

  looksAsStored(
    { stored }: { stored?: KnownWorklog | undefined },
    worklog: Omit<StoredWorklog, "isOwn">,
  ): boolean {
    return stored !== undefined && this.#looksAs(stored, worklog);
  }

  /** Whether a worklog still looks as it did before it was moved, as far as lists show it. */
  looksAsBeforeMove({ moves }: MoveEntry, worklog: ExistingWorklog): boolean {
    return this.#looksAs(moves, worklog);
  }

  /** Whether a worklog is as it was before it was moved, with its start time and work attributes. */
  isAsBeforeMove(move: MoveEntry, worklog: FullWorklog): boolean {
    const { rest = this.rest(worklog) } = move.moves;
    return rest === this.rest(worklog) && this.looksAsBeforeMove(move, worklog);
  }

  /**
   * Whether a worklog is the result of a move that no response has named: it is as it was sent, but for a text that Tempo has put before the
   * comment, and was created while it was sent.
   *
   * @param former the worklog that was moved: it proves that Tempo puts the text before each comment, and that no user has written it
   */
  isResultOfMove(
    move: MoveEntry,
    worklog: ExistingWorklog,
    former?: Pick<ExistingWorklog, "comment">,
  ): boolean {
    const issue = { id: worklog.issueId };
    return (
      this.isOfItsTime(move, worklog) &&
      withoutPrefixes(worklog.comment, former?.comment).some((comment) =>
        this.entriesOf({ ...worklog, issue, comment }).includes(move),
      )
    );
  }

  /**
   * Whether the result of an entry is its own: a response has named it, or it is as it was sent. Else it may have been logged by hand.
   *
   * @param shown the result of a move, and the worklog that was moved, as Tempo shows them, if both were read
   */
  isCertain(entry: JournalEntry, shown?: { result: ExistingWorklog; former: ExistingWorklog }): boolean {
    const { failedAt, stored, ...sent } = entry;
    if (failedAt === undefined && !stored?.isFound) return true;
    if (shown && isMove(entry) && this.isResultOfMove(entry, shown.result, shown.former)) return true;
    return stored !== undefined && contentKey("", stored) === contentKey("", sent);
  }

  looksAsSent(entry: JournalEntry, worklog: Omit<StoredWorklog, "isOwn">): boolean {
    return this.#looksAs(entry, worklog);
  }

  /** The last own change of a listed worklog that the list does not show yet, since a time of the wall clock. */
  unlistedEdit(worklog: Omit<StoredWorklog, "isOwn">, since: number): KnownWorklog | undefined {
    return this.state.edits.unlisted(worklog.id, (known) => this.#looksAs(known, worklog), since);
  }

  /** Whether a listed worklog looks as it did before the last own change, although lists show that change by now. */
  isAsBeforeEdit(worklog: Omit<StoredWorklog, "isOwn">): boolean {
    const until = this.#clock.wallClock() - LIST_LAG_MS;
    return this.state.edits.isUndone(worklog.id, (known) => this.#looksAs(known, worklog), until);
  }

  /** Whether a worklog that Tempo shows under the id of an entry's result still is that result, however it was changed. */
  identityOf(entry: JournalEntry, shown: ExistingWorklog): Identity {
    const { issueId, stored } = entry;
    if (stored?.id !== shown.id) return "another";
    // An own change of a worklog that was created at another time was of that one.
    const isOther = isSameMoment(stored.createdAt, shown.createdAt) === false;
    const edited = isOther ? undefined : this.state.edits.of(stored.id);
    return identityOf(
      [stored.createdAt, shown.createdAt],
      issueId === shown.issueId,
      this.looksAsStored(entry, shown) || this.looksAsStored({ stored: edited }, shown),
    );
  }

  /** The entries without an outcome that may be stored although no list shows them at this time of the wall clock. */
  openAt(time: number): JournalEntry[] {
    const open: JournalEntry[] = [];
    for (const entry of this.state.open) if (this.mayBeUnlistedUntil(entry) > time) open.push(entry);
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
    const places = this.state.unreadable.slice(this.#reported).map(({ place }) => place);
    this.#reported = this.state.unreadable.length;
    return places;
  }

  /** The unreadable records that may be of a time of the wall clock, or of a later one. A record without a time may be of any. */
  unreadableSince(wallClock: number): Pick<UnreadableRecord, "place" | "mayBe">[] {
    return this.state.unreadable.filter(({ at }) => at === 0 || at >= wallClock);
  }

  /** The places of records that may have announced a batch since a time of the wall clock, of which nothing else is known. */
  unreadBatchesSince(wallClock: number): string[] {
    return [...this.unreadableSince(wallClock), ...this.state.cut.filter(({ at }) => at >= wallClock)]
      .filter(({ mayBe }) => mayBe === "batch")
      .map(({ place }) => place);
  }

  /** The time in milliseconds for which something may be stored that no list shows and no record describes. */
  unclearFor(): number {
    return Math.max(0, this.state.unclearUntil - this.#clock.wallClock());
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
      known.comment === this.hash(worklog.comment)
    );
  }

  #contentOf({ issue, date, seconds, billableSeconds, comment }: SentContent): string {
    return contentKey(issue.id, {
      date,
      seconds,
      billableSeconds,
      comment: this.hash(comment),
    });
  }
}
