import { TLSSocket } from "node:tls";
import { Client, type ClientConfig, Pool, type PoolConfig, type QueryConfig } from "pg";
import type { Clock } from "../../timesheet/clock.ts";
import type { Log } from "../../timesheet/log.ts";
import { DatabaseError, toDatabaseError } from "./database-error.ts";

const MAX_CONNECTIONS = 10;

/** The timeout of a connection, and of each statement. */
const TIMEOUT_MS = 2000;

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
  /** Whether the last statement was answered. */
  state(): "ready" | "away";
  /** @throws DatabaseError */
  check(): Promise<void>;
  /** The end of a sentence that begins with "The connection is". @throws DatabaseError */
  describeConnection(): Promise<string>;
  close(): Promise<void>;
}

/** A host that is a path is the folder of a Unix socket. */
type Address = Pick<PoolConfig, "port" | "user" | "password" | "database" | "options"> & {
  host: string;
  ssl: Exclude<PoolConfig["ssl"], boolean | undefined> | false;
};

interface DatabaseOptions {
  address: Address;
  clock: Clock;
  log: Log;
}

/** Connects with the first statement. */
export function openDatabase({ address, clock, log }: DatabaseOptions): Database {
  const pool = new Pool({
    ...address,
    Client: CautiousClient,
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
      const failure = toDatabaseError(error);
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
    async describeConnection() {
      const client = await attempt(() => pool.connect());
      try {
        return describeConnection(client, address.ssl !== false && !address.ssl.checkServerIdentity);
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

/** Sends no password in clear text, unless TLS has verified the server. The driver would send it to any server that asks. */
class CautiousClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const { connection } = this;
    // The driver's own listener comes next, and writes into the connection that is then closed.
    connection.prependListener("authenticationCleartextPassword", () => {
      if (!isVerified(connection.stream)) connection.stream.destroy(new DatabaseError("clearTextPassword"));
    });
  }
}

/** The state of a client's connection: the end of a sentence that begins with "The connection is". */
function describeConnection({ host, connection: { stream } }: Client, checksHostName: boolean): string {
  if (host.startsWith("/")) return "a Unix socket";
  if (!(stream instanceof TLSSocket)) return "unencrypted, on this machine";
  const verified = checksHostName
    ? "certificate and host name verified"
    : "the certificate verified, the host name not";
  return `${stream.getProtocol()}, ${isVerified(stream) ? verified : "nothing verified, on this machine"}`;
}

function isVerified(stream: unknown): boolean {
  return stream instanceof TLSSocket && stream.authorized;
}
