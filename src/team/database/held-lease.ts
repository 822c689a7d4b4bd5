import type { HeldLease } from "../../state/writers.ts";
import { type Clock, gapSince, type Moment, momentOf } from "../../timesheet/clock.ts";
import { databaseAway, leaseLost } from "../../timesheet/not-sent.ts";
import { DATABASE_LEASE_EXPIRY_MS, DATABASE_LEASE_FENCE_MS } from "../../timesheet/timeline.ts";
import type { Query } from "./connect.ts";
import { DatabaseError } from "./database-error.ts";
import { type Addition, confirmHeld, type Holding, type UnsavedRecord } from "./statements.ts";

/** Records of a holder that the database may lack. */
export interface UnsavedRecords {
  /** The records in order. */
  unsaved(): readonly UnsavedRecord[];
  /** All up to this number. */
  saved(number: number, addition: Addition): void;
}

/** The most attempts to confirm a lease whose response came too late. */
const MAX_TRIES = 3;

/**
 * The promise: a write leaves at most DATABASE_LEASE_FENCE_MS after a moment at which the database said that this holder has
 * the lease. So `confirm` asks it each time; no heartbeat is enough for a write.
 *
 * `mayWrite` says less: whether another process cannot have the lease yet, or, if the database has said so, does. A database
 * that is away for a while thus stops the writes of that time, and not the rest of the call.
 */
export class LeaseInDatabase implements HeldLease {
  readonly holding: Holding;
  /** The last one to the journal when the lease was taken; null if there was none. */
  readonly addition: string | null;
  /** Greater than that of each holder before. */
  readonly number: number;
  readonly #query: Query;
  readonly #clock: Clock;
  readonly #records: UnsavedRecords;
  readonly #letGo: () => Promise<void>;
  /** Right before the last question which the database has answered with yes. */
  #heldAt: Moment;
  #isOver = false;
  #isReleased = false;

  constructor(
    holding: Holding,
    { heldAt, addition, number }: { heldAt: Moment; addition: string | null; number: number },
    parts: { query: Query; clock: Clock; records: UnsavedRecords; letGo: () => Promise<void> },
  ) {
    this.holding = holding;
    this.addition = addition;
    this.number = number;
    this.#heldAt = heldAt;
    this.#query = parts.query;
    this.#clock = parts.clock;
    this.#records = parts.records;
    this.#letGo = parts.letGo;
  }

  mayWrite(): boolean {
    this.#isOver ||= gapSince(this.#heldAt, this.#clock) >= DATABASE_LEASE_EXPIRY_MS;
    return !this.#isOver;
  }

  async confirm(): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (!this.mayWrite()) throw leaseLost();
      const askedAt = momentOf(this.#clock);
      const records = this.#records.unsaved();
      const addition = await this.#ask(records);
      if (!addition) {
        this.lost();
        throw leaseLost();
      }
      const last = records.at(-1);
      if (last) this.#records.saved(last.number, addition);
      this.held(askedAt);
      // A heartbeat may have found it lost meanwhile.
      if (!this.mayWrite()) throw leaseLost();
      if (gapSince(askedAt, this.#clock) <= DATABASE_LEASE_FENCE_MS) return;
    }
    throw databaseAway();
  }

  async release(): Promise<void> {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#isOver = true;
    await this.#letGo();
  }

  /** The database has said that it is held. @param askedAt the moment before it was asked */
  held(askedAt: Moment): void {
    if (askedAt.now > this.#heldAt.now) this.#heldAt = askedAt;
  }

  /** The database has said that it is not. */
  lost(): void {
    this.#isOver = true;
  }

  async #ask(records: readonly UnsavedRecord[]): Promise<Addition | undefined> {
    try {
      return await confirmHeld(this.#query, this.holding, records);
    } catch (error) {
      throw error instanceof DatabaseError ? databaseAway() : error;
    }
  }
}
