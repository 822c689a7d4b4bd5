import { SettingsError } from "../../timesheet/errors.ts";
import type { Database, Query } from "./connect.ts";
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

/**
 * What a server would find and do at its start, for people. Changes nothing.
 *
 * @throws SettingsError if it could not start, DatabaseError
 */
export async function describeTables(query: Query): Promise<string> {
  const newest = MIGRATIONS.at(-1)?.version ?? 0;
  const [found] = await query<{ has_tables: boolean; has_schema: boolean; may_create: boolean }>(
    `SELECT to_regclass('tempofiller.migrations') IS NOT NULL AS has_tables,
      to_regnamespace('tempofiller') IS NOT NULL AS has_schema,
      has_database_privilege(current_database(), 'CREATE') AS may_create`,
  );
  if (!found?.has_tables) {
    if (found?.has_schema || found?.may_create) return "The server makes its tables at its first start.";
    throw new SettingsError(
      "The database answers, but its user may not create the schema tempofiller in it. Grant CREATE on the database to the user of " +
        "TEMPOFILLER_DATABASE_URL, or create the schema for it.",
    );
  }
  const [row] = await query<{ version: number }>(
    "SELECT coalesce(max(version), 0) AS version FROM tempofiller.migrations",
  );
  const version = row?.version ?? 0;
  if (version > newest) throw newerDatabase(version, newest);
  return version === newest
    ? `Its tables are up to date (version ${version}).`
    : `The server brings its tables from version ${version} to ${newest} at its next start.`;
}

function newerDatabase(found: number, newest: number): SettingsError {
  return new SettingsError(
    `The database was set up by a newer TempoFiller: its tables have version ${found}, and this one knows them up to version ` +
      `${newest}. Install the newer version here too, or set TEMPOFILLER_DATABASE_URL to another database.`,
  );
}
