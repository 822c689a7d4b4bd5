import { expect, test } from "vitest";
import { virtualClock } from "../helpers/virtual-clock.ts";
import { testHistories } from "../history/test-histories.ts";
import { postgresForFile } from "./database.ts";
import { DatabaseServer } from "./history/database-server.ts";
import { databaseState } from "./history/database-state.ts";
import { WITH_DATABASE } from "./history/kinds.ts";

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

testHistories("in PostgreSQL", "2000", {
  ...WITH_DATABASE,
  command: "npm run test:teams -- history",
  async prepare() {
    const [here, elsewhere] = [
      await DatabaseServer.create(postgres()),
      await DatabaseServer.create(postgres()),
    ];
    return databaseState(here, elsewhere);
  },
});
