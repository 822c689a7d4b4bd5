import type { Clock } from "../timesheet/clock.ts";
import { TimesheetError } from "../timesheet/errors.ts";
import { Journal } from "../timesheet/journal/journal.ts";
import { journalInMemory } from "../timesheet/journal/records.ts";
import type { Log } from "../timesheet/log.ts";
import type { CallScope } from "../timesheet/port.ts";
import { steadyClock } from "../timesheet/steady-clock.ts";
import type { Writers } from "../timesheet/writers.ts";
import { DiskFailures, MAX_TRIES } from "./disk-failures.ts";
import { makeFolder } from "./files.ts";
import { acquireLease } from "./lease-file.ts";
import { OwnerJournal, type OwnerJournalOptions } from "./owner-journal.ts";
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

/** Keeps leases and journals as files, for the processes that share a folder. */
export function fileWriters({ clock, folder, log }: FileWritersOptions): Writers {
  const steady = steadyClock(clock);
  if (folder === undefined) return createWriters(clock, log, () => inMemory(steady));
  const failures = new DiskFailures(folder, log);
  return createWriters(clock, log, (name, owner) =>
    inFiles({ folder, name, owner, clock, steady, failures }),
  );
}

function inMemory(steady: Clock): OwnerState {
  return {
    journal: new Journal(journalInMemory(), steady),
    isKept: false,
    acquire: async () => UNSHARED,
  };
}

function inFiles(files: OwnerJournalOptions): OwnerState {
  const kept = new OwnerJournal(files);
  const { failures } = files;
  let isRead = false;
  return {
    get journal() {
      return kept.journal;
    },
    get isKept() {
      return kept.isSaved;
    },
    async acquire(scope) {
      // A lease lasts too short a time to read much of a journal in it.
      if (!isRead && failures.attempt(() => kept.isReadFirst(), false)) await kept.refresh(undefined);
      isRead = true;
      const lease = await leaseOf(files, scope);
      if (!lease) return undefined;
      await kept.refresh(lease.number);
      return {
        mayWrite: () => lease.mayWrite(),
        async confirm() {
          await kept.keep();
          await lease.confirm();
        },
        async release() {
          if (!kept.isSaved) await kept.keep();
          await lease.release();
        },
      };
    },
  };
}

async function leaseOf({ folder, name, clock, failures }: OwnerJournalOptions, scope: CallScope) {
  for (let tries = 1; ; tries += 1)
    try {
      makeFolder(folder);
      return await acquireLease(folder, name, scope, clock, (error) => failures.report(error));
    } catch (error) {
      if (error instanceof TimesheetError) throw error;
      if (tries < MAX_TRIES) continue;
      failures.report(error);
      return UNSHARED;
    }
}
