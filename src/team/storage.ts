import { randomBytes } from "node:crypto";
import { fileWriters } from "../state/file-writers.ts";
import type { Clock } from "../timesheet/clock.ts";
import type { Log } from "../timesheet/log.ts";
import { createLocalRate } from "../timesheet/rate/local-rate.ts";
import type { Rate } from "../timesheet/rate/rate.ts";
import type { Writers } from "../timesheet/writers.ts";
import type { ServerSettings } from "./config/settings.ts";
import { type Database, openDatabase } from "./database/connect.ts";
import { toSettingsError } from "./database/database-error.ts";
import { databaseWriters } from "./database/database-writers.ts";
import { journalKey } from "./database/journal.ts";
import { prepareTables } from "./database/migrate.ts";
import { createSharedRate } from "./database/rate.ts";

/** What the calls of all people share, and with a database those of all replicas. */
export interface SharedState {
  writers: Writers;
  /** Of Tempo Cloud. */
  rate: Rate;
  /** For hashes of people in the log; the same for all replicas. */
  key: Buffer;
  /** `none` without a database. */
  database(): "ready" | "away" | "none";
  close(): Promise<void>;
}

interface SharedStateOptions {
  /** The database to share it in; undefined for a server that keeps it in files. */
  address: ServerSettings["database"];
  /** Without a database. Undefined to keep everything in this process. */
  folder: string | undefined;
  requestsPerSecond: number;
  clock: Clock;
  log: Log;
}

/** How often a database is asked for that no call uses, so that the probe knows of it. */
const CHECK_MS = 5000;

/** @throws SettingsError if there is a database that cannot be used */
export async function openSharedState({
  address,
  folder,
  requestsPerSecond,
  clock,
  log,
}: SharedStateOptions): Promise<SharedState> {
  if (!address) {
    log(
      "without TEMPOFILLER_DATABASE_URL there may be one replica only: another one would not know what this one logs",
    );
    return {
      writers: fileWriters({ clock, folder, log }),
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
    writers,
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
    // Its state is what the check is for.
    if (!signal.aborted) await database.check().catch(() => {});
  }
}
