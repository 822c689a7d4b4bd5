import type { Clock } from "../../timesheet/clock.ts";
import { DATABASE_RETRY_DELAY_MS, RELEASE_RETRIES_MS } from "../../timesheet/timeline.ts";
import type { Database } from "./connect.ts";
import type { UnsavedRecords } from "./held-lease.ts";
import { outcomesIn } from "./outcomes.ts";
import { addAfterLoss, type Holding, releaseHeld, type UnsavedRecord } from "./statements.ts";

/** Releases leases, with what their holders have recorded: in the background if the database is away. */
export class Releases {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #inBackground = new Set<Promise<void>>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Fails never, and waits for no database that is known to be away. */
  async release(holding: Holding, records: UnsavedRecords): Promise<void> {
    const unsaved = records.unsaved();
    if (this.#database.state() === "away") return this.retry(holding, unsaved);
    try {
      const isAllKept = await this.#release(holding, unsaved);
      const last = unsaved.at(-1);
      if (isAllKept && last) records.saved(last.number);
    } catch {
      this.retry(holding, unsaved);
    }
  }

  /** Returns at once. */
  retry(holding: Holding, unsaved: readonly UnsavedRecord[]): void {
    const done = this.#retry(holding, unsaved).finally(() => this.#inBackground.delete(done));
    this.#inBackground.add(done);
  }

  /** Ends the retries. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#inBackground);
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

  /** Returns whether all records are kept: if the lease is lost, only what became of requests is. */
  async #release(holding: Holding, unsaved: readonly UnsavedRecord[]): Promise<boolean> {
    const { query } = this.#database;
    if (await releaseHeld(query, holding, unsaved)) return true;
    const outcomes = outcomesIn(unsaved);
    if (outcomes.length > 0) await addAfterLoss(query, holding, outcomes);
    return false;
  }
}
