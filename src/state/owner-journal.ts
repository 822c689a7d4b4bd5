import { statSync } from "node:fs";
import type { Clock } from "../timesheet/clock.ts";
import { numbersOfLease, numbersWithoutLease } from "../timesheet/journal/entry-numbers.ts";
import { Journal } from "../timesheet/journal/journal.ts";
import type { JournalStore } from "../timesheet/journal/records.ts";
import type { Owner } from "../timesheet/port.ts";
import { LONGEST_FLUSH_MS } from "../timesheet/timeline.ts";
import { type DiskFailures, MAX_TRIES } from "./disk-failures.ts";
import { JournalFile, journalPath } from "./journal-file.ts";
import { onSteadyClock } from "./record-times.ts";

/** The bytes of a journal that may have too many entries. */
const MAX_READ_FIRST = 30_000_000;

/** A journal in a folder that processes share, and what it needs. */
export interface OwnerJournalOptions {
  folder: string;
  name: string;
  owner: Owner;
  clock: Clock;
  /** The same clock, of which steps within one boot are taken out. */
  steady: Clock;
  failures: DiskFailures;
}

/**
 * The journal of one owner, in a file that processes share. What the disk refuses stays in memory, and is written as soon as it takes it.
 *
 *     refresh   reads what other processes have recorded, and writes what the file lacks: before a call, and once it has the lease
 *     append    writes each record at once, at the end
 *     keep      writes and flushes what is about to be sent: before a request leaves
 */
export class OwnerJournal {
  readonly #options: OwnerJournalOptions;
  readonly #file: JournalFile;
  #journal: Journal;
  /** Whether the journal is to be made anew, since it has not what the file has. */
  #isOutdated = false;
  /** Whether a flush takes too long. */
  #isStuck = false;

  constructor(options: OwnerJournalOptions) {
    const { folder, name, owner } = options;
    this.#options = options;
    this.#file = new JournalFile(folder, name, owner);
    this.#journal = this.#open();
  }

  get journal(): Journal {
    return this.#journal;
  }

  /** Whether the file has all that was recorded. */
  get isSaved(): boolean {
    return this.#file.isSaved;
  }

  /** Whether it can be read before the lease is held. A larger one is first made shorter, which takes less memory. */
  isReadFirst(): boolean {
    const { folder, name } = this.#options;
    const { size = MAX_READ_FIRST } = statSync(journalPath(folder, name), { throwIfNoEntry: false }) ?? {};
    return size < MAX_READ_FIRST;
  }

  /** @param lease the number of the lease that is held; undefined without one, and nothing is dropped from the file then */
  async refresh(lease: number | undefined): Promise<void> {
    const { clock, failures } = this.#options;
    const ownNumber = lease === undefined ? numbersWithoutLease() : numbersOfLease(lease);
    if (!this.#isOutdated && this.#file.isUpToDate()) {
      this.#journal.numberFrom(ownNumber);
      return;
    }
    failures.attempt(() => this.#file.open(), undefined);
    const pause = () => clock.sleep(0);
    if (lease !== undefined) {
      const drop = () => this.#file.dropOld(clock.wallClock(), pause);
      await drop()
        .catch(drop)
        .catch((error) => failures.report(error));
    }
    // Records that the file lacks are known here alone, as are those of a file that was replaced.
    this.#isOutdated ||= failures.attempt(() => this.#file.rewindIfOutdated(), false);
    if (this.#isOutdated)
      failures.attempt(() => {
        this.#journal = this.#open();
        this.#isOutdated = false;
      }, undefined);
    const readPart = () => {
      this.#journal.refresh(ownNumber);
      return this.#file.hasMore;
    };
    while (failures.attempt(readPart, false)) await pause();
    failures.attempt(() => this.#file.save(), undefined);
  }

  /** Writes and flushes what was recorded, as far as the disk takes it. A disk that does not answer counts as one that fails. */
  async keep(): Promise<void> {
    const { failures } = this.#options;
    for (let tries = 1; tries <= MAX_TRIES && !(this.isSaved && this.#file.isFlushed); tries += 1) {
      if (!this.isSaved)
        failures.attempt(() => {
          this.#file.open();
          this.#file.save();
        }, undefined);
      await this.#flush().catch(tries < MAX_TRIES ? () => {} : (error) => failures.report(error));
    }
  }

  #open(): Journal {
    const { clock, steady, failures } = this.#options;
    const file = this.#file;
    const saving: JournalStore = {
      readNew: () => file.readNew(),
      append(record) {
        file.append(record);
        failures.attempt(() => file.save(), undefined);
      },
      hash: (comment) => file.hash(comment),
    };
    return new Journal(onSteadyClock(saving, clock), steady);
  }

  async #flush(): Promise<void> {
    const { clock, failures } = this.#options;
    if (this.#file.isFlushed || this.#isStuck) return;
    const done = new AbortController();
    const flushed = this.#file.flush().then(() => false);
    const tooLong = clock.sleep(LONGEST_FLUSH_MS, done.signal).then(() => true);
    try {
      this.#isStuck = await Promise.race([flushed, tooLong]);
    } finally {
      done.abort("done");
    }
    if (!this.#isStuck) return;
    const isOver = () => {
      this.#isStuck = false;
    };
    flushed.then(isOver, isOver);
    failures.report(new Error("the disk does not answer"));
  }
}
