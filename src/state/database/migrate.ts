import { SettingsError } from "../../timesheet/errors.ts";
import type { Database } from "./connect.ts";
import { MIGRATIONS } from "./migrations.ts";

/** Of the lock that one replica has while it migrates; any number that other programs do not use. */
const LOCK = 7_311_920_415;

/** One replica waits while another one migrates. */
const MIGRATION_TIMEOUT_MS = 30_000;

/**
 * Brings the tables up to date; all of that, or nothing. Replicas may do so at the same time.
 *
 * @throws SettingsError if a newer program has migrated the database, DatabaseError
 */
export async function migrate(
  database: Pick<Database, "transaction">,
  migrations = MIGRATIONS,
): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0;
  await database.transaction(async (query) => {
    await query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    // CREATE SCHEMA wants a permission even if there is nothing to create.
    const [schema] = await query("SELECT 1 FROM pg_namespace WHERE nspname = 'tempofiller'");
    if (!schema) await query("CREATE SCHEMA tempofiller");
    await query(`CREATE TABLE IF NOT EXISTS tempofiller.migrations (
      version integer PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`);
    const applied = await query<{ version: number }>("SELECT version FROM tempofiller.migrations");
    const versions = applied.map(({ version }) => version);
    if (Math.max(0, ...versions) > newest) throw newerDatabase(Math.max(...versions), newest);
    for (const { version, sql } of migrations) {
      if (versions.includes(version)) continue;
      await query(sql);
      await query("INSERT INTO tempofiller.migrations (version) VALUES ($1)", [version]);
    }
  }, MIGRATION_TIMEOUT_MS);
}

function newerDatabase(found: number, newest: number): SettingsError {
  return new SettingsError(
    `The database was set up by a newer TempoFiller: its tables have version ${found}, and this one knows them up to version ` +
      `${newest}. Install the newer version here too, or set TEMPOFILLER_DATABASE_URL to another database.`,
  );
}
