import type { JournalEntry } from "../journal/entry.ts";
import type { Journal } from "../journal/journal.ts";
import type { ExistingWorklog, FullWorklog, NewWorklog, StoredWorklog } from "../port.ts";
import { compareIds } from "../worklogs.ts";

export type SeenWorklog = Pick<ExistingWorklog, "id" | "issueId" | "date" | "createdAt">;

/** The digest of the plan that a batch carries out, or the worklog that its one row replaces. */
export interface Purpose {
  plan?: string | undefined;
  moves?: FullWorklog | undefined;
}

/** Writes a batch into the journal: it knows which entry of the journal is which worklog of the batch. */
export class BatchJournal {
  readonly #journal: Journal;
  readonly #purpose: Purpose;
  readonly #serverTime: () => number | undefined;
  readonly #batch: number;
  /** The entry of the request that is in progress, or that was the last one. */
  readonly #current = new Map<NewWorklog, number>();
  /** Entries of unknown outcome: of earlier requests of this call, or of an earlier call. */
  readonly #open = new Map<NewWorklog, number[]>();
  #lastKnownId = "0";
  /** Existing worklogs by issue and date, and by id. */
  readonly #seen = new Map<string, Map<string, SeenWorklog>>();

  /** @param serverTime the time of the server's own clock, where it is known */
  constructor(
    journal: Journal,
    purpose: Purpose = {},
    serverTime: () => number | undefined = () => undefined,
  ) {
    this.#journal = journal;
    this.#purpose = purpose;
    this.#serverTime = serverTime;
    this.#batch = journal.newBatch();
  }

  saw(existing: readonly SeenWorklog[]): void {
    this.#learnIds(existing);
    for (const worklog of existing) {
      const key = placeOf(worklog.issueId, worklog.date);
      this.#seen.set(key, (this.#seen.get(key) ?? new Map()).set(worklog.id, worklog));
    }
  }

  belongsToEntry(id: string, createdAt?: number): boolean {
    return this.#journal.entryOf({ id, createdAt }) !== undefined;
  }

  /**
   * Whether a worklog of the same hours as a row may be its result. That of a move is replaced by its row, and deleted then, so nothing that may have
   * been logged by hand counts as the row.
   */
  mayBeResult(row: NewWorklog, worklog: ExistingWorklog): boolean {
    const former = this.#purpose.moves;
    if (!former) return true;
    const open = new Set(this.#open.get(row));
    return this.#journal.moves
      .open()
      .some((move) => open.has(move.entry) && this.#journal.isResultOfMove(move, worklog, former));
  }

  takeOver(worklog: NewWorklog, { entry }: JournalEntry): void {
    this.#addOpen(worklog, entry);
  }

  /** A second call for the same request means that the first never left this machine. */
  sending(worklogs: readonly NewWorklog[]): void {
    const current = worklogs.flatMap((worklog) => this.#current.get(worklog) ?? []);
    if (current.length > 0) {
      this.#journal.retrying(current);
      return;
    }
    const entries = this.#journal.sending(worklogs, {
      batch: this.#batch,
      afterId: this.#lastKnownId,
      seen: this.#seenOn(worklogs),
      again: (worklog) => this.#open.get(worklog) ?? [],
      serverTime: this.#serverTime(),
      ...this.#purpose,
    });
    for (const [worklog, entry] of entries) this.#current.set(worklog, entry);
  }

  /** @param isFound whether no response has named them */
  stored(pairs: readonly (readonly [NewWorklog, Omit<StoredWorklog, "isOwn">])[], isFound = false): void {
    this.#learnIds(pairs.map(([, stored]) => stored));
    this.#journal.stored(
      pairs.flatMap(([worklog, stored]) => {
        const entry = this.#current.get(worklog) ?? this.#open.get(worklog)?.at(-1);
        return entry === undefined ? [] : [{ entry, stored, isFound }];
      }),
    );
  }

  unknown(worklogs: readonly NewWorklog[]): void {
    const entries = this.#endRequest(worklogs);
    this.#journal.unknown(entries.map(([, entry]) => entry));
    for (const [worklog, entry] of entries) this.#addOpen(worklog, entry);
  }

  notStored(worklogs: readonly NewWorklog[]): void {
    this.#journal.notStored(this.#endRequest(worklogs).map(([, entry]) => entry));
  }

  #learnIds(worklogs: readonly { id: string }[]): void {
    for (const { id } of worklogs) if (compareIds(id, this.#lastKnownId) > 0) this.#lastKnownId = id;
  }

  /** Leaves out entries that the journal knows anyway, so that a batch on one date does not repeat itself in each record. */
  #seenOn(worklogs: readonly NewWorklog[]): string[] {
    const places = new Set(worklogs.map(({ issue, date }) => placeOf(issue.id, date)));
    const seen = [...places].flatMap((place) => [...(this.#seen.get(place)?.values() ?? [])]);
    return seen.filter((worklog) => !this.#journal.entryOf(worklog)).map(({ id }) => id);
  }

  #endRequest(worklogs: readonly NewWorklog[]): [NewWorklog, number][] {
    return worklogs.flatMap((worklog) => {
      const entry = this.#current.get(worklog);
      this.#current.delete(worklog);
      return entry === undefined ? [] : [[worklog, entry] as [NewWorklog, number]];
    });
  }

  #addOpen(worklog: NewWorklog, entry: number): void {
    this.#open.set(worklog, [...(this.#open.get(worklog) ?? []), entry]);
  }
}

function placeOf(issueId: string, date: string): string {
  return JSON.stringify([issueId, date]);
}
