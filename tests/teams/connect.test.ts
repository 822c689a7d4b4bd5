import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/runtime/clock.ts";
import { openDatabase } from "../../src/team/database/connect.ts";
import { DatabaseError } from "../../src/team/database/database-error.ts";
import { migrate } from "../../src/team/database/migrate.ts";
import { MIGRATIONS } from "../../src/team/database/migrations.ts";
import { addressOf } from "../helpers/database-address.ts";
import { failureOf } from "../helpers/failure-of.ts";
import { freePort } from "../helpers/free-port.ts";
import { opened, postgresForFile } from "./database.ts";

const postgres = postgresForFile();

describe("a database", () => {
  test("answers, and says so", async () => {
    const database = opened(await postgres().createDatabase());
    expect(await database.query("SELECT $1::int AS one", [1])).toEqual([{ one: 1 }]);
    await database.check();
    expect(database.state()).toBe("ready");
  });

  test.each([
    ["refuses the connection", async () => `postgresql://ada:s3cret@127.0.0.1:${await freePort()}/hours`],
    ["has no address", async () => "postgresql://ada:s3cret@nowhere.invalid/hours"],
    ["does not exist", async () => (await postgres().createDatabase()).replace("test_", "hours_s3cret_ada")],
  ])("that %s is away, and no text shows the URL", async (_, urlOf) => {
    const lines: string[] = [];
    const database = opened(await urlOf(), (line) => lines.push(line));
    const error = await failureOf(database.query("SELECT 1"));
    expect(error).toBeInstanceOf(DatabaseError);
    const shown = `${(error as Error).stack} ${JSON.stringify(error)} ${lines.join()}`;
    expect(shown).not.toMatch(/ada|s3cret|hours|nowhere/);
    expect(lines).toEqual([(error as Error).message]);
    expect(database.state()).toBe("away");
  });

  test("that is started again is ready with the next statement, and a process with idle connections lives", async () => {
    const lines: [string, string | undefined][] = [];
    const database = opened(await postgres().createDatabase(), (line, level) => lines.push([line, level]));
    await Promise.all([database.check(), database.check(), database.check()]);
    await postgres().stop("immediate");
    // The first one may still have a connection that is being closed.
    const cut = ["57P01", "ECONNRESET", "ECONNREFUSED"].map((code) => new DatabaseError(code));
    expect(cut).toContainEqual(await failureOf(database.check()));
    expect(await failureOf(database.check())).toEqual(new DatabaseError("ECONNREFUSED"));
    expect(database.state()).toBe("away");
    await postgres().start();
    await database.check();
    expect(database.state()).toBe("ready");
    expect(lines).toEqual([
      [expect.stringMatching(/^The database does not answer as it should \(\w+: .+\)$/), "warn"],
      [expect.stringMatching(/^The database answers again, after \d s$/), undefined],
    ]);
  });

  test("that accepts connections and answers nothing is away after two seconds", async () => {
    const database = opened(await postgres().createDatabase());
    await database.check();
    postgres().freeze();
    onTestFinished(() => postgres().thaw());
    const since = Date.now();
    expect(await failureOf(database.check())).toEqual(new DatabaseError("timeout"));
    expect(await failureOf(database.check())).toEqual(new DatabaseError("timeout"));
    expect(Date.now() - since).toBeLessThan(4500);
    postgres().thaw();
    await database.check();
  });

  test("keeps nothing of a transaction that fails", async () => {
    const database = opened(await postgres().createDatabase());
    await database.query("CREATE TABLE numbers (number int)");
    const error = await failureOf(
      database.transaction(async (query) => {
        await query("INSERT INTO numbers VALUES (1)");
        await query("SELECT 1 / 0");
      }),
    );
    expect(error).toEqual(new DatabaseError("22012"));
    expect(await database.query("SELECT * FROM numbers")).toEqual([]);
  });
});

describe("migrations", () => {
  const tablesOf = `SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'tempofiller' ORDER BY table_name`;
  const versions = "SELECT version FROM tempofiller.migrations ORDER BY version";

  test("run once, though eight replicas start at the same moment, and none again", async () => {
    const url = await postgres().createDatabase();
    const replicas = Array.from({ length: 8 }, () => opened(url));
    await Promise.all(replicas.map((replica) => migrate(replica)));
    const [database] = replicas as [(typeof replicas)[0]];
    await migrate(database);
    expect(await database.query(versions)).toEqual([{ version: 1 }]);
    expect(await database.query(tablesOf)).toEqual(
      ["journal", "journal_key", "lease", "migrations", "rate"].map((name) => ({ name })),
    );
  });

  test("add what is new, and leave nothing behind if one fails", async () => {
    const database = opened(await postgres().createDatabase());
    await migrate(database);
    const added = { version: 2, sql: "CREATE TABLE tempofiller.added (id int)" };
    const broken = { version: 3, sql: "CREATE TABLE tempofiller.broken (id nothing)" };
    expect(await failureOf(migrate(database, [...MIGRATIONS, added, broken]))).toEqual(
      new DatabaseError("42704"),
    );
    expect(await database.query(versions)).toEqual([{ version: 1 }]);
    await migrate(database, [...MIGRATIONS, added]);
    expect(await database.query(versions)).toEqual([{ version: 1 }, { version: 2 }]);
  });

  test("need no right to create a schema that exists", async () => {
    const url = await postgres().createDatabase();
    const owner = opened(url);
    await owner.query("CREATE ROLE replica LOGIN");
    await owner.query("CREATE SCHEMA tempofiller AUTHORIZATION replica");
    const replica = openDatabase({
      address: addressOf(url.replace("postgres@", "replica@")),
      clock: systemClock,
      log: () => {},
    });
    onTestFinished(() => replica.close());
    await migrate(replica);
    expect(await replica.query(versions)).toEqual([{ version: 1 }]);
  });
});
