import { createHash } from "node:crypto";
import pLimit from "p-limit";
import type { Clock } from "../timesheet/clock.ts";
import { TimesheetError } from "../timesheet/errors.ts";
import { Journal } from "../timesheet/journal/journal.ts";
import { anotherWriter } from "../timesheet/not-sent.ts";
import type { CallScope, Owner } from "../timesheet/port.ts";
import { type Limiter, whenAllowed } from "../timesheet/when-allowed.ts";
import type { Writer, Writers } from "../timesheet/writers.ts";
import { unusableFolder } from "./file-errors.ts";
import { JournalFile } from "./journal-file.ts";
import { journalInMemory } from "./journal-memory.ts";
import { acquireLease, type HeldLease } from "./lease-file.ts";
import { makeFolder } from "./make-folder.ts";

interface WritersOptions {
  clock: Clock;
  /** The folder of the leases and journals; without it, both end with the process, and no other process is seen. */
  folder: string | undefined;
  log(line: string): void;
}

interface OwnerState {
  /** One call of this process at a time. */
  limiter: Limiter;
  journal: Journal;
  acquire(scope: CallScope): Promise<HeldLease | undefined>;
}

/** What holds without files: calls of this process still wait for each other. */
const UNSHARED: HeldLease = { mayWrite: () => true, release() {} };

/** One writer at a time, among the calls of this process and, with a folder, among the processes that share it. */
export function createWriters({ clock, folder, log }: WritersOptions): Writers {
  const states = new Map<string, OwnerState>();
  let hasFailed = false;

  function stateOf(owner: Owner): OwnerState {
    const name = createHash("sha256")
      .update(JSON.stringify([owner.site, owner.worker]))
      .digest("hex")
      .slice(0, 16);
    const known = states.get(name);
    if (known) return known;
    const state = (folder !== undefined && openFiles(folder, name, owner)) || inMemory();
    states.set(name, state);
    return state;
  }

  function inMemory(): OwnerState {
    return {
      limiter: pLimit(1),
      journal: new Journal(journalInMemory(), clock),
      acquire: async () => UNSHARED,
    };
  }

  function openFiles(path: string, name: string, owner: Owner): OwnerState | undefined {
    const store = attempt(() => {
      makeFolder(path);
      return new JournalFile(path, name, owner);
    }, undefined);
    if (!store) return undefined;
    const journal = new Journal(
      {
        readNew: () => attempt(() => store.readNew(), []),
        append: (record) => attempt(() => store.append(record), undefined),
        hash: (comment) => store.hash(comment),
      },
      clock,
    );
    return {
      limiter: pLimit(1),
      journal,
      async acquire(scope) {
        const lease = await acquireLease(path, name, scope, clock).catch(without);
        if (lease) attempt(() => store.dropOld(clock.wallClock()), undefined);
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
    if (!hasFailed && folder !== undefined) log(unusableFolder(folder, error).message);
    hasFailed = true;
  }

  return {
    run(owner, scope, write) {
      const state = stateOf(owner);
      return whenAllowed(state.limiter, scope, clock, () => writeAs(state, scope, write), anotherWriter);
    },
  };

  async function writeAs<Result>(
    { acquire, journal }: OwnerState,
    scope: CallScope,
    write: (writer: Writer) => Promise<Result>,
  ): Promise<Result> {
    const lease = await acquire(scope);
    if (!lease) throw anotherWriter();
    try {
      journal.refresh();
      return await write({ mayWrite: () => lease.mayWrite(), journal });
    } finally {
      lease.release();
    }
  }
}
