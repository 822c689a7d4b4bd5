import { expect, test, vi } from "vitest";
import { dropOldRecords } from "../../src/team/database/journal.ts";
import { journalUnclear } from "../../src/timesheet/not-sent.ts";
import { SILENCE_MS, UNKNOWN_LIST_LAG_MS } from "../../src/timesheet/timeline.ts";
import { migratedDatabase, postgresForFile } from "./database.ts";
import { twoReplicas } from "./replicas.ts";

const postgres = postgresForFile();

/** The most time for which a request may be stored without being listed. */
const LONGEST = SILENCE_MS + UNKNOWN_LIST_LAG_MS;

/** Two replicas that have written for Ada, and then a row in her journal that is so old. */
async function withRow(record: string, age = 0) {
  const replicas = twoReplicas(await migratedDatabase(postgres()));
  const { one, database } = replicas;
  await one.write(async ({ ledger, confirm }) => {
    ledger.gone(["7"]);
    await confirm();
  });
  await vi.waitUntil(
    async () => (await database.query("SELECT 1 FROM tempofiller.lease WHERE holder IS NULL")).length === 1,
  );
  const [row] = await database.query<{ id: string }>(
    `INSERT INTO tempofiller.journal (owner, holder, number, age, added_at, record)
    SELECT owner, gen_random_uuid(), 1, 0, clock_timestamp() - $2 * interval '1 ms', $1 FROM tempofiller.journal RETURNING id`,
    [record, age],
  );
  await database.query(
    "UPDATE tempofiller.lease SET addition = gen_random_uuid(), addition_before = addition",
  );
  return {
    ...replicas,
    said: `Part of the journal cannot be read, and is skipped: row ${row?.id} of tempofiller.journal`,
  };
}

const read = async () => "written";

test.each([
  ["nothing, from long ago", "null", LONGEST],
  ["a request without intents, from long ago", '{"at": 1, "type": "intent", "batch": 1}', LONGEST],
  ["an outcome without fates, from now", '{"at": 1, "type": "done"}', 0],
  ["an outcome with a fate of nothing, from now", '{"at": 1, "type": "done", "fates": [null]}', 0],
  ["numbers that are no list, from now", '{"at": 1, "type": "lost", "numbers": 7}', 0],
])("a row of %s is named once in each replica, and its owner writes on", async (_, record, age) => {
  const { clock, one, other, said } = await withRow(record, age);
  for (const replica of [one, other, one, other]) expect(await replica.write(read)).toBe("written");
  expect([one.lines, other.lines]).toEqual([[said], [said]]);
  expect(clock.now()).toBeLessThan(LONGEST);
});

test.each([
  ["nothing", "null"],
  ["a request that lost its intents", '{"at": 1, "type": "intent", "batch": 1}'],
  ["a type that this version does not know", '{"at": 1, "type": "intentMore"}'],
])(
  "a row of %s from now may be a request: its owner writes once lists show what it may have stored",
  async (_, record) => {
    const { clock, one } = await withRow(record);
    const since = clock.now();
    expect(await one.write(read, 5000).catch((error: unknown) => error)).toMatchObject({
      name: journalUnclear(0).name,
      message: expect.stringMatching(
        /^Not sent: a record of what was sent for you cannot be read, .* in \d+ seconds;/,
      ),
    });
    expect(await one.write(read, 2 * LONGEST)).toBe("written");
    // Real time passes for the database between the row and the reading of it.
    expect(clock.now() - since).toBeGreaterThan(LONGEST - 2000);
    expect(clock.now() - since).toBeLessThan(LONGEST + 2000);
  },
);

test("a row without a time of its own is dropped when it is old, and keeps no others from being dropped", async () => {
  const { database } = await withRow('{"at": "soon"}');
  const old = 100 * 24 * 3_600_000;
  await database.query("UPDATE tempofiller.journal SET added_at = added_at - interval '100 days'");
  await database.query(
    "UPDATE tempofiller.journal SET record = jsonb_set(record, '{at}', '1e999') WHERE record ? 'ids'",
  );
  await dropOldRecords(database.query, Date.now() + old);
  expect(
    await database.query("SELECT record->>'at' IS NOT NULL AS has FROM tempofiller.journal"),
  ).toHaveLength(1);
});
