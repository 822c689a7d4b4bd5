import { existsSync } from "node:fs";
import type { Clock } from "../timesheet/clock.ts";
import { TimesheetError } from "../timesheet/errors.ts";
import { numbersOfLease, numbersWithoutLease } from "../timesheet/journal/entry-numbers.ts";
import { Journal } from "../timesheet/journal/journal.ts";
import { type JournalStore, journalInMemory, type ReadRecord } from "../timesheet/journal/records.ts";
import type { Log } from "../timesheet/log.ts";
import type { CallScope, Owner } from "../timesheet/port.ts";
import { steadyClock } from "../timesheet/steady-clock.ts";
import { LONGEST_FLUSH_MS } from "../timesheet/timeline.ts";
import type { Writers } from "../timesheet/writers.ts";
import { makeFolder, unusableFolder } from "./files.ts";
import { acquireEach, withFormer } from "./former-name.ts";
import { JournalFile, journalPath } from "./journal-file.ts";
import { acquireLease } from "./lease-file.ts";
import { onSteadyClock } from "./record-times.ts";
import { createWriters, type HeldLease, nameOf, type OwnerState } from "./writers.ts";

export interface FileWritersOptions {
  clock: Clock;
  /** The folder of the leases and journals; without it, both end with the process, and no other process is seen. */
  folder: string | undefined;
  log: Log;
}

/** The most tries of an operation on the disk. */
const MAX_TRIES = 2;

/** The lease without files: calls of this process still wait for each other. */
const UNSHARED = {
  number: undefined,
  mayWrite: () => true,
  confirm: async () => {},
  release: async () => {},
} satisfies HeldLease & { number: undefined };

/** Keeps leases and journals as files, for the processes that share a folder. */
export function fileWriters({ clock, folder, log }: FileWritersOptions): Writers {
  const steady = steadyClock(clock);
  let hasFailed = false;

  function inMemory(): OwnerState {
    return {
      journal: new Journal(journalInMemory(), steady),
      isKept: false,
      acquire: async () => UNSHARED,
    };
  }

  function inFiles(path: string, name: string, owner: Owner): OwnerState {
    const store = new JournalFile(path, name, owner);
    const formerOwner = { ...owner, site: owner.formerSite ?? owner.site };
    const formerName = nameOf(formerOwner);
    let former: JournalFile | undefined;
    /** An earlier version may run beside this one, and begin its journal at any time. */
    const hasFormer = () => formerName !== name && existsSync(journalPath(path, formerName));

    function readFormer(): ReadRecord[] {
      if (!hasFormer()) return [];
      former ??= new JournalFile(path, formerName, formerOwner);
      former.open();
      return former.readNew();
    }

    function openJournal(): Journal {
      former = undefined;
      const saving: JournalStore = {
        readNew: () => store.readNew(),
        append(record) {
          store.append(record);
          attempt(() => store.save(), undefined);
        },
        hash: (comment) => store.hash(comment),
      };
      const whole = withFormer(saving, formerName, () => attempt(readFormer, []));
      return new Journal(onSteadyClock(whole, clock), steady);
    }

    let journal = openJournal();
    let isStuck = false;
    let isOutdated = false;
    let isRead = false;

    function refresh(lease: number | undefined): void {
      const ownNumber = lease === undefined ? numbersWithoutLease() : numbersOfLease(lease);
      if (!isOutdated && store.isUpToDate() && !hasFormer()) {
        journal.numberFrom(ownNumber);
        return;
      }
      attempt(() => store.open(), undefined);
      if (lease !== undefined) attempt(() => store.dropOld(clock.wallClock()), undefined);
      // Records that the file lacks are known here alone, as are those of a file that was replaced.
      isOutdated ||= !attempt(() => store.isCurrent(), true);
      if (isOutdated)
        attempt(() => {
          journal = openJournal();
          isOutdated = false;
        }, undefined);
      attempt(() => journal.refresh(ownNumber), undefined);
      attempt(() => store.save(), undefined);
    }

    /** A disk that does not answer counts as one that fails. */
    async function flush(): Promise<void> {
      if (store.isFlushed || isStuck) return;
      const done = new AbortController();
      const flushed = store.flush().then(() => false);
      const tooLong = clock.sleep(LONGEST_FLUSH_MS, done.signal).then(() => true);
      try {
        isStuck = await Promise.race([flushed, tooLong]);
      } finally {
        done.abort("done");
      }
      if (!isStuck) return;
      const isOver = () => {
        isStuck = false;
      };
      flushed.then(isOver, isOver);
      reportFailure(new Error("the disk does not answer"));
    }

    /** A disk that refuses a write once may take it when it is asked again. */
    async function keep(): Promise<void> {
      for (let tries = 0; tries < MAX_TRIES && !(store.isSaved && store.isFlushed); tries += 1) {
        if (!store.isSaved)
          attempt(() => {
            store.open();
            store.save();
          }, undefined);
        await flush().catch(tries + 1 < MAX_TRIES ? () => {} : reportFailure);
      }
    }

    return {
      get journal() {
        return journal;
      },
      get isKept() {
        return store.isSaved;
      },
      async acquire(scope) {
        // A lease lasts too short a time to read a journal of 100 MB in it.
        if (!isRead && attempt(() => existsSync(journalPath(path, name)), false)) refresh(undefined);
        isRead = true;
        const names = hasFormer() ? [formerName, name] : [name];
        const lease = await acquireEach(names, (it) => leaseOf(path, it, scope));
        if (!lease) return undefined;
        refresh(lease.number);
        return {
          mayWrite: () => lease.mayWrite(),
          async confirm() {
            await keep();
            await lease.confirm();
          },
          async release() {
            if (!store.isSaved) await keep();
            await lease.release();
          },
        };
      },
    };
  }

  async function leaseOf(path: string, name: string, scope: CallScope) {
    for (let tries = 1; ; tries += 1)
      try {
        makeFolder(path);
        return await acquireLease(path, name, scope, clock, reportFailure);
      } catch (error) {
        if (error instanceof TimesheetError) throw error;
        if (tries < MAX_TRIES) continue;
        reportFailure(error);
        return UNSHARED;
      }
  }

  /** TempoFiller works on without its files, and says so once. @param action may be taken twice */
  function attempt<Result>(action: () => Result, otherwise: Result): Result {
    for (let tries = 1; ; tries += 1)
      try {
        return action();
      } catch (error) {
        if (tries < MAX_TRIES) continue;
        reportFailure(error);
        return otherwise;
      }
  }

  function reportFailure(error: unknown): void {
    if (!hasFailed && folder !== undefined) log(unusableFolder(folder, error).message, "warn");
    hasFailed = true;
  }

  return createWriters(clock, log, (name, owner) =>
    folder === undefined ? inMemory() : inFiles(folder, name, owner),
  );
}
