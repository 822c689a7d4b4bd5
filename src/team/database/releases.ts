import type { Clock } from "../../timesheet/clock.ts";
import { isRequest, type JournalRecord, numbersOf } from "../../timesheet/ledger/records.ts";
import { DATABASE_RETRY_DELAY_MS, RELEASE_RETRIES_MS } from "../../timesheet/timeline.ts";
import type { Database } from "./connect.ts";
import type { UnsavedRecords } from "./held-lease.ts";
import { type Addition, addAfterLoss, type Holding, releaseHeld, type UnsavedRecord } from "./statements.ts";

/** Releases leases, with what their holders have recorded: in the background if it can wait or the database is away. */
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

  /**
   * Fails never, and waits for no database that is known to be away. It does not wait at all to save no more than what took effect:
   * until that is saved it is in doubt, and is looked for. Anything else is saved before the reply says it.
   */
  async release(holding: Holding, records: UnsavedRecords): Promise<void> {
    const unsaved = records.unsaved();
    const attempt = this.#attempt(holding, unsaved, records);
    this.#attempts.set(holding.name, attempt);
    this.#follow(attempt.finally(() => this.#attempts.delete(holding.name)));
    if (!unsaved.every(({ record }) => record.type === "done")) await attempt;
  }

  /** The first attempt to release a lease, while it lasts. It fails never. */
  attempt(name: string): Promise<void> | undefined {
    return this.#attempts.get(name);
  }

  /** Returns at once. */
  retry(holding: Holding, unsaved: readonly UnsavedRecord[]): void {
    this.#follow(this.#retry(holding, unsaved));
  }

  /** Ends the retries, each after one more try. */
  async close(): Promise<void> {
    this.#closing.abort();
    // An attempt that fails now adds its retry.
    while (this.#inBackground.size > 0) await Promise.all(this.#inBackground);
  }

  #follow(work: Promise<void>): void {
    const done = work.finally(() => this.#inBackground.delete(done));
    this.#inBackground.add(done);
  }

  async #attempt(
    holding: Holding,
    unsaved: readonly UnsavedRecord[],
    records: UnsavedRecords,
  ): Promise<void> {
    if (this.#database.state() === "away") return this.retry(holding, unsaved);
    try {
      const addition = await this.#release(holding, unsaved);
      const last = unsaved.at(-1);
      if (addition && last) records.saved(last.number, addition);
    } catch {
      this.retry(holding, unsaved);
    }
  }

  async #retry(holding: Holding, unsaved: readonly UnsavedRecord[]): Promise<void> {
    const { signal } = this.#closing;
    const until = this.#clock.now() + RELEASE_RETRIES_MS;
    do
      try {
        await this.#release(holding, unsaved);
        return;
      } catch {
        await this.#clock.sleep(DATABASE_RETRY_DELAY_MS * (0.5 + this.#clock.random()), signal);
      }
    while (!signal.aborted && this.#clock.now() < until);
  }

  /** Undefined unless all records are kept: if the lease is lost, only what became of requests is. */
  async #release(holding: Holding, unsaved: readonly UnsavedRecord[]): Promise<Addition | undefined> {
    const { query } = this.#database;
    const addition = await releaseHeld(query, holding, unsaved);
    if (addition) return addition;
    const outcomes = outcomesIn(unsaved);
    if (outcomes.length > 0) await addAfterLoss(query, holding, outcomes);
    return undefined;
  }
}

/** The outcomes of requests, without those never sent: the records before a request were not kept in time. */
export function outcomesIn(records: readonly UnsavedRecord[]): UnsavedRecord[] {
  const neverSent = new Set(records.flatMap(({ record }) => (isRequest(record) ? numbersOf(record) : [])));
  const isSent = (number: number) => !neverSent.has(number);
  return records.flatMap(({ record, ...rest }) => {
    const outcome = isRequest(record) ? undefined : outcomeIn(record, isSent);
    return outcome ? [{ ...rest, record: outcome }] : [];
  });
}

function outcomeIn(record: JournalRecord, isSent: (number: number) => boolean): JournalRecord | undefined {
  switch (record.type) {
    case "done": {
      const fates = record.fates.filter(({ number }) => isSent(number));
      return fates.length > 0 ? { ...record, fates } : undefined;
    }
    case "unsure": {
      const fates = record.fates.filter(({ number }) => isSent(number));
      return fates.length > 0 ? { ...record, fates } : undefined;
    }
    case "lost":
    case "void": {
      const numbers = record.numbers.filter(isSent);
      return numbers.length > 0 ? { ...record, numbers } : undefined;
    }
    default:
      return record;
  }
}
