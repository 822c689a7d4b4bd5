import type { Writers } from "../timesheet/call-context.ts";
import { type Clock, type MachineTime, steadyClock } from "../timesheet/clock.ts";
import { TimesheetError } from "../timesheet/errors.ts";
import { Ledger } from "../timesheet/ledger/ledger.ts";
import { numbersOfLease, numbersWithoutLease } from "../timesheet/ledger/numbers.ts";
import { type JournalStore, journalInMemory, type RecordTime } from "../timesheet/ledger/records.ts";
import type { Log } from "../timesheet/log.ts";
import type { CallScope } from "../timesheet/port.ts";
import { LONGEST_FLUSH_MS } from "../timesheet/timeline.ts";
import { unusableFolder } from "./files.ts";
import { JournalFile } from "./journal-file.ts";
import { acquireLease, type LeaseFile, type Report } from "./lease-file.ts";
import { createWriters, type HeldLease, type OwnerState } from "./writers.ts";

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

/** Keeps leases and journals as files, for the processes that share a folder. It works on without what the disk refuses, and says so once. */
export function fileWriters({ clock, folder, log }: FileWritersOptions): Writers {
  if (folder === undefined) {
    return createWriters(clock, log, () => ({
      ledger: new Ledger(journalInMemory(), steadyClock(clock)),
      isKept: false,
      acquire: async () => UNSHARED,
    }));
  }
  let isSaid = false;
  const report = (error: unknown) => {
    if (!isSaid) log(unusableFolder(folder, error).message, "warn");
    isSaid = true;
  };
  return createWriters(clock, log, (name, owner) => {
    const lease = (scope: CallScope) => acquireLease(folder, name, scope, clock, report);
    return stateInFiles(new JournalFile(folder, name, owner), lease, clock, report);
  });
}

/** The lease and the journal of one user. What the disk refuses stays in memory, and is written as soon as it takes it. */
function stateInFiles(
  file: JournalFile,
  acquireFile: (scope: CallScope) => Promise<LeaseFile | undefined>,
  clock: Clock,
  report: Report,
): OwnerState {
  const newLedger = () => new Ledger(onSteadyClock(file, clock), steadyClock(clock));
  let ledger = newLedger();
  /** Whether a flush takes too long. */
  let isStuck = false;

  /** Undefined if the disk refuses an action twice: one that refuses something once may take it the next time. @throws TimesheetError */
  async function tryTwice<T>(action: () => T, isLast = false): Promise<Awaited<T> | undefined> {
    try {
      return await action();
    } catch (error) {
      if (error instanceof TimesheetError) throw error;
      if (!isLast) return tryTwice(action, true);
      report(error);
      return undefined;
    }
  }

  /** Reads what other processes have recorded, and writes what the file lacks. @param lease its number; without it nothing is dropped */
  async function refresh(lease: number | undefined): Promise<void> {
    const ownNumber = lease === undefined ? numbersWithoutLease() : numbersOfLease(lease);
    ledger.numberFrom(ownNumber);
    if (!(await tryTwice(() => file.open()))) return;
    if (lease !== undefined) await tryTwice(() => file.dropOld(clock.wallClock()));
    await tryTwice(async () => {
      if (file.isOutdated) ledger = newLedger();
      ledger.refresh(ownNumber);
      while (file.hasMore) {
        await clock.sleep(0);
        ledger.refresh();
      }
      file.save();
    });
  }

  /** Writes and flushes what was recorded, as far as the disk takes it. */
  async function keep(): Promise<void> {
    await tryTwice(async () => {
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
      done.abort("done");
    });
    await Promise.race([flushed, clock.sleep(LONGEST_FLUSH_MS, done.signal)]);
    if (done.signal.aborted) return flushed;
    isStuck = true;
    report(new Error("the disk does not answer"));
  }

  return {
    get ledger() {
      return ledger;
    },
    get isKept() {
      return file.isSaved;
    },
    async acquire(scope) {
      const answer = await tryTwice(async () => ({ lease: await acquireFile(scope) }));
      const lease = answer ? answer.lease : UNSHARED;
      if (!lease) return undefined;
      await refresh(lease.number);
      return {
        mayWrite: lease.mayWrite,
        async confirm() {
          await keep();
          await lease.confirm();
        },
        async release() {
          if (!file.isSaved) await keep();
          file.close();
          await lease.release();
        },
      };
    },
  };
}

/**
 * A store for a journal on the steady clock. Its records keep the wall clock and the uptime of the machine, and come back with the
 * times that they have on the reader's steady clock, none of them in its future.
 */
export function onSteadyClock(store: JournalStore, clock: Clock): JournalStore {
  const steady = steadyClock(clock);
  return {
    readNew() {
      const [now, wallClock, machine] = [steady.wallClock(), clock.wallClock(), clock.machine()];
      return store.readNew().map((record) => ({ ...record, at: now - ageOf(record, wallClock, machine) }));
    },
    append(record) {
      const at = record.at + clock.wallClock() - steady.wallClock();
      store.append({ ...record, at, ...clock.machine() });
    },
    hash: (comment) => store.hash(comment),
  };
}

/**
 * The age of a record in milliseconds. Since one and the same start of the machine the uptime tells it, whatever the wall clock was set to; otherwise
 * the wall clock does. Where starts have no names, the younger opinion counts: a request that is taken to be younger is waited for.
 */
export function ageOf({ at, boot, uptime }: RecordTime, wallClock: number, machine: MachineTime): number {
  const byWallClock = Math.max(0, wallClock - at);
  if (uptime === undefined || boot !== machine.boot) return byWallClock;
  const byUptime = machine.uptime - uptime;
  if (boot !== undefined) return Math.max(0, byUptime);
  return byUptime < 0 ? byWallClock : Math.min(byUptime, byWallClock);
}
