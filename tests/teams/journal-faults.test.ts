import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/team/database/connect.ts";
import { DatabaseError } from "../../src/team/database/database-error.ts";
import { databaseWriters } from "../../src/team/database/database-writers.ts";
import { Journal } from "../../src/timesheet/journal/journal.ts";
import type { JournalRecord } from "../../src/timesheet/journal/records.ts";
import type { NewWorklog } from "../../src/timesheet/port.ts";
import type { Writer } from "../../src/timesheet/writers.ts";
import { randomFrom } from "../helpers/random.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";
import { migratedDatabase, onClock, opened, postgresForFile } from "./database.ts";
import { faultyClock, noFaults, scopeOf } from "./replicas.ts";

const postgres = postgresForFile();

const ADA = { site: "https://example.atlassian.net", worker: "ada" };

/** Numbers the additions to a journal in the order of their commits, and keeps which records came with each. */
const NUMBER_ADDITIONS = `
  CREATE TABLE addition (number serial, addition uuid, xid text DEFAULT pg_current_xact_id()::text);
  CREATE FUNCTION number_addition() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.addition IS DISTINCT FROM OLD.addition THEN INSERT INTO addition (addition) VALUES (NEW.addition); END IF;
      RETURN NEW;
    END $$;
  CREATE TRIGGER number_addition AFTER UPDATE ON tempofiller.lease FOR EACH ROW EXECUTE FUNCTION number_addition()`;

const ADDITIONS = `
  SELECT addition.number, addition.addition, record
  FROM addition LEFT JOIN tempofiller.journal ON journal.xmin::text = addition.xid ORDER BY addition.number, journal.id`;

interface Added {
  number: number;
  addition: string;
  record: JournalRecord | null;
}

const worklog = (comment: string): NewWorklog => ({
  issue: { id: "10", key: "PROJ-1", summary: "Work" },
  date: "2026-01-15",
  seconds: 60,
  billableSeconds: 60,
  comment,
});

/** The entries of a journal as a text that can be compared. */
function contentOf(journal: Journal): string {
  const entries = journal.entries().sort((one, other) => one.entry - other.entry);
  return JSON.stringify(
    entries.map(({ entry, state, stored, failedAt, comment }) => [
      entry,
      state,
      stored?.id,
      failedAt !== undefined,
      comment,
    ]),
  );
}

test.each([1, 2, 3])(
  "three replicas of a person, with a database that fails, loses responses and carries statements out late: no call acts on a journal that lacks what was there when it got the lease (seed %i)",
  { timeout: 110_000 },
  async (seed) => {
    const url = await migratedDatabase(postgres());
    const random = randomFrom(seed);
    const clock = virtualClock(random);
    const plain = opened(url);
    await plain.query(NUMBER_ADDITIONS);
    const database = onClock(plain, clock);
    const late = new Set<Promise<unknown>>();
    const stale: unknown[] = [];
    let [isCalm, checked, sent] = [false, 0, 0];

    /** A statement that is sent: it may fail, be carried out late, or lose its response. */
    async function faulty(run: () => Promise<object[]>, sleep: typeof clock.sleep): Promise<object[]> {
      const fault = isCalm ? 1 : random();
      if (fault < 0.04) {
        await sleep(random() < 0.5 ? 0 : 2000 * random());
        throw new DatabaseError("ECONNRESET");
      }
      if (fault < 0.16) {
        const delayed = clock.sleep(random() * (random() < 0.6 ? 4000 : 30_000)).then(run);
        late.add(delayed);
        void delayed.catch(() => {}).finally(() => late.delete(delayed));
        await sleep(2000);
        throw new DatabaseError("timeout");
      }
      const rows = await run();
      if (fault < 0.22) throw new DatabaseError("timeout");
      if (fault < 0.35) await sleep(random() * 1500);
      return rows;
    }

    function createReplica() {
      const faults = noFaults();
      const own = faultyClock(clock, faults);
      const replica = { faults, own, isAway: false, atTake: null as string | null };
      const ownDatabase: Database = {
        ...database,
        state: () => (replica.isAway ? "away" : "ready"),
        async query(text, values) {
          const rows = await faulty(() => database.query<object>(text, values), own.sleep);
          const [row] = rows as { isTaken?: boolean; addition?: string | null }[];
          if (row?.isTaken) replica.atTake = row.addition ?? null;
          return rows as never;
        },
      };
      const writers = databaseWriters({ database: ownDatabase, clock: own, log: () => {} });
      onTestFinished(() => writers.close());
      return { ...replica, state: replica, writers };
    }

    async function check({ journal }: Writer, atTake: string | null): Promise<void> {
      checked += 1;
      const added = await database.query<Added>(ADDITIONS);
      const least = added.find(({ addition }) => addition === atTake)?.number ?? 0;
      const known = contentOf(journal);
      for (let number = least; number <= (added.at(-1)?.number ?? 0); number += 1) {
        const records = added.flatMap((it) => (it.number <= number && it.record ? [it.record] : []));
        const store = {
          readNew: () => records.splice(0),
          append: () => {},
          hash: (comment: string) => comment,
        };
        if (contentOf(new Journal(store, clock)) === known) return;
      }
      stale.push({ known, least, added });
    }

    async function sendOne(writer: Writer, { faults }: ReturnType<typeof createReplica>): Promise<void> {
      sent += 1;
      const wanted = worklog(`Entry ${sent}`);
      const numbers = writer.journal.sending([wanted], { batch: 1, afterId: "0", again: () => [] });
      const entry = numbers.get(wanted) ?? 0;
      try {
        // Requests of one call may leave at once.
        await Promise.all([writer.confirm(), random() < 0.15 && writer.confirm()]);
      } catch {
        writer.journal.notStored([entry]);
        return;
      }
      faults.isStopped = random() < 0.12;
      await clock.sleep(faults.isStopped ? 12_000 + random() * 10_000 : random() * 3000);
      faults.isStopped = false;
      const outcome = random();
      if (outcome < 0.5) writer.journal.stored([{ entry, stored: { ...wanted, id: String(1000 + sent) } }]);
      else if (outcome < 0.7) writer.journal.unknown([entry]);
      else if (outcome < 0.85) writer.journal.notStored([entry]);
    }

    async function callAgainAndAgain(replica: ReturnType<typeof createReplica>): Promise<void> {
      const { own, state, writers } = replica;
      for (let turn = 0; turn < 200; turn += 1) {
        const call = writers.run(ADA, scopeOf(own), async (writer) => {
          await check(writer, state.atTake);
          for (let entries = 1 + Math.floor(random() * 4); entries > 0; entries -= 1)
            await sendOne(writer, replica);
          state.isAway = random() < 0.1;
          // One that its call no longer waits for.
          if (random() < 0.1) void writer.confirm().catch(() => {});
        });
        await call.catch(() => {});
        await clock.sleep(random() < 0.5 ? 0 : random() * 3000);
        state.isAway = false;
        if (random() < 0.03) await clock.sleep(700_000);
      }
    }

    const replicas = [createReplica(), createReplica(), createReplica()];
    await Promise.all(replicas.map(callAgainAndAgain));
    isCalm = true;
    while (late.size > 0) await Promise.allSettled(late);
    await clock.sleep(120_000);
    for (const { own, state, writers } of replicas)
      await writers.run(ADA, scopeOf(own), (writer) => check(writer, state.atTake));
    const entries = (await database.query<Added>(ADDITIONS)).flatMap(({ record }) =>
      record?.type === "sending" ? record.entries.map(({ entry }) => entry) : [],
    );
    expect(stale).toEqual([]);
    expect(entries.length).toBe(new Set(entries).size);
    expect(checked).toBeGreaterThan(100);
  },
);
