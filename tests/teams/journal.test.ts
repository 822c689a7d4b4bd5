import { EventEmitter, once } from "node:events";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "../../src/team/database/connect.ts";
import { dropOldRecords } from "../../src/team/database/journal.ts";
import type { JournalEntry } from "../../src/timesheet/journal/entry.ts";
import type { KnownWorklog } from "../../src/timesheet/journal/records.ts";
import { databaseAway, leaseLost } from "../../src/timesheet/not-sent.ts";
import type { NewWorklog, StoredWorklog } from "../../src/timesheet/port.ts";
import {
  DATABASE_LEASE_EXPIRY_MS,
  LATEST_COMMIT_MS,
  LONGEST_WRITE_MS,
  UNKNOWN_LIST_LAG_MS,
} from "../../src/timesheet/timeline.ts";
import type { Writer } from "../../src/timesheet/writers.ts";
import { migratedDatabase, postgresForFile } from "./database.ts";
import { twoReplicas } from "./replicas.ts";

const postgres = postgresForFile();
const replicas = async () => twoReplicas(await migratedDatabase(postgres()));

const ALL_RECORDS = "SELECT record FROM tempofiller.journal ORDER BY id";

/** When so many records are kept: the last ones of a writer are, soon after it has ended. */
const kept = ({ query }: Pick<Database, "query">, records: number) =>
  vi.waitUntil(async () => (await query(ALL_RECORDS)).length === records);

const worklog = (comment: string): NewWorklog => ({
  issue: { id: "10", key: "PROJ-1", summary: "Work" },
  date: "2026-01-15",
  seconds: 3600,
  billableSeconds: 3600,
  comment,
});

const storedAs = (id: string, { date, seconds, billableSeconds, comment }: NewWorklog): StoredWorklog => ({
  id,
  date,
  seconds,
  billableSeconds,
  comment,
  isOwn: true,
});

/** Records that a worklog is sent, and returns its entry. */
function sending({ journal }: Writer, comment: string): number {
  const sent = worklog(comment);
  const entry = journal.sending([sent], { batch: 1, afterId: "0", again: () => [] }).get(sent);
  if (entry === undefined) throw new Error("Not recorded");
  return entry;
}

async function send(writer: Writer, comment: string): Promise<number> {
  const entry = sending(writer, comment);
  await writer.confirm();
  return entry;
}

/** The states in the order in which the entries were sent. */
const statesOf = (entries: readonly JournalEntry[]) => entries.map(({ state }, index) => [index + 1, state]);
const readStates = async ({ journal }: Writer) => statesOf(journal.entries());

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("the journal of a user", () => {
  test("shows each replica what the other one has sent and what became of it, in order", async () => {
    const { one, other } = await replicas();
    const [first, second] = await one.write(async (writer) => {
      const numbers = [await send(writer, "first"), await send(writer, "second")];
      writer.journal.stored([{ entry: numbers[0] ?? 0, stored: storedAs("77", worklog("first")) }]);
      writer.journal.unknown(numbers.slice(1));
      writer.journal.notStored([await send(writer, "third")]);
      return numbers;
    });
    await other.write(async (writer) => {
      expect(await readStates(writer)).toEqual([
        [1, "stored"],
        [2, "open"],
        [3, "notStored"],
      ]);
      expect(writer.journal.entriesOf(worklog("second"))).toEqual([
        expect.objectContaining({ entry: second, failedAt: expect.any(Number) }),
      ]);
      expect(writer.journal.entryOfId("77")?.entry).toBe(first);
      await send(writer, "fourth");
    });
    expect(await one.write(readStates)).toEqual([
      [1, "stored"],
      [2, "open"],
      [3, "notStored"],
      [4, "open"],
    ]);
  });

  test("is read again only if another replica has added to it", async () => {
    const { one, other } = await replicas();
    const reads = () => [one.reads(), other.reads()];
    await one.write((writer) => send(writer, "first"));
    await one.write(async (writer) => writer.journal.unknown([await send(writer, "second")]));
    await one.write((writer) => send(writer, "third"));
    expect(reads()).toEqual([1, 0]);
    await other.write((writer) => send(writer, "fourth"));
    await other.write(readStates);
    expect(reads()).toEqual([1, 1]);
    const all = [1, 2, 3, 4].map((entry) => [entry, "open"]);
    expect([await one.write(readStates), await one.write(readStates)]).toEqual([all, all]);
    expect(reads()).toEqual([2, 1]);
  });

  test("is read again after a statement of which the response was lost", async () => {
    const { one, other } = await replicas();
    await one.write(async (writer) => {
      await send(writer, "first");
      one.faults.losesResponse = true;
      expect(await failureOf(send(writer, "second"))).toEqual(databaseAway());
      await send(writer, "third");
    });
    const all = [1, 2, 3].map((entry) => [entry, "open"]);
    expect(await one.write(readStates)).toEqual(all);
    expect(one.reads()).toBe(2);
    expect(await other.write(readStates)).toEqual(all);
  });

  test("is read again after a failover to a database that has lost the last addition", async () => {
    const { database, one, other } = await replicas();
    const entry = await one.write((writer) => send(writer, "first"));
    await database.query("CREATE TABLE standby AS SELECT * FROM tempofiller.lease");
    await one.write(async ({ journal }) =>
      journal.stored([{ entry, stored: storedAs("77", worklog("first")) }]),
    );
    await kept(database, 2);
    await database.query("DELETE FROM tempofiller.journal WHERE record->>'type' = 'stored'");
    await database.query("DELETE FROM tempofiller.lease");
    await database.query("INSERT INTO tempofiller.lease SELECT * FROM standby");
    // Sequences are ahead after it.
    await database.query("SELECT setval('tempofiller.journal_id_seq', 34)");
    const theirs = await other.write((writer) => send(writer, "theirs"));
    expect(await one.write(({ journal }) => Promise.resolve(journal.entriesOf(worklog("theirs"))))).toEqual([
      expect.objectContaining({ entry: theirs, state: "open" }),
    ]);
  });

  test.each<[string, (journal: Writer["journal"], entry: number) => void, string]>([
    ["was deleted", (journal) => journal.deleted(["77"]), "deleted"],
    ["is not known to be stored", (journal, entry) => journal.unknown([entry]), "unknown"],
    ["was not stored", (journal, entry) => journal.notStored([entry]), "notStored"],
  ])("has that something %s by the time the call ends", async (_, record, type) => {
    const { database, one } = await replicas();
    await one.write(async (writer) => {
      record(writer.journal, await send(writer, "first"));
    });
    const rows = await database.query<{ record: { type: string } }>(ALL_RECORDS);
    expect(rows.map((row) => row.record.type)).toEqual(["sending", type]);
  });

  test("has no comment, only its hash, which is the same for replicas that start at the same moment", async () => {
    const { database, one, other } = await replicas();
    await Promise.all([
      one.write((writer) => send(writer, "secret")),
      other.write((it) => send(it, "secret")),
    ]);
    const rows = await database.query<{ record: { entries: { comment: string }[] } }>(ALL_RECORDS);
    expect(rows).toHaveLength(2);
    const hashes = rows.flatMap(({ record }) => record.entries.map(({ comment }) => comment));
    expect(new Set(hashes).size).toBe(1);
    expect(hashes[0]).toMatch(/^[\w-]{22}$/);
    expect(JSON.stringify(rows)).not.toContain("secret");
  });

  test("has what is sent when it is confirmed, though the database crashes then", async () => {
    const { clock, one, other } = await replicas();
    onTestFinished(() => postgres().start());
    await one.write(async (writer) => {
      await send(writer, "first");
      await clock.work(() => postgres().stop("immediate"));
      expect(await failureOf(send(writer, "second"))).toEqual(databaseAway());
    });
    await postgres().start();
    await other.write(async ({ journal }) => {
      expect(journal.entriesOf(worklog("first"))).toEqual([expect.objectContaining({ state: "open" })]);
    });
  });

  test("has a record once, though the response of the database was lost", async () => {
    const { database, one } = await replicas();
    const entry = await one.write(async (writer) => {
      one.faults.losesResponse = true;
      const first = sending(writer, "first");
      expect(await failureOf(writer.confirm())).toEqual(databaseAway());
      writer.journal.notStored([first]);
      await send(writer, "second");
      return first;
    });
    const rows = await database.query<{ record: object }>(ALL_RECORDS);
    expect(rows.map(({ record }) => record)).toEqual([
      expect.objectContaining({ type: "sending", entries: [expect.objectContaining({ entry })] }),
      expect.objectContaining({ type: "notStored", entries: [entry] }),
      expect.objectContaining({ type: "sending", entries: [expect.objectContaining({ entry: entry + 1 })] }),
    ]);
  });

  test("loses what is older than 62 days by both clocks, and nothing else", async () => {
    const { clock, database, one } = await replicas();
    await one.write((writer) => send(writer, "first"));
    await one.write((writer) => send(writer, "second"));
    const count = async (ahead: number) => {
      await dropOldRecords(database.query, clock.wallClock() + ahead * 24 * 3_600_000);
      return (await database.query(ALL_RECORDS)).length;
    };
    expect(await count(63)).toBe(2);
    await database.query(
      "UPDATE tempofiller.journal SET added_at = added_at - interval '63 days' WHERE number = 1",
    );
    expect([await count(61), await count(63)]).toEqual([2, 1]);
  });
});

describe("a replica that loses the lease", () => {
  test("still records what became of what it has sent, and nothing of what it has not", async () => {
    const { database, one, other } = await replicas();
    const [sent, theirs] = await one.write(async (writer) => {
      const first = await send(writer, "first");
      one.faults.isStopped = true;
      const second = await other.write((it) => send(it, "theirs"));
      const neverSent = sending(writer, "never sent");
      expect(await failureOf(writer.confirm())).toEqual(leaseLost());
      writer.journal.notStored([neverSent, sending(writer, "nor this")]);
      writer.journal.stored([
        { entry: first, stored: storedAs("77", worklog("first")) },
        { entry: neverSent, stored: storedAs("78", worklog("never sent")) },
      ]);
      one.faults.isStopped = false;
      expect(new Set([first, second, neverSent]).size).toBe(3);
      return [first, second];
    });
    await kept(database, 3);
    const rows = await database.query<{ record: { type: string; worklogs?: { entry: number }[] } }>(
      ALL_RECORDS,
    );
    expect(rows.map(({ record: { type, worklogs } }) => [type, worklogs?.map(({ entry }) => entry)])).toEqual(
      [
        ["sending", undefined],
        ["sending", undefined],
        ["stored", [sent]],
      ],
    );
    const expected = [
      [1, "stored"],
      [2, "open"],
    ];
    expect(await other.write(readStates)).toEqual(expected);
    expect(await one.write(readStates)).toEqual(expected);
    await one.write(async ({ journal }) => {
      expect(journal.entriesOf(worklog("theirs"))).toEqual([expect.objectContaining({ entry: theirs })]);
      expect(journal.entriesOf(worklog("never sent"))).toEqual([]);
    });
  });

  test("records that for the replica, too, that has the lease by then and adds to the journal itself", async () => {
    const { database, one, other } = await replicas();
    const happens = new EventEmitter();
    const isTakenOver = once(happens, "taken over");
    const isSent = once(happens, "sent");
    const ended = one.write(async (writer) => {
      const entry = await send(writer, "first");
      one.faults.isStopped = true;
      happens.emit("sent");
      await isTakenOver;
      writer.journal.stored([{ entry, stored: storedAs("77", worklog("first")) }]);
    });
    await isSent;
    await other.write(async (writer) => {
      expect(await readStates(writer)).toEqual([[1, "open"]]);
      happens.emit("taken over");
      await ended;
      await kept(database, 2);
      await send(writer, "second");
    });
    expect(await other.write(readStates)).toEqual([
      [1, "stored"],
      [2, "open"],
    ]);
  });

  test("has what became of its requests in the journal once the database is back, and the reply does not wait", async () => {
    const { clock, one, other } = await replicas();
    await one.write(async (writer) => {
      const entry = await send(writer, "first");
      writer.journal.stored([{ entry, stored: storedAs("77", worklog("first")) }]);
      one.faults.isCut = true;
    });
    expect(clock.now()).toBe(0);
    await clock.sleep(3000);
    one.faults.isCut = false;
    expect(await other.write(readStates)).toEqual([[1, "stored"]]);
    expect(clock.now()).toBeLessThan(5000);
    expect(await one.write(readStates)).toEqual([[1, "stored"]]);
  });

  test("of the same user waits for its own retries, not for the lease to expire", async () => {
    const { clock, one } = await replicas();
    await one.write(async (writer) => {
      await send(writer, "first");
      one.faults.isCut = true;
    });
    one.faults.isCut = false;
    await one.write((writer) => send(writer, "second"));
    expect(clock.now()).toBeLessThan(2000);
  });
});

describe("times of the journal", () => {
  test.each([
    ["as fast as the sender's", 0],
    ["an hour ahead", 3_600_000],
    ["an hour behind", -3_600_000],
  ])("are those of the reader, whose clock is %s", async (_, clockIsAhead) => {
    const { clock, database, other, url } = await replicas();
    await other.write(async (writer) => writer.journal.unknown([await send(writer, "first")]));
    await kept(database, 2);
    // Ten seconds pass, for the database too.
    await database.query("UPDATE tempofiller.journal SET added_at = added_at - interval '10 s'");
    clock.advance(10_000);
    const { one } = twoReplicas(url, clock, { clockIsAhead });
    await one.write(async ({ journal }) => {
      const [entry] = journal.openAt(0);
      const age = clock.wallClock() + clockIsAhead - (entry?.failedAt ?? 0);
      // A reader that is behind cannot know: it takes the request to have failed just now, and waits longer.
      expect(Math.round(age / 1000)).toBe(clockIsAhead < 0 ? 0 : 10);
    });
  });

  test("are as old as a record has waited for its confirmation, too", async () => {
    const { clock, other, one } = await replicas();
    await other.write(async (writer) => {
      writer.journal.unknown([await send(writer, "first")]);
      clock.advance(8000);
      await writer.confirm();
    });
    await one.write(async ({ journal }) => {
      const [entry] = journal.openAt(0);
      expect(clock.wallClock() - (entry?.failedAt ?? 0)).toBeGreaterThan(7999);
    });
  });

  test("are right until when a change may still be stored", async () => {
    const { clock, other, one } = await replicas();
    const known: KnownWorklog = {
      id: "7",
      date: "2026-01-15",
      seconds: 60,
      billableSeconds: 60,
      comment: "",
    };
    await other.write(async ({ journal }) => journal.edited(known, known, clock.wallClock() + 9000));
    await kept(other.database, 1);
    // The record has the age that the database gives it, which is in real time.
    await one.write(async ({ journal }) => {
      const left = journal.edits.mayBeStoredUntil("7") - clock.wallClock();
      expect(left).toBeGreaterThan(7000);
      expect(left).toBeLessThanOrEqual(9000);
    });
  });

  test("do not follow a wall clock that is set while the replica runs", async () => {
    const { clock, one, other } = await replicas();
    await one.write((writer) => send(writer, "first"));
    one.faults.clockIsAhead = 3_600_000;
    await other.write((writer) => send(writer, "second"));
    await one.write(async (writer) => {
      await send(writer, "third");
      const end = clock.wallClock() + LATEST_COMMIT_MS + LONGEST_WRITE_MS + UNKNOWN_LIST_LAG_MS;
      expect(statesOf(writer.journal.openAt(end - 1000))).toEqual([
        [1, "open"],
        [2, "open"],
        [3, "open"],
      ]);
      expect(writer.journal.openAt(end)).toEqual([]);
    });
  });
});

test("a writer whose replica was killed leaves its requests open for the next one, after the lease has expired", async () => {
  const { clock, one, other } = await replicas();
  const killed = one.write(async (writer) => {
    await send(writer, "first");
    one.faults.isCut = true;
    await new Promise(() => {});
  });
  void killed;
  await clock.sleep(1000);
  expect(await other.write(readStates)).toEqual([[1, "open"]]);
  expect(clock.now()).toBeGreaterThanOrEqual(DATABASE_LEASE_EXPIRY_MS);
});
