import pLimit from "p-limit";
import type { Database } from "../../../src/team/database/connect.ts";
import { migrate } from "../../../src/team/database/migrate.ts";
import type { VirtualClock } from "../../helpers/virtual-clock.ts";
import { opened } from "../database.ts";
import type { Postgres } from "../postgres.ts";

/**
 * PostgreSQL looks for a function in the schemas of the search path, and in its own ones first unless the path names them. So the
 * statements of the product and the defaults of its tables get the time of a table.
 */
const CLOCK_OF_A_TABLE = `
  CREATE SCHEMA virtual;
  CREATE TABLE virtual.time (now timestamptz NOT NULL);
  INSERT INTO virtual.time VALUES ('epoch');
  CREATE FUNCTION virtual.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT now FROM virtual.time'`;

/** A database whose clock is a virtual one, which runs one statement at a time. No time passes during a statement. */
export class DatabaseServer {
  readonly #database: Database;
  readonly #oneStatement = pLimit(1);
  #clock: VirtualClock | undefined;
  #ahead = 0;
  #shows: number | undefined;
  #absences = 0;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** A server that lasts until the running test ends. */
  static async create(postgres: Postgres): Promise<DatabaseServer> {
    const url = new URL(await postgres.createDatabase());
    url.searchParams.set("options", "-c search_path=virtual,pg_catalog");
    const database = opened(url.href);
    await database.query(CLOCK_OF_A_TABLE);
    await migrate(database);
    return new DatabaseServer(database);
  }

  get isAway(): boolean {
    return this.#absences > 0;
  }

  /** Empties it for a new run on a clock. */
  async begin(clock: VirtualClock): Promise<void> {
    this.#clock = clock;
    [this.#ahead, this.#shows, this.#absences] = [0, undefined, 0];
    await this.#database.query("DELETE FROM tempofiller.journal");
    await this.#database.query("DELETE FROM tempofiller.lease");
  }

  /** Resolves when no statement of the run is under way. Later ones are not carried out. */
  async end(): Promise<void> {
    this.#clock = undefined;
    await this.#oneStatement(() => {});
  }

  setClock(milliseconds: number): void {
    this.#ahead += milliseconds;
  }

  setAway(isAway: boolean): void {
    this.#absences += isAway ? 1 : -1;
  }

  /** @param clock the run's: what a run that has ended still asks for is not carried out */
  async query<Row extends object>(
    clock: VirtualClock,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return clock.work(() =>
      this.#oneStatement(async () => {
        if (clock !== this.#clock) return [];
        await this.#showTime(clock.wallClock() + this.#ahead);
        return this.#database.query<Row>(text, values);
      }),
    );
  }

  async #showTime(time: number): Promise<void> {
    if (time === this.#shows) return;
    await this.#database.query("UPDATE virtual.time SET now = to_timestamp($1::float8 / 1000)", [time]);
    this.#shows = time;
  }
}
