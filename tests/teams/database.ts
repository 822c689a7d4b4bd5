import { afterAll, beforeAll, onTestFinished } from "vitest";
import { systemClock } from "../../src/runtime/clock.ts";
import { type Database, openDatabase } from "../../src/team/database/connect.ts";
import { migrate } from "../../src/team/database/migrate.ts";
import type { Log } from "../../src/timesheet/log.ts";
import { addressOf } from "../helpers/database-address.ts";
import type { VirtualClock } from "../helpers/virtual-clock.ts";
import { type Postgres, type PostgresOptions, startPostgres } from "./postgres.ts";

/** A PostgreSQL for the tests of a file. */
export function postgresForFile(options: PostgresOptions = {}): () => Postgres {
  let postgres: Postgres | undefined;
  beforeAll(async () => {
    postgres = await startPostgres(options);
  });
  afterAll(() => postgres?.close());
  return () => {
    if (!postgres) throw new Error("PostgreSQL is not started yet");
    return postgres;
  };
}

/** Opens a database until the running test ends. */
export function opened(url: string, log: Log = () => {}): Database {
  const database = openDatabase({ address: addressOf(url), clock: systemClock, log });
  onTestFinished(() => database.close());
  return database;
}

/** The URL of a new database that has its tables. */
export async function migratedDatabase(postgres: Postgres): Promise<string> {
  const url = await postgres.createDatabase();
  await migrate(opened(url));
  return url;
}

/** No time passes on the clock while the database works. */
export function onClock(database: Database, clock: VirtualClock): Database {
  return { ...database, query: (text, values) => clock.work(() => database.query(text, values)) };
}
