import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/runtime/clock.ts";
import { openDatabase } from "../../src/team/database/connect.ts";
import { DatabaseError } from "../../src/team/database/database-error.ts";
import { migrate } from "../../src/team/database/migrate.ts";
import { MIGRATIONS } from "../../src/team/database/migrations.ts";
import { SettingsError } from "../../src/timesheet/errors.ts";
import { addressOf } from "../helpers/database-address.ts";
import { freePort } from "../helpers/free-port.ts";
import { opened, postgresForFile } from "./database.ts";

const postgres = postgresForFile();

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

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
    const lines: string[] = [];
    const database = opened(await postgres().createDatabase(), (line) => lines.push(line));
    await Promise.all([database.check(), database.check(), database.check()]);
    await postgres().stop("immediate");
    expect(await failureOf(database.check())).toEqual(new DatabaseError("ECONNREFUSED"));
    expect(await failureOf(database.check())).toEqual(new DatabaseError("ECONNREFUSED"));
    expect(database.state()).toBe("away");
    await postgres().start();
    await database.check();
    expect(database.state()).toBe("ready");
    expect(lines).toEqual([
      "The database does not answer as it should (ECONNREFUSED: nothing listens at its address)",
      expect.stringMatching(/^The database answers again, after \d s$/),
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

test.each([
  ["28P01", "28P01: wrong user or password"],
  ["3D000", "3D000: there is no such database"],
  ["timeout", "timeout: no answer in time"],
  ["XX000", "XX000"],
])("the code %s is explained if its meaning is known", (code, reason) => {
  expect(new DatabaseError(code)).toMatchObject({
    reason,
    message: `The database does not answer as it should (${reason})`,
  });
});

test("a database that does not answer is a warning, and one that does again is none", async () => {
  const lines: [string, string | undefined][] = [];
  const database = opened(await postgres().createDatabase(), (line, level) => lines.push([line, level]));
  await postgres().stop("immediate");
  await failureOf(database.check());
  await postgres().start();
  await database.check();
  expect(lines.map(([, level]) => level)).toEqual(["warn", undefined]);
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

  test("of a newer program are refused with a sentence", async () => {
    const database = opened(await postgres().createDatabase());
    await migrate(database, [...MIGRATIONS, { version: 7, sql: "SELECT 1" }]);
    expect(await failureOf(migrate(database))).toEqual(
      new SettingsError(
        "The database was set up by a newer TempoFiller: its tables have version 7, and this one knows them up to version 1. " +
          "Install the newer version here too, or set TEMPOFILLER_DATABASE_URL to another database.",
      ),
    );
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
