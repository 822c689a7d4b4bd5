import type { Clock } from "../../timesheet/clock.ts";
import { DATABASE_RETRY_DELAY_MS, RELEASE_RETRIES_MS } from "../../timesheet/timeline.ts";
import type { Database } from "./connect.ts";
import type { UnsavedRecords } from "./held-lease.ts";
import { outcomesIn } from "./outcomes.ts";
import { addAfterLoss, type Holding, type Kept, releaseHeld, type UnsavedRecord } from "./statements.ts";

/** Releases leases in the background, with what their holders have recorded. */
export class Releases {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #inBackground = new Set<Promise<void>>();
  /** The first attempts, by the names of the leases. */
  readonly #attempts = new Map<string, Promise<void>>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Returns at once. What is recorded later is not kept. */
  release(holding: Holding, records: UnsavedRecords): void {
    const attempt = this.#attempt(holding, records);
    this.#attempts.set(holding.name, attempt);
    this.#follow(attempt.finally(() => this.#attempts.delete(holding.name)));
  }

  /** Resolves when the first attempt to release a lease has ended. */
  async attempt(name: string): Promise<void> {
    await this.#attempts.get(name);
  }

  /** Returns at once. */
  retry(holding: Holding, unsaved: readonly UnsavedRecord[]): void {
    this.#follow(this.#retry(holding, unsaved));
  }

  /** Ends the retries. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#inBackground);
  }

  #follow(work: Promise<void>): void {
    const done = work.finally(() => this.#inBackground.delete(done));
    this.#inBackground.add(done);
  }

  /** Fails never, and waits for no database that is known to be away. */
  async #attempt(holding: Holding, records: UnsavedRecords): Promise<void> {
    const unsaved = records.unsaved();
    if (this.#database.state() === "away") return this.retry(holding, unsaved);
    try {
      const kept = await this.#release(holding, unsaved);
      const last = unsaved.at(-1);
      if (kept && last) records.saved(last.number, kept);
    } catch {
      this.retry(holding, unsaved);
    }
  }

  async #retry(holding: Holding, unsaved: readonly UnsavedRecord[]): Promise<void> {
    const { signal } = this.#closing;
    const until = this.#clock.now() + RELEASE_RETRIES_MS;
    while (!signal.aborted && this.#clock.now() < until)
      try {
        await this.#release(holding, unsaved);
        return;
      } catch {
        await this.#clock.sleep(DATABASE_RETRY_DELAY_MS * (0.5 + this.#clock.random()), signal);
      }
  }

  /** Undefined unless all records are kept: if the lease is lost, only what became of requests is. */
  async #release(holding: Holding, unsaved: readonly UnsavedRecord[]): Promise<Kept | undefined> {
    const { query } = this.#database;
    const kept = await releaseHeld(query, holding, unsaved);
    if (kept) return kept;
    const outcomes = outcomesIn(unsaved);
    if (outcomes.length > 0) await addAfterLoss(query, holding, outcomes);
    return undefined;
  }
}
