import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/runtime/clock.ts";
import { databaseWriters } from "../../src/team/database/database-writers.ts";
import { dropOldRecords, journalKey } from "../../src/team/database/journal.ts";
import { describeTables, migrate, prepareTables } from "../../src/team/database/migrate.ts";
import { MIGRATIONS } from "../../src/team/database/migrations.ts";
import { createSharedRate } from "../../src/team/database/rate.ts";
import { SettingsError } from "../../src/timesheet/errors.ts";
import { runCommand } from "../helpers/command.ts";
import { deploymentFile } from "../helpers/deployment-files.ts";
import { failureOf } from "../helpers/failure-of.ts";
import { ROOT } from "../helpers/root.ts";
import { createReplica } from "./acceptance/replica.ts";
import { opened, postgresForFile } from "./database.ts";

const postgres = postgresForFile();

/** The SQL of docs/teams.md: the two roles, then what the owner grants. */
const [ROLES = "", GRANTS = ""] = [
  ...readFileSync(join(ROOT, "docs/teams.md"), "utf8").matchAll(/```sql\n([\s\S]*?)```/g),
].map(([, sql = ""]) => sql);

const MAY_NOT_MAKE = new SettingsError(
  "The database answers, but has no tables of TempoFiller, and its user may not make them. Run tempofiller migrate with the URL " +
    "of a user that may: one with CREATE on the database, or the owner of the schema tempofiller.",
);
const MAY_NOT_USE = new SettingsError(
  "The database answers, but its user may not use the tables in the schema tempofiller. Let their owner run the statements that " +
    "tempofiller help migrate shows.",
);

let numbers = 0;

/** A database with the roles of docs/teams.md under names of their own, and their URLs. */
async function withRoles() {
  numbers += 1;
  const url = await postgres().createDatabase();
  const named = (sql: string) =>
    sql
      .replaceAll(/\b(ROLE|TO) (tempofiller\w*)/g, `$1 $2_${numbers}`)
      .replace("ON DATABASE tempofiller ", `ON DATABASE ${new URL(url).pathname.slice(1)} `);
  await opened(url).query(named(ROLES));
  const urlOf = (role: string) => url.replace("postgres@", `${role}_${numbers}@`);
  return {
    owner: urlOf("tempofiller_owner"),
    runner: urlOf("tempofiller"),
    grant: async () => {
      const owner = opened(urlOf("tempofiller_owner"));
      for (const statement of named(GRANTS)
        .split(";")
        .filter((sql) => sql.trim() !== ""))
        await owner.query(statement);
    },
  };
}

const migrating = (url: string) => runCommand(["migrate"], { env: { TEMPOFILLER_DATABASE_URL: url } });

test("the documented grants are the ones that the help shows, and name no right but these four", async () => {
  const { stdout } = await runCommand(["help", "migrate"]);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(GRANTS.split("\n")[1]);
  expect(
    GRANTS.match(/\b(SELECT|INSERT|UPDATE|DELETE|USAGE|CREATE|ALL|TRUNCATE|REFERENCES|TRIGGER)\b/g),
  ).toEqual([
    "USAGE",
    ..."SELECT INSERT UPDATE DELETE ALL".split(" "),
    ..."SELECT INSERT UPDATE DELETE".split(" "),
  ]);
});

test("one user migrates with the command, and one with the documented grants alone runs all that a server does", async () => {
  const { owner, runner, grant } = await withRoles();
  expect(await migrating(runner)).toMatchObject({
    code: 3,
    stdout: "The connection is unencrypted, on this machine.\n",
  });
  expect(await migrating(owner)).toMatchObject({
    code: 0,
    stdout: "The connection is unencrypted, on this machine.\nThe tables were made (version 1).\n",
    stderr: "",
  });
  expect((await migrating(owner)).stdout).toContain(
    "The tables are up to date (version 1). Nothing was changed.",
  );
  const database = opened(runner);
  expect(await failureOf(prepareTables(database))).toEqual(MAY_NOT_USE);
  await grant();
  await prepareTables(database);
  expect(await describeTables(database.query)).toBe("Its tables are up to date (version 1).");
  expect((await migrating(runner)).code).toBe(0);
  await journalKey(database.query);
  const writers = databaseWriters({ database, clock: systemClock, log: () => {} });
  const scope = { signal: new AbortController().signal, deadline: systemClock.now() + 10_000 };
  for (const period of ["2026-01-01", "2026-02-01"])
    await writers.run({ site: "https://acme.example.com", worker: "ada" }, scope, async (writer) => {
      const sent = writer.ledger.intend([{ op: "status", period, from: "open", effect: "submitted" }]);
      await writer.confirm();
      writer.ledger.void(sent);
    });
  await writers.close();
  expect(await database.query("SELECT count(*)::int AS records FROM tempofiller.journal")).toEqual([
    { records: 4 },
  ]);
  const rate = createSharedRate({ database, clock: systemClock, requestsPerSecond: 5, log: () => {} });
  await rate.limiterFor("https://acme.example.com", "ada")(async () => {}, new AbortController().signal);
  await database.query("UPDATE tempofiller.journal SET added_at = added_at - interval '100 days'");
  await dropOldRecords(database.query, systemClock.wallClock() + 1e12);
  expect(await database.query("SELECT id FROM tempofiller.journal")).toEqual([]);
  expect(database.state()).toBe("ready");
});

test("the built server starts as the second user, and as a stranger says what to run", async () => {
  const { owner, runner, grant } = await withRoles();
  const env = (url: string) => ({ TEMPOFILLER_DATABASE_URL: url, TEMPO_BASE_URL: "http://127.0.0.1:2" });
  const stranger = await runCommand(["serve", "--http", "127.0.0.1:0"], { env: env(runner) });
  expect({ code: stranger.code, says: stranger.stderr.includes(MAY_NOT_MAKE.message) }).toEqual({
    code: 3,
    says: true,
  });
  await migrating(owner);
  await grant();
  const replica = await createReplica(env(runner));
  onTestFinished(() => replica.kill());
  await replica.start();
  expect(JSON.parse((await replica.internal("/readyz")).text)).toMatchObject({
    ready: true,
    database: "ready",
  });
  expect(await replica.terminate()).toBe(0);
});

test("the second user makes no use of a newer program until the first one has migrated, and then needs no new grants", async () => {
  const { owner, runner, grant } = await withRoles();
  await migrate(opened(owner));
  await grant();
  const next = [...MIGRATIONS, { version: 2, sql: "CREATE TABLE tempofiller.added (id int)" }];
  const database = opened(runner);
  const old = new SettingsError(
    "The tables in the database have version 1, this TempoFiller needs 2, and its user may not change them. Run tempofiller migrate " +
      "with the URL of a user that may: one with CREATE on the database, or the owner of the schema tempofiller.",
  );
  expect(await failureOf(migrate(database, next))).toEqual(old);
  expect(await failureOf(describeTables(database.query, next))).toEqual(old);
  expect(await describeTables(opened(owner).query, next)).toBe(
    "The server brings its tables from version 1 to 2 at its next start.",
  );
  expect(await migrate(opened(owner), next)).toEqual({ from: 1, to: 2 });
  expect(await migrate(database, next)).toEqual({ from: 2, to: 2 });
  expect(await database.query("INSERT INTO tempofiller.added VALUES (1) RETURNING id")).toEqual([{ id: 1 }]);
});

test.each([
  ["SELECT", "migrations"],
  ["INSERT", "journal"],
  ["DELETE", "rate"],
])("without %s on the table %s the second user does not start", async (right, table) => {
  const { owner, runner, grant } = await withRoles();
  await migrate(opened(owner));
  await grant();
  const role = new URL(runner).username;
  await opened(owner).query(`REVOKE ${right} ON tempofiller.${table} FROM ${role}`);
  expect(await failureOf(prepareTables(opened(runner)))).toEqual(MAY_NOT_USE);
});

test("the users of deploy/compose.yaml are these two as well", async () => {
  const url = await postgres().createDatabase();
  const [, sql = ""] = /<<'SQL'\n([\s\S]*?)^SQL$/m.exec(deploymentFile("database-users.sh")) ?? [];
  const run = spawnSync("psql", ["--set=ON_ERROR_STOP=1", "--set=password=pass'word", url], {
    input: sql,
    encoding: "utf8",
  });
  expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: "" });
  expect((await migrating(url)).code).toBe(0);
  const runner = url.replace("postgres@", "tempofiller@");
  await prepareTables(opened(runner));
  expect((await migrating(runner)).stdout).toContain("Nothing was changed.");
});
