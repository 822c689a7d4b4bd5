import { describe, expect, test, vi } from "vitest";
import type { HeldLease } from "../../src/state/writers.ts";
import { CancelledError } from "../../src/timesheet/errors.ts";
import {
  anotherWriter,
  cancelledBeforeSending,
  databaseAway,
  leaseLost,
} from "../../src/timesheet/not-sent.ts";
import {
  DATABASE_LEASE_EXPIRY_MS,
  DATABASE_LEASE_FENCE_MS,
  LATEST_COMMIT_MS,
  LEASE_HEARTBEAT_MS,
  LEASE_POLL_MS,
} from "../../src/timesheet/timeline.ts";
import { failureOf } from "../helpers/failure-of.ts";
import { migratedDatabase, postgresForFile } from "./database.ts";
import { scopeOf, twoReplicas } from "./replicas.ts";

const postgres = postgresForFile();
const replicas = async () => twoReplicas(await migratedDatabase(postgres()));

async function held(lease: Promise<HeldLease | undefined>): Promise<HeldLease> {
  const found = await lease;
  if (!found) throw new Error("Another replica has the lease");
  return found;
}

test("a lease expires so late that what its holder sent last is stored by then", () => {
  expect(DATABASE_LEASE_EXPIRY_MS - DATABASE_LEASE_FENCE_MS).toBeGreaterThanOrEqual(LATEST_COMMIT_MS);
});

describe("a lease", () => {
  test("is one replica's until it is released, and another's then", async () => {
    const { clock, database, one, other } = await replicas();
    const lease = await held(one.acquire());
    await lease.confirm();
    expect(await other.acquire(5000)).toBe(undefined);
    await lease.release();
    const isFree = "SELECT FROM tempofiller.lease WHERE holder IS NULL";
    await vi.waitUntil(async () => (await database.query(isFree)).length === 1);
    const since = clock.now();
    const next = await held(other.acquire());
    await next.confirm();
    expect(clock.now()).toBe(since);
    expect([lease.mayWrite(), next.mayWrite()]).toEqual([false, true]);
    expect(await failureOf(lease.confirm())).toEqual(leaseLost());
  });

  test("is its own replica's again as soon as the database has released it, which no caller waits for", async () => {
    const { clock, one } = await replicas();
    for (let turn = 0; turn < 20; turn += 1) {
      const lease = await held(one.acquire(0));
      await lease.confirm();
      await lease.release();
    }
    expect(clock.now()).toBe(0);
  });

  test("is released before its replica closes the database", async () => {
    const { database, one } = await replicas();
    await (await held(one.acquire())).release();
    await one.leases.close();
    expect(await database.query("SELECT holder FROM tempofiller.lease")).toEqual([{ holder: null }]);
  });

  test("is released all the same if that fails while its replica closes the database", async () => {
    const { database, one } = await replicas();
    const lease = await held(one.acquire());
    one.faults.breaksAfter = 100;
    await lease.release();
    await one.leases.close();
    expect(await database.query("SELECT holder FROM tempofiller.lease")).toEqual([{ holder: null }]);
  });

  test.each<[string, number, number, Error]>([
    ["the deadline", 5000, 60_000, anotherWriter()],
    ["the call is cancelled", 60_000, 5000, cancelledBeforeSending()],
  ])(
    "that is being released is waited for no longer than until %s",
    async (_, waitMs, cancelAfter, expected) => {
      const { clock, one } = await replicas();
      const lease = await held(one.acquire());
      one.faults.breaksAfter = 500;
      await lease.release();
      const cancellation = new AbortController();
      void clock.sleep(cancelAfter).then(() => cancellation.abort());
      expect(await failureOf(one.acquire(waitMs, cancellation.signal))).toEqual(expected);
      expect(clock.now()).toBe(5000);
    },
  );

  test("of one user is nothing to another", async () => {
    const { clock, one, other } = await replicas();
    await held(one.acquire());
    const lease = await held(other.leases.acquire("grace", scopeOf(clock, 0)));
    await lease.confirm();
  });

  test("stays its holder's for minutes, if all it does is wait", async () => {
    const { clock, one, other } = await replicas();
    const lease = await held(one.acquire());
    expect(await other.acquire(180_000)).toBe(undefined);
    expect(clock.now()).toBeGreaterThan(179_000);
    expect(lease.mayWrite()).toBe(true);
    await lease.confirm();
  });

  test("is waited for no longer than until the deadline, or until the call is cancelled", async () => {
    const { clock, one, other } = await replicas();
    await held(one.acquire());
    expect(await other.acquire(1000)).toBe(undefined);
    expect(clock.now()).toBeLessThanOrEqual(1000);
    const cancellation = new AbortController();
    const waiting = failureOf(other.acquire(60_000, cancellation.signal));
    void clock.sleep(3000).then(() => cancellation.abort());
    expect(await waiting).toEqual(cancelledBeforeSending());
    expect(await waiting).toBeInstanceOf(CancelledError);
    expect(clock.now()).toBeLessThan(4500);
  });

  test("is never two replicas', in 200 quick turns", async () => {
    const { clock, one, other } = await replicas();
    let holders = 0;
    const most: number[] = [];
    const take = async ({ acquire }: typeof one) => {
      for (let turn = 0; turn < 100; turn += 1) {
        const lease = await held(acquire(600_000));
        holders += 1;
        await lease.confirm();
        most.push(holders);
        await clock.sleep(clock.random());
        holders -= 1;
        await lease.release();
      }
    };
    await Promise.all([take(one), take(other)]);
    expect(most).toEqual(Array.from({ length: 200 }, () => 1));
  });
});

describe("the lease of a replica that has ended", () => {
  test("is taken over when it has shown no heartbeat for so long, and not before", async () => {
    const { clock, one, other } = await replicas();
    await held(one.acquire());
    await one.leases.close();
    const since = clock.now();
    const next = await held(other.acquire());
    expect(clock.now() - since).toBeGreaterThanOrEqual(DATABASE_LEASE_EXPIRY_MS);
    expect(clock.now() - since).toBeLessThanOrEqual(DATABASE_LEASE_EXPIRY_MS + 2 * LEASE_POLL_MS);
    await next.confirm();
    expect(other.lines).toEqual(["A lease has expired, and this process takes over"]);
  });

  test("is not taken over if it has shown a heartbeat since it was seen", async () => {
    const { clock, one, other } = await replicas();
    const lease = await held(one.acquire());
    one.faults.isStopped = true;
    clock.advance(1000);
    expect(await other.acquire(0)).toBe(undefined);
    clock.advance(DATABASE_LEASE_EXPIRY_MS - 1500);
    await lease.confirm();
    clock.advance(1500);
    expect(await other.acquire(0)).toBe(undefined);
    await lease.confirm();
  });

  test("is not waited for anew by a second call", async () => {
    const { clock, one, other } = await replicas();
    await held(one.acquire());
    await one.leases.close();
    expect(await other.acquire(DATABASE_LEASE_EXPIRY_MS / 2)).toBe(undefined);
    await held(other.acquire());
    expect(clock.now()).toBeLessThanOrEqual(DATABASE_LEASE_EXPIRY_MS + 3 * LEASE_POLL_MS);
  });

  test("is waited for anew if it was another one's meanwhile", async () => {
    const { clock, database, one, other } = await replicas();
    const first = await held(one.acquire());
    expect(await other.acquire(1000)).toBe(undefined);
    await first.release();
    await clock.sleep(DATABASE_LEASE_EXPIRY_MS);
    await held(one.acquire());
    await one.leases.close();
    const since = clock.now();
    await held(other.acquire());
    expect(clock.now() - since).toBeGreaterThanOrEqual(DATABASE_LEASE_EXPIRY_MS);
    expect(await database.query("SELECT count(*)::int AS leases FROM tempofiller.lease")).toEqual([
      { leases: 1 },
    ]);
  });

  test("is one replica's of two that see it expire at the same moment", async () => {
    const { clock, database, one, other } = await replicas();
    for (let round = 0; round < 20; round += 1) {
      await database.query("DELETE FROM tempofiller.lease");
      await database.query("INSERT INTO tempofiller.lease (name, holder) VALUES ('ada', gen_random_uuid())");
      expect([await one.acquire(0), await other.acquire(0)]).toEqual([undefined, undefined]);
      clock.advance(DATABASE_LEASE_EXPIRY_MS);
      const both = await Promise.all([one.acquire(0), other.acquire(0)]);
      const winners = both.filter((lease) => lease !== undefined);
      expect(winners).toHaveLength(1);
      await winners[0]?.release();
    }
  });
});

describe("the holder of a lease", () => {
  test("that another replica has taken over writes no more, and takes nothing from it by its release", async () => {
    const { one, other } = await replicas();
    const lease = await held(one.acquire());
    one.faults.isStopped = true;
    const next = await held(other.acquire());
    one.faults.isStopped = false;
    expect(lease.mayWrite()).toBe(false);
    expect(await failureOf(lease.confirm())).toEqual(leaseLost());
    await lease.release();
    await next.confirm();
    expect(next.mayWrite()).toBe(true);
  });

  test("whose heartbeat stops is still asked before a write, and has no right once another one has taken over", async () => {
    const { clock, one, other } = await replicas();
    const lease = await held(one.acquire());
    one.faults.isStopped = true;
    clock.advance(DATABASE_LEASE_EXPIRY_MS - 1);
    expect(lease.mayWrite()).toBe(true);
    await lease.confirm();
    expect(await other.acquire(0)).toBe(undefined);
    clock.advance(DATABASE_LEASE_EXPIRY_MS);
    expect(lease.mayWrite()).toBe(false);
    await held(other.acquire(0));
  });

  test("learns from a heartbeat that its row has another holder", async () => {
    const { clock, database, one } = await replicas();
    const lease = await held(one.acquire());
    await database.query("UPDATE tempofiller.lease SET holder = gen_random_uuid()");
    expect(lease.mayWrite()).toBe(true);
    await clock.sleep(LEASE_HEARTBEAT_MS + 1);
    expect(lease.mayWrite()).toBe(false);
  });

  test("goes on after the database was away for a while, during which it writes nothing", async () => {
    const { clock, one, other } = await replicas();
    const lease = await held(one.acquire());
    one.faults.isCut = true;
    expect(await failureOf(lease.confirm())).toEqual(databaseAway());
    await clock.sleep(2 * DATABASE_LEASE_FENCE_MS);
    expect(await failureOf(lease.confirm())).toEqual(databaseAway());
    expect(lease.mayWrite()).toBe(true);
    one.faults.isCut = false;
    await lease.confirm();
    expect(await other.acquire(DATABASE_LEASE_EXPIRY_MS * 2)).toBe(undefined);
    await lease.confirm();
  });

  test("that is cut off has lost it by the moment at which another replica can have it", async () => {
    const { clock, one, other } = await replicas();
    const lease = await held(one.acquire());
    one.faults.isCut = true;
    const next = other.acquire();
    while (lease.mayWrite()) await clock.sleep(10);
    const lostAt = clock.now();
    await held(next);
    expect(clock.now()).toBeGreaterThanOrEqual(lostAt);
    one.faults.isCut = false;
    expect(await failureOf(lease.confirm())).toEqual(leaseLost());
  });

  test.each([
    ["ahead", 3_600_000],
    ["back", -3_600_000],
  ])("loses it if its wall clock is set %s: it may have slept", async (_, clockIsAhead) => {
    const { one } = await replicas();
    const lease = await held(one.acquire());
    one.faults.clockIsAhead = clockIsAhead;
    expect(lease.mayWrite()).toBe(false);
    expect(await failureOf(lease.confirm())).toEqual(leaseLost());
    one.faults.clockIsAhead = 0;
    expect(lease.mayWrite()).toBe(false);
    await lease.release();
    await held(one.acquire(0));
  });

  test("releases it once the database is back, and nothing waits for that", async () => {
    const { clock, one, other } = await replicas();
    const lease = await held(one.acquire());
    one.faults.isCut = true;
    const since = clock.now();
    await lease.release();
    expect(clock.now()).toBe(since);
    await clock.sleep(5000);
    one.faults.isCut = false;
    await held(other.acquire(2000));
    expect(clock.now() - since).toBeLessThan(7000);
  });
});

describe("while the database is away", () => {
  test("no lease is acquired", async () => {
    const { one } = await replicas();
    one.faults.isCut = true;
    expect(await failureOf(one.acquire())).toEqual(databaseAway());
  });

  test("a lease that was acquired without the replica's knowing is released", async () => {
    const { clock, one, other } = await replicas();
    await (await held(one.acquire())).release();
    one.faults.losesResponse = true;
    expect(await failureOf(one.acquire())).toEqual(databaseAway());
    await clock.sleep(1000);
    await held(other.acquire(0));
  });
});
