import { Pool, type QueryConfig } from "pg";
import type { Clock } from "../../timesheet/clock.ts";
import type { Log } from "../../timesheet/log.ts";

const MAX_CONNECTIONS = 10;

/** For a connection, and again for each statement. */
const TIMEOUT_MS = 2000;

const REASONS: Record<string, string> = {
  ECONNREFUSED: "nothing listens at its address",
  ECONNRESET: "the connection was cut",
  EAI_AGAIN: "its host name cannot be looked up now",
  ENOTFOUND: "its host name is not known",
  ETIMEDOUT: "no answer in time",
  timeout: "no answer in time",
  "28000": "the user may not log in, or not without TLS",
  "28P01": "wrong user or password",
  "3D000": "there is no such database",
  "42501": "the user lacks a right",
  "53300": "it has too many connections",
  "57P03": "it is starting or stopping",
};

/** The message has a code, and never the URL, the user or the password. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  /** The code, and what it means if that is known. */
  readonly reason: string;

  /** @param code of PostgreSQL (SQLSTATE) or of the network; `timeout` if nothing answered in time */
  constructor(code: string) {
    const reason = code in REASONS ? `${code}: ${REASONS[code]}` : code;
    super(`The database does not answer as it should (${reason})`);
    this.reason = reason;
  }
}

/** Runs one statement with `$1`, `$2` and so on, and returns its rows. @throws DatabaseError */
export type Query = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/**
 * A statement that got no response in time may still be carried out later, so each one must be harmless then. Each may run on
 * another connection, as behind a pooler (PgBouncer in transaction mode): nothing is kept in a session.
 */
export interface Database {
  query: Query;
  /** All statements or none, on one connection. @param timeout of each statement, in milliseconds */
  transaction<Result>(run: (query: Query) => Promise<Result>, timeout?: number): Promise<Result>;
  /** How the last statement ended. */
  state(): "ready" | "away";
  /** @throws DatabaseError */
  check(): Promise<void>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  /** `postgresql://user:password@host:port/database` */
  url: string;
  clock: Clock;
  log: Log;
}

/** Connects with the first statement. */
export function openDatabase({ url, clock, log }: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS,
    // Not `statement_timeout`: PgBouncer refuses connections that ask for it.
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
    application_name: "tempofiller",
  });
  // An idle connection that breaks; without a listener, that ends the process.
  pool.on("error", () => {});
  let awaySince: number | undefined;

  /** One try of something that needs the database. */
  async function attempt<Result>(run: () => Promise<Result>): Promise<Result> {
    let result: Result;
    try {
      result = await run();
    } catch (error) {
      const failure = error instanceof DatabaseError ? error : new DatabaseError(codeOf(error));
      if (awaySince === undefined) log(failure.message, "warn");
      awaySince ??= clock.now();
      throw failure;
    }
    if (awaySince !== undefined)
      log(`The database answers again, after ${Math.round((clock.now() - awaySince) / 1000)} s`);
    awaySince = undefined;
    return result;
  }

  const query: Query = <Row extends object>(text: string, values: readonly unknown[] = []) =>
    attempt(async () => (await pool.query<Row>(text, [...values])).rows);

  return {
    query,
    async transaction(run, timeout = TIMEOUT_MS) {
      const client = await attempt(() => pool.connect());
      const ignore = () => {};
      // Statements fail if the connection breaks; without a listener, it ends the process.
      client.on("error", ignore);
      const inTransaction: Query = <Row extends object>(text: string, values: readonly unknown[] = []) => {
        const statement: QueryConfig & { query_timeout: number } = {
          text,
          values: [...values],
          query_timeout: timeout,
        };
        return attempt(async () => (await client.query<Row>(statement)).rows);
      };
      let isOver = false;
      try {
        await inTransaction("BEGIN");
        const result = await run(inTransaction);
        await inTransaction("COMMIT");
        isOver = true;
        return result;
      } finally {
        client.off("error", ignore);
        // Nothing is committed of a transaction whose connection is closed.
        client.release(!isOver);
      }
    },
    state: () => (awaySince === undefined ? "ready" : "away"),
    async check() {
      await query("SELECT 1");
    },
    close: () => pool.end(),
  };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  // The driver has no code of its own for these, and its other messages may name the host or the user.
  return /time(d? ?out)/i.test(error.message) ? "timeout" : "unknown";
}
