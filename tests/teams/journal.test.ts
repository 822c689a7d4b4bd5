import { EventEmitter, once } from "node:events";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "../../src/team/database/connect.ts";
import { dropOldRecords } from "../../src/team/database/journal.ts";
import type { Writer } from "../../src/timesheet/call-context.ts";
import type { Ledger } from "../../src/timesheet/ledger/ledger.ts";
import { databaseAway, leaseLost } from "../../src/timesheet/not-sent.ts";
import type { NewWorklog } from "../../src/timesheet/port.ts";
import { DATABASE_LEASE_EXPIRY_MS, SILENCE_MS, UNKNOWN_LIST_LAG_MS } from "../../src/timesheet/timeline.ts";
import { failureOf } from "../helpers/failure-of.ts";
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

/** Records that a worklog is sent, and returns the number of its intent. */
function sending({ ledger }: Writer, comment: string): number {
  const { issue, ...content } = worklog(comment);
  const wanted = ledger.wanted({ ...content, issueId: issue.id }, issue.key);
  const [sent] = ledger.intend([{ op: "create", wanted }]);
  if (sent === undefined) throw new Error("Not recorded");
  return sent.number;
}

async function send(writer: Writer, comment: string): Promise<number> {
  const number = sending(writer, comment);
  await writer.confirm();
  return number;
}

/** The worklog as it is stored. */
function storedAs(id: string, comment: string, ledger: Ledger) {
  const { issue, ...content } = worklog(comment);
  return ledger.known({ id, issueId: issue.id, ...content });
}

/** The fates in the order in which the entries were sent. */
const readFates = async ({ ledger }: Writer) => ledger.all().map(({ fate }, index) => [index + 1, fate.is]);

describe("the journal of a user", () => {
  test("shows each replica what the other one has sent and what became of it, in order", async () => {
    const { one, other } = await replicas();
    const [first, second] = await one.write(async (writer) => {
      const numbers = [await send(writer, "first"), await send(writer, "second")];
      writer.ledger.done([{ number: numbers[0] ?? 0, row: storedAs("77", "first", writer.ledger) }]);
      writer.ledger.lost([{ number: numbers[1] ?? 0 }], false);
      writer.ledger.void([{ number: await send(writer, "third") }]);
      return numbers;
    });
    await other.write(async (writer) => {
      expect(await readFates(writer)).toEqual([
        [1, "done"],
        [2, "lost"],
        [3, "void"],
      ]);
      expect(writer.ledger.createsOf(worklog("second"))).toMatchObject([
        { number: second, fate: { is: "lost", at: expect.any(Number) } },
      ]);
      expect(writer.ledger.ownerOf({ id: "77" })?.number).toBe(first);
      await send(writer, "fourth");
    });
    expect(await one.write(readFates)).toEqual([
      [1, "done"],
      [2, "lost"],
      [3, "void"],
      [4, "sent"],
    ]);
  });

  test("is read again only if another replica has added to it", async () => {
    const { one, other } = await replicas();
    const reads = () => [one.reads(), other.reads()];
    await one.write((writer) => send(writer, "first"));
    await one.write(async (writer) => writer.ledger.lost([{ number: await send(writer, "second") }], false));
    await one.write((writer) => send(writer, "third"));
    expect(reads()).toEqual([1, 0]);
    await other.write((writer) => send(writer, "fourth"));
    await other.write(readFates);
    expect(reads()).toEqual([1, 1]);
    const all = ["sent", "lost", "sent", "sent"].map((fate, index) => [index + 1, fate]);
    expect([await one.write(readFates), await one.write(readFates)]).toEqual([all, all]);
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
    const all = [1, 2, 3].map((number) => [number, "sent"]);
    expect(await one.write(readFates)).toEqual(all);
    expect(one.reads()).toBe(2);
    expect(await other.write(readFates)).toEqual(all);
  });

  test("is read again after a failover to a database that has lost the last addition", async () => {
    const { database, one, other } = await replicas();
    const number = await one.write((writer) => send(writer, "first"));
    await database.query("CREATE TABLE standby AS SELECT * FROM tempofiller.lease");
    await one.write(async ({ ledger }) => ledger.done([{ number, row: storedAs("77", "first", ledger) }]));
    await kept(database, 2);
    await database.query("DELETE FROM tempofiller.journal WHERE record->>'type' = 'done'");
    await database.query("DELETE FROM tempofiller.lease");
    await database.query("INSERT INTO tempofiller.lease SELECT * FROM standby");
    // Sequences are ahead after it.
    await database.query("SELECT setval('tempofiller.journal_id_seq', 34)");
    const theirs = await other.write((writer) => send(writer, "theirs"));
    expect(await one.write(async ({ ledger }) => ledger.createsOf(worklog("theirs")))).toMatchObject([
      { number: theirs, fate: { is: "sent" } },
    ]);
  });

  test.each<[string, (ledger: Ledger, number: number) => void, string]>([
    ["was deleted", (ledger) => ledger.gone(["77"]), "gone"],
    ["may take effect", (ledger, number) => ledger.lost([{ number }], false), "lost"],
    ["took no effect", (ledger, number) => ledger.void([{ number }]), "void"],
    ["is unsure", (ledger, number) => ledger.unsure({ number }, []), "unsure"],
  ])("has that something %s by the time the call ends", async (_, record, type) => {
    const { database, one } = await replicas();
    await one.write(async (writer) => {
      record(writer.ledger, await send(writer, "first"));
    });
    const rows = await database.query<{ record: { type: string } }>(ALL_RECORDS);
    expect(rows.map((row) => row.record.type)).toEqual(["intent", type]);
  });

  test("has no comment, only its hash, which is the same for replicas that start at the same moment", async () => {
    const { database, one, other } = await replicas();
    await Promise.all([
      one.write((writer) => send(writer, "secret")),
      other.write((it) => send(it, "secret")),
    ]);
    const rows = await database.query<{ record: { intents: { wanted: { comment: string } }[] } }>(
      ALL_RECORDS,
    );
    expect(rows).toHaveLength(2);
    const hashes = rows.flatMap(({ record }) => record.intents.map(({ wanted }) => wanted.comment));
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
    await other.write(async ({ ledger }) => {
      expect(ledger.createsOf(worklog("first"))).toMatchObject([{ fate: { is: "sent" } }]);
    });
  });

  test("has a record once, though the response of the database was lost", async () => {
    const { database, one } = await replicas();
    const number = await one.write(async (writer) => {
      one.faults.losesResponse = true;
      const first = sending(writer, "first");
      expect(await failureOf(writer.confirm())).toEqual(databaseAway());
      writer.ledger.void([{ number: first }]);
      await send(writer, "second");
      return first;
    });
    const rows = await database.query<{ record: object }>(ALL_RECORDS);
    expect(rows.map(({ record }) => record)).toEqual([
      expect.objectContaining({ type: "intent", intents: [expect.objectContaining({ number })] }),
      expect.objectContaining({ type: "void", numbers: [number] }),
      expect.objectContaining({ type: "intent", intents: [expect.objectContaining({ number: number + 1 })] }),
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
      writer.ledger.void([{ number: neverSent }, { number: sending(writer, "nor this") }]);
      writer.ledger.done([
        { number: first, row: storedAs("77", "first", writer.ledger) },
        { number: neverSent, row: storedAs("78", "never sent", writer.ledger) },
      ]);
      one.faults.isStopped = false;
      expect(new Set([first, second, neverSent]).size).toBe(3);
      return [first, second];
    });
    await kept(database, 3);
    const rows = await database.query<{ record: { type: string; fates?: { number: number }[] } }>(
      ALL_RECORDS,
    );
    expect(rows.map(({ record: { type, fates } }) => [type, fates?.map(({ number }) => number)])).toEqual([
      ["intent", undefined],
      ["intent", undefined],
      ["done", [sent]],
    ]);
    const expected = [
      [1, "done"],
      [2, "sent"],
    ];
    expect(await other.write(readFates)).toEqual(expected);
    expect(await one.write(readFates)).toEqual(expected);
    await one.write(async ({ ledger }) => {
      expect(ledger.createsOf(worklog("theirs"))).toMatchObject([{ number: theirs }]);
      expect(ledger.createsOf(worklog("never sent"))).toEqual([]);
    });
  });

  test("records that for the replica, too, that has the lease by then and adds to the journal itself", async () => {
    const { database, one, other } = await replicas();
    const happens = new EventEmitter();
    const isTakenOver = once(happens, "taken over");
    const isSent = once(happens, "sent");
    const ended = one.write(async (writer) => {
      const number = await send(writer, "first");
      one.faults.isStopped = true;
      happens.emit("sent");
      await isTakenOver;
      writer.ledger.done([{ number, row: storedAs("77", "first", writer.ledger) }]);
    });
    await isSent;
    await other.write(async (writer) => {
      expect(await readFates(writer)).toEqual([[1, "sent"]]);
      happens.emit("taken over");
      await ended;
      await kept(database, 2);
      await send(writer, "second");
    });
    expect(await other.write(readFates)).toEqual([
      [1, "done"],
      [2, "sent"],
    ]);
  });

  test("has what became of its requests in the journal once the database is back, and the reply does not wait", async () => {
    const { clock, one, other } = await replicas();
    await one.write(async (writer) => {
      const number = await send(writer, "first");
      writer.ledger.done([{ number, row: storedAs("77", "first", writer.ledger) }]);
      one.faults.isCut = true;
    });
    expect(clock.now()).toBe(0);
    await clock.sleep(3000);
    one.faults.isCut = false;
    expect(await other.write(readFates)).toEqual([[1, "done"]]);
    expect(clock.now()).toBeLessThan(5000);
    expect(await one.write(readFates)).toEqual([[1, "done"]]);
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
  /** When the one request in doubt has failed. */
  function lostAt(ledger: Ledger): number {
    const [sent] = ledger.inDoubt();
    return sent?.fate.is === "lost" ? sent.fate.at : 0;
  }

  test.each([
    ["as fast as the sender's", 0],
    ["an hour ahead", 3_600_000],
    ["an hour behind", -3_600_000],
  ])("are those of the reader, whose clock is %s", async (_, clockIsAhead) => {
    const { clock, database, other, url } = await replicas();
    await other.write(async (writer) => writer.ledger.lost([{ number: await send(writer, "first") }], false));
    await kept(database, 2);
    // Ten seconds pass, for the database too.
    await database.query("UPDATE tempofiller.journal SET added_at = added_at - interval '10 s'");
    clock.advance(10_000);
    const { one } = twoReplicas(url, clock, { clockIsAhead });
    await one.write(async ({ ledger }) => {
      const age = clock.wallClock() + clockIsAhead - lostAt(ledger);
      // A reader that is behind cannot know: it takes the request to have failed just now, and waits longer.
      expect(Math.round(age / 1000)).toBe(clockIsAhead < 0 ? 0 : 10);
    });
  });

  test("are as old as a record has waited for its confirmation, too", async () => {
    const { clock, other, one } = await replicas();
    await other.write(async (writer) => {
      writer.ledger.lost([{ number: await send(writer, "first") }], false);
      clock.advance(8000);
      await writer.confirm();
    });
    await one.write(async ({ ledger }) => {
      expect(clock.wallClock() - lostAt(ledger)).toBeGreaterThan(7999);
    });
  });

  test("do not follow a wall clock that is set while the replica runs", async () => {
    const { clock, one, other } = await replicas();
    await one.write((writer) => send(writer, "first"));
    one.faults.clockIsAhead = 3_600_000;
    await other.write((writer) => send(writer, "second"));
    await one.write(async (writer) => {
      await send(writer, "third");
      const left = writer.ledger.inDoubt().map((sent) => writer.ledger.decidableAt(sent) - clock.wallClock());
      expect(left.map((time) => Math.ceil(time / 1000))).toEqual(
        Array(3).fill((SILENCE_MS + UNKNOWN_LIST_LAG_MS) / 1000),
      );
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
  expect(await other.write(readFates)).toEqual([[1, "sent"]]);
  expect(clock.now()).toBeGreaterThanOrEqual(DATABASE_LEASE_EXPIRY_MS);
});
