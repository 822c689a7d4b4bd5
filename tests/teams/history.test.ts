import { expect, test } from "vitest";
import type { DatabaseError } from "../../src/team/database/database-error.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";
import { Life, never } from "../history/life.ts";
import { testHistories } from "../history/run.ts";
import type { Fault } from "../history/scenario.ts";
import { postgresForFile } from "./database.ts";
import { DatabaseServer } from "./history/database-server.ts";
import { databaseState } from "./history/database-state.ts";
import { WITH_DATABASE } from "./history/kinds.ts";
import { statementsOf } from "./history/statements-of.ts";

const postgres = postgresForFile();

test("the database has the virtual time, in statements and in the defaults of its tables", async () => {
  const server = await DatabaseServer.create(postgres());
  const clock = virtualClock();
  const ask = (text: string) => server.query<{ time: Date }>(clock, text);
  await server.begin(clock);
  clock.advance(3_600_000);
  const now = new Date(clock.wallClock());
  expect(await ask("SELECT clock_timestamp() AS time")).toEqual([{ time: now }]);
  server.setClock(-60_000);
  const add = `INSERT INTO tempofiller.journal (owner, holder, number, age, record)
    VALUES ('ada', gen_random_uuid(), 1, 0, '{}') RETURNING added_at AS time`;
  expect(await ask(add)).toEqual([{ time: new Date(now.getTime() - 60_000) }]);
  await server.end();
  expect(await ask("SELECT clock_timestamp() AS time")).toEqual([]);
});

type StatementFault = Extract<Fault, { at: "statement" }>;

test.each<[string, object, { sees: unknown; isCarriedOut: boolean; isCarriedOutLater: boolean }]>([
  [
    "breaks",
    { does: "break", times: 1 },
    { sees: "ECONNRESET", isCarriedOut: false, isCarriedOutLater: false },
  ],
  [
    "is slow",
    { does: "slow", ms: 500 },
    { sees: [{ number: 1 }], isCarriedOut: true, isCarriedOutLater: true },
  ],
  [
    "is slower than the driver waits",
    { does: "slow", ms: 4000 },
    { sees: "timeout", isCarriedOut: true, isCarriedOutLater: true },
  ],
  [
    "loses its response",
    { does: "lose response", late: 0, times: 1 },
    { sees: "ECONNRESET", isCarriedOut: true, isCarriedOutLater: true },
  ],
  [
    "is carried out late",
    { does: "lose response", late: 5000, times: 1 },
    { sees: "timeout", isCarriedOut: false, isCarriedOutLater: true },
  ],
  [
    "meets a pause",
    { does: "pause", ms: 5000 },
    { sees: "timeout", isCarriedOut: true, isCarriedOutLater: true },
  ],
  [
    "is never sent by a process that dies",
    { does: "kill", when: "before", late: 0, isGone: true },
    { sees: "dead", isCarriedOut: false, isCarriedOutLater: false },
  ],
  [
    "is a process's last",
    { does: "kill", when: "after", late: 0, isGone: true },
    { sees: "dead", isCarriedOut: true, isCarriedOutLater: true },
  ],
  [
    "is a process's last, and carried out late",
    { does: "kill", when: "after", late: 5000, isGone: true },
    { sees: "dead", isCarriedOut: false, isCarriedOutLater: true },
  ],
])("a statement that %s", async (_, fault, expected) => {
  const server = await DatabaseServer.create(postgres());
  const clock = virtualClock();
  await server.begin(clock);
  const count = async () => (await server.query(clock, "SELECT FROM tempofiller.lease")).length === 1;
  const life = new Life({ clock, random: clock.random, serve: () => never(), forget() {} });
  life.arm([{ at: "statement", n: 1, ...fault } as StatementFault]);
  const { query } = statementsOf({ life, log: () => {} }, server, clock);
  const asked = query("INSERT INTO tempofiller.lease (name) VALUES ('ada') RETURNING 1 AS number").catch(
    ({ reason }: DatabaseError) => reason.split(":")[0],
  );
  const sees = await Promise.race([asked, life.died.then(() => "dead")]);
  const isCarriedOut = await count();
  await clock.sleep(10_000);
  expect({ sees, isCarriedOut, isCarriedOutLater: await count() }).toEqual(expected);
});

testHistories("in PostgreSQL", "1000", {
  ...WITH_DATABASE,
  command: "npm run test:real -- tests/teams/history",
  async prepare() {
    const [here, elsewhere] = [
      await DatabaseServer.create(postgres()),
      await DatabaseServer.create(postgres()),
    ];
    return databaseState(here, elsewhere);
  },
});
