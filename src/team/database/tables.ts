import type { Query } from "./connect.ts";
import { RIGHTS } from "./grants.ts";

/** The tables of a database as one of its users finds them. */
export interface Tables {
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
export async function lookAtTables(query: Query): Promise<Tables> {
  const [found] = await query<Found>(LOOK);
  if (!found?.areThere) return { version: 0, mayMigrate: found?.mayMigrate ?? false, mayUse: false };
  const { mayMigrate, mayEnter, mayReadVersion, mayUseAll } = found;
  if (!mayEnter || !mayReadVersion) return { version: undefined, mayMigrate, mayUse: false };
  const [row] = await query<{ version: number }>(
    "SELECT coalesce(max(version), 0) AS version FROM tempofiller.migrations",
  );
  return { version: row?.version ?? 0, mayMigrate, mayUse: mayUseAll };
}
