import { createWriters, type OwnerState } from "../../state/writers.ts";
import type { Writers } from "../../timesheet/call-context.ts";
import { type Clock, steadyClock } from "../../timesheet/clock.ts";
import { Ledger } from "../../timesheet/ledger/ledger.ts";
import { numbersOfLease } from "../../timesheet/ledger/numbers.ts";
import type { Log } from "../../timesheet/log.ts";
import { databaseAway } from "../../timesheet/not-sent.ts";
import type { Database } from "./connect.ts";
import { DatabaseError } from "./database-error.ts";
import { dropOldRecords, JournalInDatabase, journalKey } from "./journal.ts";
import { createLeases } from "./leases.ts";

const DROP_OLD_EVERY_MS = 3_600_000;

interface DatabaseWritersOptions {
  /** Migrated. */
  database: Database;
  clock: Clock;
  log: Log;
}

/** Keeps leases and journals in a database, for the replicas of a server. */
export function databaseWriters({
  database,
  clock,
  log,
}: DatabaseWritersOptions): Writers & { close(): Promise<void> } {
  const { query } = database;
  const leases = createLeases(database, clock, log);
  const steady = steadyClock(clock);
  let key: Buffer | undefined;
  let droppedAt = Number.NEGATIVE_INFINITY;

  function openState(name: string): OwnerState {
    let opened = openJournal(name);
    return {
      get ledger() {
        return opened.ledger;
      },
      isKept: true,
      async acquire(scope) {
        await leases.released(name, scope);
        // A record that the database lacks was not sent, or is added later.
        if (!opened.store.isSaved) opened = openJournal(name);
        const { store, ledger } = opened;
        const lease = await leases.acquire(name, scope, store);
        if (!lease) return undefined;
        const number = numbersOfLease(lease.number);
        try {
          key ??= await journalKey(query);
          while (await store.fetch(key, lease.addition)) ledger.refresh(number);
        } catch (error) {
          await lease.release();
          throw error instanceof DatabaseError ? databaseAway() : error;
        }
        ledger.refresh(number);
        dropOld();
        return lease;
      },
    };
  }

  function openJournal(name: string) {
    const store = new JournalInDatabase(query, name, steady.wallClock);
    return { store, ledger: new Ledger(store, steady) };
  }

  /** Runs in the background; a record that cannot be dropped now is dropped another time. */
  function dropOld(): void {
    if (clock.now() - droppedAt < DROP_OLD_EVERY_MS) return;
    droppedAt = clock.now();
    dropOldRecords(query, clock.wallClock()).catch(() => {});
  }

  return { ...createWriters(clock, log, openState), close: () => leases.close() };
}
