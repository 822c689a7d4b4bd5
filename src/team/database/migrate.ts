import { SettingsError } from "../../timesheet/errors.ts";
import type { Database, Query } from "./connect.ts";
import { MIGRATIONS, RIGHTS } from "./migrations.ts";

/** The lock that a migrating replica takes. The number is arbitrary; no other program may use it. */
const LOCK = 7_311_920_415;

/** One replica waits while another one migrates. */
const MIGRATION_TIMEOUT_MS = 30_000;

type Migratable = Pick<Database, "query" | "transaction">;

/** The versions of the tables before and after. */
export interface Migrated {
  from: number;
  to: number;
}

/**
 * Brings the tables up to date; all of that, or nothing. Replicas may do so at the same time. It looks first: where nothing is to
 * do, the user needs no right to do it.
 *
 * @throws SettingsError if the user may not, or a newer program has migrated the database; DatabaseError
 */
export async function migrate(database: Migratable, migrations = MIGRATIONS): Promise<Migrated> {
  const to = newestOf(migrations);
  const { version: from } = checkTables(await lookAtTables(database.query), to);
  if (from === to) return { from, to };
  return database.transaction((query) => migrateLocked(query, migrations), MIGRATION_TIMEOUT_MS);
}

/** Another replica may have migrated since. */
async function migrateLocked(query: Query, migrations: typeof MIGRATIONS): Promise<Migrated> {
  const to = newestOf(migrations);
  await query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
  const { version: from } = checkTables(await lookAtTables(query), to);
  if (from === 0) {
    // CREATE SCHEMA wants a permission even if there is nothing to create.
    const [schema] = await query("SELECT 1 FROM pg_namespace WHERE nspname = 'tempofiller'");
    if (!schema) await query("CREATE SCHEMA tempofiller");
    await query(`CREATE TABLE IF NOT EXISTS tempofiller.migrations (
      version integer PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`);
  }
  for (const { version, sql } of migrations) {
    if (version <= from) continue;
    await query(sql);
    await query("INSERT INTO tempofiller.migrations (version) VALUES ($1)", [version]);
  }
  return { from, to };
}

/**
 * Makes sure that a server can work: migrates if that is needed, and checks the user's rights.
 *
 * @throws SettingsError, DatabaseError
 */
export async function prepareTables(database: Migratable): Promise<void> {
  await migrate(database);
  if (!(await lookAtTables(database.query)).mayUse) throw lacksRights();
}

/**
 * Describes the tables that a server would find at its start and what it would do. Changes nothing.
 *
 * @throws SettingsError if it could not start, DatabaseError
 */
export async function describeTables(query: Query, migrations = MIGRATIONS): Promise<string> {
  const newest = newestOf(migrations);
  const { version, mayUse } = checkTables(await lookAtTables(query), newest);
  if (version === 0) return "The server makes its tables at its first start.";
  if (version < newest)
    return `The server brings its tables from version ${version} to ${newest} at its next start.`;
  if (!mayUse) throw lacksRights();
  return `Its tables are up to date (version ${version}).`;
}

/** Returns them if they are up to date, or the user may migrate them. @throws SettingsError */
function checkTables({ version, mayMigrate, mayUse }: Tables, newest: number) {
  if (version === undefined) throw lacksRights();
  if (version > newest) throw newerDatabase(version, newest);
  if (version < newest && !mayMigrate) throw mayNotMigrate(version, newest);
  return { version, mayUse };
}

function newestOf(migrations: typeof MIGRATIONS): number {
  return migrations.at(-1)?.version ?? 0;
}

function mayNotMigrate(found: number, newest: number): SettingsError {
  return new SettingsError(
    (found === 0
      ? "The database answers, but has no tables of TempoFiller, and its user may not make them. "
      : `The tables in the database have version ${found}, this TempoFiller needs ${newest}, and its user may not change them. `) +
      "Run tempofiller migrate with the URL of a user that may: one with CREATE on the database, or the owner of the schema " +
      "tempofiller.",
  );
}

function lacksRights(): SettingsError {
  return new SettingsError(
    "The database answers, but its user may not use the tables in the schema tempofiller. Let their owner run the statements that " +
      "tempofiller help migrate shows.",
  );
}

function newerDatabase(found: number, newest: number): SettingsError {
  return new SettingsError(
    `The database was set up by a newer TempoFiller: its tables have version ${found}, and this one knows them up to version ` +
      `${newest}. Install the newer version here too, or set TEMPOFILLER_DATABASE_URL to another database.`,
  );
}

/** The tables of a database as one of its users finds them. */
interface Tables {
  /** 0 if there are none, undefined if the user may not read it. */
  version: number | undefined;
  /** Whether the user may make or change them. */
  mayMigrate: boolean;
  /** Whether the user may do with them what a server does. */
  mayUse: boolean;
}

const LACKS = RIGHTS.map((right) => `NOT has_table_privilege(oid, '${right}')`).join(" OR ");

/** Asks the catalogue, which every user may read. */
const LOOK = `
  WITH place AS (SELECT to_regnamespace('tempofiller') AS schema),
  tables AS (
    SELECT pg_class.oid, relname, relowner FROM pg_class JOIN place ON relnamespace = place.schema WHERE relkind IN ('r', 'p')
  )
  SELECT
    EXISTS (SELECT FROM tables WHERE relname = 'migrations') AS "areThere",
    CASE
      WHEN schema IS NULL THEN has_database_privilege(current_database(), 'CREATE')
      ELSE has_schema_privilege(schema, 'CREATE') AND NOT EXISTS (SELECT FROM tables WHERE NOT pg_has_role(relowner, 'USAGE'))
    END AS "mayMigrate",
    coalesce(has_schema_privilege(schema, 'USAGE'), true) AS "mayEnter",
    EXISTS (SELECT FROM tables WHERE relname = 'migrations' AND has_table_privilege(oid, 'SELECT')) AS "mayReadVersion",
    NOT EXISTS (SELECT FROM tables WHERE relname <> 'migrations' AND (${LACKS})) AS "mayUseAll"
  FROM place`;

interface Found {
  areThere: boolean;
  mayMigrate: boolean;
  mayEnter: boolean;
  mayReadVersion: boolean;
  mayUseAll: boolean;
}

/** Changes nothing. @throws DatabaseError */
async function lookAtTables(query: Query): Promise<Tables> {
  const [found] = await query<Found>(LOOK);
  if (!found?.areThere) return { version: 0, mayMigrate: found?.mayMigrate ?? false, mayUse: false };
  const { mayMigrate, mayEnter, mayReadVersion, mayUseAll } = found;
  if (!mayEnter || !mayReadVersion) return { version: undefined, mayMigrate, mayUse: false };
  const [row] = await query<{ version: number }>(
    "SELECT coalesce(max(version), 0) AS version FROM tempofiller.migrations",
  );
  return { version: row?.version ?? 0, mayMigrate, mayUse: mayUseAll };
}
