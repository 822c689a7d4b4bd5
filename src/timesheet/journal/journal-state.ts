import type { Clock } from "../clock.ts";
import { contentKey } from "../content.ts";
import { LATEST_COMMIT_MS, LONGEST_WRITE_MS, UNKNOWN_LIST_LAG_MS } from "../timeline.ts";
import { Deletions } from "./deletions.ts";
import { Edits } from "./edits.ts";
import { isLater, isMove, type JournalEntry, type MoveEntry } from "./entry.ts";
import { isOfLease } from "./entry-numbers.ts";
import { Moves } from "./moves.ts";
import type { JournalRecord, ReadRecord, SentEntry, UnreadableRecord } from "./records.ts";
import { Submissions } from "./submissions.ts";

/** All that the records of a journal say together. It learns each of them, in their order. */
export class JournalState {
  readonly deletions = new Deletions();
  readonly edits = new Edits();
  readonly moves = new Moves();
  readonly submissions = new Submissions();
  readonly entries = new Map<number, JournalEntry>();
  /** The entries without an outcome. */
  readonly open = new Set<JournalEntry>();
  /** The entries that lists may lack although they are stored. */
  readonly recent = new Set<JournalEntry>();
  readonly byContent = new Map<string, JournalEntry[]>();
  readonly byId = new Map<string, JournalEntry>();
  /** The entries that were moved to other issues, with those that they have become. */
  readonly movedTo = new Map<JournalEntry, MoveEntry>();
  readonly unreadable: UnreadableRecord[] = [];
  readonly #cutLines: UnreadableRecord[] = [];
  /** Another process may be writing it, so it counts until a record follows. */
  #cutEnd: UnreadableRecord | undefined;
  readonly #clock: Pick<Clock, "wallClock">;
  #lastEntry = 0;
  #unclearUntil = 0;

  constructor(clock: Pick<Clock, "wallClock">) {
    this.#clock = clock;
  }

  /** The greatest number of an entry that was sent under a lease. */
  get lastEntry(): number {
    return this.#lastEntry;
  }

  /** Until when, by the wall clock, lists may lack what an unreadable record has announced. */
  get unclearUntil(): number {
    return this.#unclearUntil;
  }

  /** The records that were not written to their end. */
  get cut(): UnreadableRecord[] {
    return this.#cutEnd ? [...this.#cutLines, this.#cutEnd] : this.#cutLines;
  }

  learn(record: ReadRecord): void {
    this.#cutEnd = undefined;
    switch (record.type) {
      case "unreadable":
        this.#learnUnreadable(record);
        return;
      case "sending":
        this.#learnSending(record);
        return;
      case "stored":
        for (const { issueId, ...stored } of record.worklogs) {
          const entry = this.entries.get(stored.entry);
          // Two processes of an earlier version may have given one number to two entries.
          if (!entry || (issueId !== undefined && issueId !== entry.issueId)) continue;
          Object.assign(entry, { state: "stored", stored });
          this.open.delete(entry);
          // A late record of the same entry does not undo that its result was deleted since.
          if (this.byId.get(stored.id) === entry) continue;
          this.deletions.forget(stored.id);
          this.byId.set(stored.id, entry);
          if (isMove(entry)) this.#learnResult(entry);
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
        this.deletions.learn(record);
        for (const id of record.ids) this.#learnMoved(id);
        return;
      default:
        this.deletions.learn(record);
        this.edits.learn(record);
        this.submissions.learn(record);
    }
  }

  /** The result of a move may be another copy than before, which was deleted. */
  #learnResult(move: MoveEntry): void {
    this.moves.sent(move);
    if (this.deletions.has(move.moves.id)) this.#learnMoved(move.moves.id);
  }

  #learnMoved(id: string): void {
    const entry = this.byId.get(id);
    // Once Tempo was restored from a backup, a move may have got the id of the worklog that it moved.
    for (const move of this.moves.deleted(id))
      if (entry && isLater(move, entry)) this.movedTo.set(entry, move);
  }

  /** No request is from the future, whatever a record says. */
  #learnUnreadable(record: UnreadableRecord): void {
    if (record.isCut) {
      if (record.isCut === "line") this.#cutLines.push(record);
      else this.#cutEnd = record;
      return;
    }
    this.unreadable.push(record);
    if (record.mayBe === "outcome") return;
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
    serverTime,
  }: Extract<JournalRecord, { type: "sending" }>): void {
    const common = {
      batch,
      sentAt: at,
      ...(serverTime !== undefined && { serverAhead: serverTime - at }),
      ...(seen && { seen: new Set(seen) }),
      ...(plan !== undefined && { plan }),
      ...(moves && { moves }),
    };
    for (const entry of entries) this.#learnSent(entry, common);
  }

  #learnSent(
    sent: SentEntry,
    common: Pick<JournalEntry, "batch" | "sentAt" | "serverAhead" | "seen" | "plan" | "moves">,
  ): void {
    // A store may show a process its own records again.
    if (this.entries.has(sent.entry)) return;
    const entry: JournalEntry = { ...sent, ...common, state: "open" };
    if (isOfLease(sent.entry)) this.#lastEntry = Math.max(this.#lastEntry, sent.entry);
    this.entries.set(sent.entry, entry);
    this.open.add(entry);
    this.recent.add(entry);
    this.moves.sent(entry);
    for (const number of sent.again ?? []) this.#change(number, { state: "replaced" });
    const content = contentKey(sent.issueId, sent);
    const equal = this.byContent.get(content);
    if (equal) equal.push(entry);
    else this.byContent.set(content, [entry]);
  }

  #change(number: number, change: Partial<JournalEntry>): void {
    const entry = this.entries.get(number);
    if (!entry || entry.state === "stored") return;
    Object.assign(entry, change);
    if (entry.state !== "open") this.open.delete(entry);
    if (change.sentAt !== undefined) this.recent.add(entry);
  }
}
