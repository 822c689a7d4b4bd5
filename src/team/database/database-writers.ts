import { acquireEach, withFormer } from "../../state/former-name.ts";
import { createWriters, nameOf, type OwnerState } from "../../state/writers.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { numbersOfLease } from "../../timesheet/journal/entry-numbers.ts";
import { Journal } from "../../timesheet/journal/journal.ts";
import type { Log } from "../../timesheet/log.ts";
import { databaseAway } from "../../timesheet/not-sent.ts";
import type { Owner } from "../../timesheet/port.ts";
import { steadyClock } from "../../timesheet/steady-clock.ts";
import type { Writers } from "../../timesheet/writers.ts";
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

  function openState(name: string, { site, worker, formerSite = site }: Owner): OwnerState {
    const formerName = nameOf({ site: formerSite, worker });
    let opened = openJournal(name, formerName);
    return {
      get journal() {
        return opened.journal;
      },
      isKept: true,
      async acquire(scope) {
        await leases.released(name, scope);
        // A record that the database lacks was not sent, or is added later.
        if (!opened.store.isSaved) opened = openJournal(name, formerName);
        const { store, former, journal } = opened;
        const hasFormer = formerName !== name && (await hasRecords(formerName));
        const additions = new Map<string, string | null>();
        const lease = await acquireEach(hasFormer ? [formerName, name] : [name], async (it) => {
          const held = await leases.acquire(it, scope, it === name ? store : undefined);
          if (held) additions.set(it, held.addition);
          return held;
        });
        if (!lease) return undefined;
        const number = numbersOfLease(lease.number);
        try {
          key ??= await journalKey(query);
          while (hasFormer && (await former.fetch(key, additions.get(formerName) ?? null)));
          while (await store.fetch(key, additions.get(name) ?? null)) journal.refresh(number);
        } catch (error) {
          await lease.release();
          throw error instanceof DatabaseError ? databaseAway() : error;
        }
        journal.refresh(number);
        dropOld();
        return lease;
      },
    };
  }

  function openJournal(name: string, formerName: string) {
    const store = new JournalInDatabase(query, name, steady.wallClock);
    const former = new JournalInDatabase(query, formerName, steady.wallClock);
    const readFormer = () => (formerName === name ? [] : former.readNew());
    return { store, former, journal: new Journal(withFormer(store, formerName, readFormer), steady) };
  }

  /** Whether an earlier version has kept a journal. @throws NotSentError */
  async function hasRecords(name: string): Promise<boolean> {
    try {
      return (await query("SELECT 1 FROM tempofiller.journal WHERE owner = $1 LIMIT 1", [name])).length > 0;
    } catch (error) {
      throw error instanceof DatabaseError ? databaseAway() : error;
    }
  }

  /** Runs in the background; a record that cannot be dropped now is dropped another time. */
  function dropOld(): void {
    if (clock.now() - droppedAt < DROP_OLD_EVERY_MS) return;
    droppedAt = clock.now();
    dropOldRecords(query, clock.wallClock()).catch(() => {});
  }

  return { ...createWriters(clock, log, openState), close: () => leases.close() };
}
