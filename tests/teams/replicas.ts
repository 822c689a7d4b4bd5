import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { Database } from "../../src/team/database/connect.ts";
import { DatabaseError } from "../../src/team/database/database-error.ts";
import { databaseWriters } from "../../src/team/database/database-writers.ts";
import { createLeases } from "../../src/team/database/leases.ts";
import type { Writer } from "../../src/timesheet/call-context.ts";
import type { Clock } from "../../src/timesheet/clock.ts";
import type { CallScope, Owner } from "../../src/timesheet/port.ts";
import { type VirtualClock, virtualClock } from "../helpers/virtual-clock.ts";
import { onClock, opened } from "./database.ts";

/** Faults that a test causes in one replica. */
export interface Faults {
  /** No statement of it reaches the database. */
  isCut: boolean;
  /** Its next statement is carried out, and the response is lost. */
  losesResponse: boolean;
  /** Its next statement fails after so many milliseconds, which no clock counts, and is not carried out. */
  breaksAfter: number | undefined;
  /** It runs nothing that waits for a time. */
  isStopped: boolean;
  /** The time that its next statements take, in milliseconds. */
  durations: number[];
  /** Added to its wall clock, in milliseconds. */
  clockIsAhead: number;
}

/** @param asked gets the statements */
function withFaults(
  database: Database,
  faults: Faults,
  clock?: VirtualClock,
  asked: string[] = [],
): Database {
  return {
    ...database,
    state: () => (faults.isCut ? "away" : database.state()),
    async query(text, values) {
      asked.push(text);
      if (faults.isCut) throw new DatabaseError("ECONNREFUSED");
      const { breaksAfter } = faults;
      faults.breaksAfter = undefined;
      if (breaksAfter !== undefined) {
        await sleep(breaksAfter);
        throw new DatabaseError("ECONNRESET");
      }
      const losesResponse = faults.losesResponse;
      faults.losesResponse = false;
      const rows = await database.query<object>(text, values);
      clock?.advance(faults.durations.shift() ?? 0);
      if (losesResponse) throw new DatabaseError("timeout");
      return rows as never;
    },
  };
}

export function faultyClock(clock: Clock, faults: Faults): Clock {
  return {
    ...clock,
    wallClock: () => clock.wallClock() + faults.clockIsAhead,
    async sleep(milliseconds, signal) {
      await clock.sleep(milliseconds, signal);
      while (faults.isStopped && !signal?.aborted) await clock.sleep(100, signal);
    },
  };
}

export const noFaults = (): Faults => ({
  isCut: false,
  losesResponse: false,
  breaksAfter: undefined,
  isStopped: false,
  durations: [],
  clockIsAhead: 0,
});

const ADA: Owner = { site: "https://example.atlassian.net", worker: "ada" };

export const scopeOf = (clock: Clock, waitMs = 60_000, signal = new AbortController().signal): CallScope => ({
  signal,
  deadline: clock.now() + waitMs,
});

/** Two replicas of a server on one database and one virtual clock, each with its own faults. */
export function twoReplicas(
  url: string,
  clock: VirtualClock = virtualClock(),
  faultsAtStart: Partial<Faults> = {},
) {
  const database = onClock(opened(url), clock);
  const replica = () => {
    const faults = { ...noFaults(), ...faultsAtStart };
    const ownClock = faultyClock(clock, faults);
    const asked: string[] = [];
    const ownDatabase = withFaults(database, faults, clock, asked);
    const lines: string[] = [];
    const leases = createLeases(ownDatabase, ownClock, (line) => lines.push(line));
    onTestFinished(() => leases.close());
    const writers = databaseWriters({
      database: ownDatabase,
      clock: ownClock,
      log: (line) => lines.push(line),
    });
    onTestFinished(() => writers.close());
    return {
      faults,
      lines,
      clock: ownClock,
      database: ownDatabase,
      leases,
      /** The number of times that it has read the journal. */
      reads: () => asked.filter((text) => text.startsWith("SELECT id, record")).length,
      /** Runs as the one writer for Ada, on a site of hers. */
      write: <Result>(run: (writer: Writer) => Promise<Result>, waitMs?: number, site: Partial<Owner> = {}) =>
        writers.run({ ...ADA, ...site }, scopeOf(ownClock, waitMs), run),
      acquire: (waitMs?: number, signal?: AbortSignal) =>
        leases.acquire("ada", scopeOf(ownClock, waitMs, signal)),
    };
  };
  return { url, clock, database, one: replica(), other: replica() };
}
