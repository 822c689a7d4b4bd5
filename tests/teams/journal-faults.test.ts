import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/team/database/connect.ts";
import { DatabaseError } from "../../src/team/database/database-error.ts";
import { databaseWriters } from "../../src/team/database/database-writers.ts";
import type { Writer } from "../../src/timesheet/call-context.ts";
import { Ledger } from "../../src/timesheet/ledger/ledger.ts";
import { type JournalRecord, journalInMemory } from "../../src/timesheet/ledger/records.ts";
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

const worklog = (comment: string) => ({
  ...{ issueId: "10", date: "2026-01-15", seconds: 60, billableSeconds: 60 },
  comment,
});

/** The intents of a ledger as a text that can be compared. */
function contentOf(ledger: Ledger): string {
  const sent = ledger.all().sort((one, other) => one.number - other.number);
  return JSON.stringify(
    sent.map(({ number, fate, ...it }) => [
      ...[number, fate.is, fate.is === "done" && fate.row?.id],
      it.op === "create" && it.wanted.comment,
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

    async function check({ ledger }: Writer, atTake: string | null): Promise<void> {
      checked += 1;
      const added = await database.query<Added>(ADDITIONS);
      const least = added.find(({ addition }) => addition === atTake)?.number ?? 0;
      const known = contentOf(ledger);
      for (let number = least; number <= (added.at(-1)?.number ?? 0); number += 1) {
        const records = added.flatMap((it) => (it.number <= number && it.record ? [it.record] : []));
        const store = journalInMemory(records);
        if (contentOf(new Ledger(store, clock)) === known) return;
      }
      stale.push({ known, least, added });
    }

    async function sendOne(writer: Writer, { faults }: ReturnType<typeof createReplica>): Promise<void> {
      sent += 1;
      const { ledger } = writer;
      const content = worklog(`Entry ${sent}`);
      const intents = ledger.intend([{ op: "create", wanted: ledger.wanted(content, "PROJ-1") }]);
      try {
        // Requests of one call may leave at once.
        await Promise.all([writer.confirm(), random() < 0.15 && writer.confirm()]);
      } catch {
        ledger.void(intents);
        return;
      }
      faults.isStopped = random() < 0.12;
      await clock.sleep(faults.isStopped ? 12_000 + random() * 10_000 : random() * 3000);
      faults.isStopped = false;
      const outcome = random();
      const row = ledger.known({ ...content, id: String(1000 + sent) });
      if (outcome < 0.5) ledger.done(intents.map(({ number }) => ({ number, row })));
      else if (outcome < 0.7) ledger.lost(intents, false);
      else if (outcome < 0.85) ledger.void(intents);
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
    const numbers = (await database.query<Added>(ADDITIONS)).flatMap(({ record }) =>
      record?.type === "intent" ? record.intents.map(({ number }) => number) : [],
    );
    expect(stale).toEqual([]);
    expect(numbers.length).toBe(new Set(numbers).size);
    expect(checked).toBeGreaterThan(100);
  },
);
