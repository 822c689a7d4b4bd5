import { existsSync } from "node:fs";
import type { Clock } from "../timesheet/clock.ts";
import { TimesheetError } from "../timesheet/errors.ts";
import { Journal } from "../timesheet/journal/journal.ts";
import type { JournalStore } from "../timesheet/journal/records.ts";
import type { Log } from "../timesheet/log.ts";
import type { Owner } from "../timesheet/port.ts";
import { steadyClock } from "../timesheet/steady-clock.ts";
import type { Writers } from "../timesheet/writers.ts";
import { unusableFolder } from "./file-errors.ts";
import { acquireEach, withFormer } from "./former-name.ts";
import { JournalFile, journalPath } from "./journal-file.ts";
import { journalInMemory } from "./journal-memory.ts";
import { acquireLease } from "./lease-file.ts";
import { makeFolder } from "./make-folder.ts";
import { onSteadyClock } from "./record-times.ts";
import { createWriters, type HeldLease, nameOf, type OwnerState } from "./writers.ts";

export interface FileWritersOptions {
  clock: Clock;
  /** The folder of the leases and journals; without it, both end with the process, and no other process is seen. */
  folder: string | undefined;
  log: Log;
}

/** What holds without files: calls of this process still wait for each other. */
const UNSHARED: HeldLease = { mayWrite: () => true, confirm: async () => {}, release: async () => {} };

/** With leases and journals as files, for the processes that share a folder. */
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

  function openFiles(path: string, name: string, owner: Owner): OwnerState | undefined {
    const store = attempt(() => {
      makeFolder(path);
      return new JournalFile(path, name, owner);
    }, undefined);
    if (!store) return undefined;
    const formerName = nameOf({ ...owner, site: owner.formerSite ?? owner.site });
    let former: JournalFile | undefined;
    /** An earlier version may run beside this one, and begin its journal at any time. */
    const findFormer = () => {
      if (formerName === name || former || !existsSync(journalPath(path, formerName))) return;
      former = attempt(() => new JournalFile(path, formerName, owner), undefined);
    };
    findFormer();
    const cautious: JournalStore = {
      readNew: () => attempt(() => store.readNew(), []),
      append: (record) => attempt(() => store.append(record), undefined),
      hash: (comment) => store.hash(comment),
    };
    const whole = withFormer(cautious, () => attempt(() => former?.readNew() ?? [], []));
    const journal = new Journal(onSteadyClock(whole, clock), steady);
    return {
      journal,
      isKept: true,
      async acquire(scope) {
        findFormer();
        const names = former ? [formerName, name] : [name];
        const lease = await acquireEach(names, (it) => acquireLease(path, it, scope, clock)).catch(without);
        if (lease) attempt(() => store.dropOld(clock.wallClock()), undefined);
        journal.refresh();
        return lease;
      },
    };
  }

  /** Without its files TempoFiller works on, and says so once. */
  function attempt<Result>(action: () => Result, otherwise: Result): Result {
    try {
      return action();
    } catch (error) {
      reportFailure(error);
      return otherwise;
    }
  }

  function without(error: unknown): HeldLease {
    if (error instanceof TimesheetError) throw error;
    reportFailure(error);
    return UNSHARED;
  }

  function reportFailure(error: unknown): void {
    if (!hasFailed && folder !== undefined) log(unusableFolder(folder, error).message, "warn");
    hasFailed = true;
  }

  return createWriters(
    clock,
    log,
    (name, owner) => (folder !== undefined && openFiles(folder, name, owner)) || inMemory(),
  );
}
