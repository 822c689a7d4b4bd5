import { randomUUID } from "node:crypto";
import { type Clock, momentOf } from "../../timesheet/clock.ts";
import type { Log } from "../../timesheet/log.ts";
import { anotherWriter, cancelledBeforeSending, databaseAway } from "../../timesheet/not-sent.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { whenAllowed } from "../../timesheet/rate.ts";
import {
  DATABASE_LEASE_EXPIRY_MS,
  DATABASE_RETRY_DELAY_MS,
  FIRST_LEASE_POLL_MS,
  LEASE_HEARTBEAT_MS,
  LEASE_POLL_MS,
} from "../../timesheet/timeline.ts";
import type { Database } from "./connect.ts";
import { DatabaseError } from "./database-error.ts";
import { LeaseInDatabase, type UnsavedRecords } from "./held-lease.ts";
import { Releases } from "./releases.ts";
import { beat, createLease, type Holder, take } from "./statements.ts";

/** The leases of one process. */
export interface Leases {
  /**
   * @param records what its holder records, which is kept when the lease is confirmed or released
   * @returns undefined if another process has the lease until the scope's deadline
   * @throws CancelledError, NotSentError if the database does not answer
   */
  acquire(name: string, scope: CallScope, records?: UnsavedRecords): Promise<LeaseInDatabase | undefined>;
  /**
   * Resolves when a lease that this process is releasing is free, or is retried in the background.
   *
   * @throws CancelledError; NotSentError at the scope's deadline
   */
  released(name: string, scope: CallScope): Promise<void>;
  /** Ends heartbeats and retries. */
  close(): Promise<void>;
}

const NO_RECORDS: UnsavedRecords = { unsaved: () => [], saved: () => {} };

/**
 * A lease is a row, free while it has no holder. Each acquisition is a holder of its own and never returns, so a statement of one
 * that has lost its lease, or one that is carried out late, finds no row.
 */
export function createLeases(database: Database, clock: Clock, log: Log): Leases {
  const { query } = database;
  const seen = new SeenHolders(clock);
  const releases = new Releases(database, clock);
  const held = new Set<LeaseInDatabase>();
  const closing = new AbortController();
  let isBeating = false;

  async function tryTake(name: string, records: UnsavedRecords): Promise<LeaseInDatabase | undefined> {
    const holding = { name, holder: randomUUID() };
    const heldAt = momentOf(clock);
    let taken: { addition: string | null; number: number };
    try {
      const row = await take(query, holding, seen.expired(name));
      if (!row) {
        await createLease(query, name);
        return tryTake(name, records);
      }
      if (!row.isTaken) {
        if (row.holder !== null) seen.saw(name, { holder: row.holder, heartbeat: row.heartbeat });
        return undefined;
      }
      taken = { addition: row.addition, number: Number(row.number) };
      if (row.holder !== null) log("A lease has expired, and this process takes over", "warn");
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      // It may have been taken all the same.
      releases.retry(holding, []);
      throw databaseAway();
    }
    seen.forget(name);
    const lease: LeaseInDatabase = new LeaseInDatabase(
      holding,
      { heldAt, ...taken },
      {
        query,
        clock,
        records,
        letGo() {
          held.delete(lease);
          return releases.release(holding, records);
        },
      },
    );
    held.add(lease);
    if (!isBeating) void keepAlive();
    return lease;
  }

  async function keepAlive(): Promise<void> {
    isBeating = true;
    let isAway = false;
    for (;;) {
      await clock.sleep(isAway ? DATABASE_RETRY_DELAY_MS : LEASE_HEARTBEAT_MS, closing.signal);
      if (held.size === 0 || closing.signal.aborted) break;
      isAway = !(await beatOnce());
    }
    isBeating = false;
  }

  /** Returns whether the database has answered. */
  async function beatOnce(): Promise<boolean> {
    const leases = [...held].filter((lease) => lease.mayWrite());
    const askedAt = momentOf(clock);
    try {
      const holders = await beat(
        query,
        leases.map(({ holding }) => holding.holder),
      );
      for (const lease of leases)
        if (holders.has(lease.holding.holder)) lease.held(askedAt);
        else lease.lost();
      return true;
    } catch (error) {
      if (error instanceof DatabaseError) return false;
      throw error;
    }
  }

  async function released(name: string, scope: CallScope): Promise<void> {
    const attempt = releases.attempt(name);
    if (attempt)
      await whenAllowed(
        (start) => attempt.then(start),
        scope,
        clock,
        async () => {},
        anotherWriter,
      );
  }

  return {
    released,
    async acquire(name, scope, records = NO_RECORDS) {
      await released(name, scope);
      const { signal, deadline } = scope;
      for (let longest = FIRST_LEASE_POLL_MS; ; longest = LEASE_POLL_MS) {
        const lease = await tryTake(name, records);
        if (lease) return lease;
        const wait = longest * (0.2 + 0.8 * clock.random());
        if (clock.now() + wait >= deadline) return undefined;
        await clock.sleep(wait, signal);
        if (signal.aborted) throw cancelledBeforeSending();
      }
    },
    async close() {
      closing.abort();
      await releases.close();
    },
  };
}

/** The time after which a lease that is not looked at any more is forgotten. */
const FORGOTTEN_AFTER_MS = 4 * DATABASE_LEASE_EXPIRY_MS;

/**
 * Leases of other processes, as this process has seen them. A lease has expired once this process itself has seen the same
 * heartbeat for DATABASE_LEASE_EXPIRY_MS, by its own clock: the clock of the database or of another machine may be wrong.
 */
export class SeenHolders {
  readonly #clock: Pick<Clock, "now">;
  readonly #byName = new Map<string, Holder & { since: number; lookedAt: number }>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Called once the database has answered: the holder was so at that time, or before. */
  saw(name: string, { holder, heartbeat }: Holder): void {
    const now = this.#clock.now();
    const seen = this.#byName.get(name);
    const isSame = seen?.holder === holder && seen.heartbeat === heartbeat;
    this.#byName.set(name, { holder, heartbeat, since: isSame ? seen.since : now, lookedAt: now });
  }

  expired(name: string): Holder | undefined {
    const seen = this.#byName.get(name);
    return seen && this.#clock.now() - seen.since >= DATABASE_LEASE_EXPIRY_MS ? seen : undefined;
  }

  forget(name: string): void {
    this.#byName.delete(name);
    for (const [other, { lookedAt }] of this.#byName)
      if (this.#clock.now() - lookedAt > FORGOTTEN_AFTER_MS) this.#byName.delete(other);
  }
}
