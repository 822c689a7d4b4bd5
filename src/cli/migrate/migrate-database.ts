import type { Environment } from "../../config/env.ts";
import { readDatabase } from "../../team/config/database.ts";
import { openDatabase } from "../../team/database/connect.ts";
import { toSettingsError } from "../../team/database/database-error.ts";
import { type Migrated, migrate } from "../../team/database/migrate.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { SettingsError } from "../../timesheet/errors.ts";

interface MigrateOptions {
  env: Environment;
  clock: Clock;
  print(line: string): void;
}

/** Brings the tables of the server's database up to date, and says how it was reached and what was done. @throws SettingsError */
export async function migrateDatabase({ env, clock, print }: MigrateOptions): Promise<void> {
  const address = readDatabase(env);
  if (!address) {
    throw new SettingsError(
      "tempofiller migrate needs a database. Set TEMPOFILLER_DATABASE_URL or TEMPOFILLER_DATABASE_URL_FILE.",
    );
  }
  // The error says what failed.
  const database = openDatabase({ address, clock, log: () => {} });
  try {
    print(`The connection is ${await database.describeConnection()}.`);
    print(describe(await migrate(database)));
  } catch (error) {
    throw toSettingsError(error);
  } finally {
    await database.close();
  }
}

function describe({ from, to }: Migrated): string {
  if (from === to) return `The tables are up to date (version ${to}). Nothing was changed.`;
  return from === 0
    ? `The tables were made (version ${to}).`
    : `The tables were brought from version ${from} to ${to}.`;
}
