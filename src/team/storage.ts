import { randomBytes } from "node:crypto";
import { fileWriters } from "../state/file-writers.ts";
import type { Writers } from "../timesheet/call-context.ts";
import type { Clock } from "../timesheet/clock.ts";
import type { Log } from "../timesheet/log.ts";
import { createLocalRate, type Rate } from "../timesheet/rate.ts";
import type { ServerSettings } from "./config/settings.ts";
import { type Database, openDatabase } from "./database/connect.ts";
import { toSettingsError } from "./database/database-error.ts";
import { databaseWriters } from "./database/database-writers.ts";
import { journalKey } from "./database/journal.ts";
import { prepareTables } from "./database/migrate.ts";
import { createSharedRate } from "./database/rate.ts";

/** The state that all users share, with a database on all replicas. */
export interface Storage {
  writers: CountedWriters;
  /** The rate of requests to Tempo Cloud. */
  rate: Rate;
  /** The key of the hashes of users in the log; the same on all replicas. */
  key: Buffer;
  /** `none` without a database. */
  database(): "ready" | "away" | "none";
  close(): Promise<void>;
}

interface StorageOptions {
  /** Undefined for a server that keeps its state in files. */
  address: ServerSettings["database"];
  /** The folder of those files. Undefined to keep everything in this process. */
  folder: string | undefined;
  requestsPerSecond: number;
  clock: Clock;
  log: Log;
}

/** The interval at which an unused database is checked, so that the probe knows its state. */
const CHECK_MS = 5000;

/** @throws SettingsError if the database cannot be used */
export async function openStorage({
  address,
  folder,
  requestsPerSecond,
  clock,
  log,
}: StorageOptions): Promise<Storage> {
  if (!address) {
    log(
      "without TEMPOFILLER_DATABASE_URL there may be one replica only: another one would not know what this one logs",
    );
    return {
      writers: countedWriters(fileWriters({ clock, folder, log })),
      rate: createLocalRate({ clock, requestsPerSecond }),
      key: randomBytes(32),
      database: () => "none",
      close: async () => {},
    };
  }
  const database = openDatabase({ address, clock, log });
  let key: Buffer;
  try {
    await prepareTables(database);
    key = await journalKey(database.query);
  } catch (error) {
    await database.close();
    throw toSettingsError(error);
  }
  const writers = databaseWriters({ database, clock, log });
  const ended = new AbortController();
  void keepChecking(database, clock, ended.signal);
  return {
    writers: countedWriters(writers),
    rate: createSharedRate({ database, clock, requestsPerSecond, log }),
    key,
    database: () => database.state(),
    async close() {
      ended.abort();
      await writers.close();
      await database.close();
    },
  };
}

async function keepChecking(database: Database, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(CHECK_MS, signal);
    // The check updates the state; its own error is of no interest.
    if (!signal.aborted) await database.check().catch(() => {});
  }
}

interface CountedWriters extends Writers {
  /** Calls that write or wait for their turn to. The client of such a call may have gone away. */
  count(): number;
  /** Resolves when there are none, or at the deadline by the clock's `now`. */
  idle(deadline: number, clock: Clock): Promise<void>;
}

const POLL_MS = 100;

function countedWriters(writers: Writers): CountedWriters {
  let count = 0;
  return {
    async run(owner, scope, write) {
      count += 1;
      try {
        return await writers.run(owner, scope, write);
      } finally {
        count -= 1;
      }
    },
    count: () => count,
    async idle(deadline, clock) {
      while (count > 0 && clock.now() < deadline) await clock.sleep(POLL_MS);
    },
  };
}
