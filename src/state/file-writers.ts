import type { Clock } from "../timesheet/clock.ts";
import { TimesheetError } from "../timesheet/errors.ts";
import { Ledger } from "../timesheet/ledger/ledger.ts";
import { numbersOfLease, numbersWithoutLease } from "../timesheet/ledger/numbers.ts";
import { type JournalStore, journalInMemory } from "../timesheet/ledger/records.ts";
import type { Log } from "../timesheet/log.ts";
import { steadyClock } from "../timesheet/steady-clock.ts";
import { LONGEST_FLUSH_MS } from "../timesheet/timeline.ts";
import type { Writers } from "../timesheet/writers.ts";
import { unusableFolder } from "./files.ts";
import { JournalFile } from "./journal-file.ts";
import { onSteadyClock } from "./journal-rules.ts";
import { acquireLease } from "./lease-file.ts";
import { createWriters, type HeldLease, type OwnerState } from "./writers.ts";

const MAX_TRIES = 2;

export interface FileWritersOptions {
  clock: Clock;
  /** The folder of the leases and journals; without it, both end with the process, and no other process is seen. */
  folder: string | undefined;
  log: Log;
}

/** The lease without files: calls of this process still wait for each other. */
const UNSHARED = {
  number: undefined,
  mayWrite: () => true,
  confirm: async () => {},
  release: async () => {},
} satisfies HeldLease & { number: undefined };

/** Keeps leases and journals as files, for the processes that share a folder. */
export function fileWriters({ clock, folder, log }: FileWritersOptions): Writers {
  if (folder === undefined) {
    return createWriters(clock, log, () => ({
      ledger: new Ledger(journalInMemory(), steadyClock(clock)),
      isKept: false,
      acquire: async () => UNSHARED,
    }));
  }
  const disk = cautiousDisk(folder, log);
  return createWriters(clock, log, (name, owner) =>
    stateInFiles({ folder, name, clock, disk }, new JournalFile(folder, name, owner)),
  );
}

/** Works on without what the disk refuses in a state folder, and says so once. */
function cautiousDisk(folder: string, log: Log) {
  let isSaid = false;

  function report(error: unknown): void {
    if (!isSaid) log(unusableFolder(folder, error).message, "warn");
    isSaid = true;
  }

  /** Whether the disk has taken an action, which may be taken twice: one that refuses a write once may take it the next time. */
  function attempt(action: () => void, triesLeft = MAX_TRIES): boolean {
    try {
      action();
      return true;
    } catch (error) {
      if (triesLeft > 1) return attempt(action, triesLeft - 1);
      report(error);
      return false;
    }
  }

  /** The same for what takes time. @throws TimesheetError */
  async function attemptLater(action: () => Promise<void>, triesLeft = MAX_TRIES): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (error) {
      if (error instanceof TimesheetError) throw error;
      if (triesLeft > 1) return attemptLater(action, triesLeft - 1);
      report(error);
      return false;
    }
  }

  return { report, attempt, attemptLater };
}

interface Place {
  folder: string;
  name: string;
  clock: Clock;
  disk: ReturnType<typeof cautiousDisk>;
}

/**
 * The lease and the journal of one user, in files that processes share. What the disk refuses stays in memory, and is written as soon as
 * it takes it.
 */
function stateInFiles({ folder, name, clock, disk }: Place, file: JournalFile): OwnerState {
  const store: JournalStore = {
    readNew: () => file.readNew(),
    append(record) {
      file.append(record);
      disk.attempt(() => file.save());
      // An answer may come after the call.
      if (!isHeld) file.close();
    },
    hash: (comment) => file.hash(comment),
  };
  const newLedger = () => new Ledger(onSteadyClock(store, clock), steadyClock(clock));
  const pause = () => clock.sleep(0);
  let ledger = newLedger();
  let isHeld = false;
  /** Whether a flush takes too long. */
  let isStuck = false;

  /**
   * Reads what other processes have recorded, and writes what the file lacks.
   *
   * @param lease its number; undefined if none is held, and nothing is dropped from the file then
   */
  async function refresh(lease: number | undefined): Promise<void> {
    const ownNumber = lease === undefined ? numbersWithoutLease() : numbersOfLease(lease);
    ledger.numberFrom(ownNumber);
    if (!disk.attempt(() => file.open())) return;
    if (lease !== undefined) await disk.attemptLater(() => file.dropOld(clock.wallClock(), pause));
    const isRead = disk.attempt(() => {
      if (file.isOutdated) ledger = newLedger();
    });
    while (isRead && disk.attempt(() => ledger.refresh(ownNumber)) && file.hasMore) await pause();
    disk.attempt(() => file.save());
  }

  /** Writes and flushes what was recorded, as far as the disk takes it. */
  async function keep(): Promise<void> {
    await disk.attemptLater(async () => {
      try {
        file.save();
      } finally {
        await flush();
      }
    });
  }

  /** A disk that does not answer counts as one that fails. */
  async function flush(): Promise<void> {
    if (file.isFlushed || isStuck) return;
    const done = new AbortController();
    const flushed = file.flush().finally(() => {
      isStuck = false;
    });
    const tooLong = clock.sleep(LONGEST_FLUSH_MS, done.signal).then(() => {
      if (done.signal.aborted) return;
      isStuck = true;
      disk.report(new Error("the disk does not answer"));
    });
    try {
      await Promise.race([flushed, tooLong]);
    } finally {
      done.abort("done");
    }
  }

  return {
    get ledger() {
      return ledger;
    },
    get isKept() {
      return file.isSaved;
    },
    async acquire(scope) {
      let lease: (HeldLease & { number: number | undefined }) | undefined;
      const isAnswered = await disk.attemptLater(async () => {
        lease = await acquireLease(folder, name, scope, clock, disk.report);
      });
      if (!isAnswered) lease = UNSHARED;
      if (!lease) return undefined;
      const { mayWrite, confirm, release, number } = lease;
      isHeld = true;
      await refresh(number);
      return {
        mayWrite,
        async confirm() {
          await keep();
          await confirm();
        },
        async release() {
          if (!file.isSaved) await keep();
          isHeld = false;
          file.close();
          await release();
        },
      };
    },
  };
}
