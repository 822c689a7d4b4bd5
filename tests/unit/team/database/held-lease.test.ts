import { describe, expect, test } from "vitest";
import type { Query } from "../../../../src/team/database/connect.ts";
import { DatabaseError } from "../../../../src/team/database/database-error.ts";
import { LeaseInDatabase } from "../../../../src/team/database/held-lease.ts";
import type { UnsavedRecord } from "../../../../src/team/database/statements.ts";
import { momentOf } from "../../../../src/timesheet/clock.ts";
import { databaseAway, leaseLost } from "../../../../src/timesheet/not-sent.ts";
import { DATABASE_LEASE_EXPIRY_MS, DATABASE_LEASE_FENCE_MS } from "../../../../src/timesheet/timeline.ts";
import { failureOf } from "../../../helpers/failure-of.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";

const RECORD: UnsavedRecord = { number: 3, age: 0, record: { at: 0, type: "lost", numbers: [7] } };

const ADDED = { isHeld: true, before: "b", lastId: "12" };

/** The answer of the database to each question, and its delay. */
type Answer = { isHeld: boolean; after?: number; during?: () => void } | "away";

function leaseWith(...answers: Answer[]) {
  const clock = virtualClock();
  const unsaved = [RECORD];
  const asked: unknown[] = [];
  const saved: unknown[] = [];
  let released = 0;
  const query: Query = async <Row extends object>(_: string, values: readonly unknown[] = []) => {
    const answer = answers.shift();
    asked.push(values[2]);
    if (answer === undefined || answer === "away") throw new DatabaseError("timeout");
    answer.during?.();
    clock.advance(answer.after ?? 0);
    return [answer.isHeld ? ADDED : { isHeld: false, before: null, lastId: null }] as object[] as Row[];
  };
  const lease = new LeaseInDatabase(
    { name: "ada", holder: "h" },
    { heldAt: momentOf(clock), addition: "b", number: 1 },
    {
      query,
      clock,
      records: { unsaved: () => unsaved, saved: (...all) => saved.push(all) },
      letGo: async () => {
        released += 1;
      },
    },
  );
  return { asked, clock, lease, released: () => released, saved, unsaved };
}

describe("a write", () => {
  test("leaves once the database has said that the lease is held, and has what was recorded", async () => {
    const { asked, lease, saved } = leaseWith({ isHeld: true, after: DATABASE_LEASE_FENCE_MS });
    await lease.confirm();
    expect({ asked, saved }).toEqual({
      asked: [JSON.stringify([RECORD])],
      saved: [[3, { addition: expect.any(String), before: "b", lastId: "12" }]],
    });
  });

  test("leaves with nothing saved, if nothing was recorded", async () => {
    const { asked, lease, saved, unsaved } = leaseWith({ isHeld: true });
    unsaved.pop();
    await lease.confirm();
    expect({ asked, saved }).toEqual({ asked: ["[]"], saved: [] });
  });

  test("never leaves without that, however recent the last heartbeat is", async () => {
    const { clock, lease, saved } = leaseWith("away");
    lease.held(momentOf(clock));
    expect(await failureOf(lease.confirm())).toEqual(databaseAway());
    expect([lease.mayWrite(), saved]).toEqual([true, []]);
  });

  test("never leaves later than it may after the question: the database is asked again, three times at most", async () => {
    const late: Answer = { isHeld: true, after: DATABASE_LEASE_FENCE_MS + 1 };
    const { asked, lease } = leaseWith(late, late, { isHeld: true });
    await lease.confirm();
    expect(asked).toHaveLength(3);
    const never = leaseWith(late, late, late, { isHeld: true });
    expect(await failureOf(never.lease.confirm())).toEqual(databaseAway());
  });

  test("never leaves if the process was frozen while it asked, and another one has the lease since", async () => {
    const { lease } = leaseWith({ isHeld: true, after: DATABASE_LEASE_EXPIRY_MS - 1 }, { isHeld: false });
    expect(await failureOf(lease.confirm())).toEqual(leaseLost());
    expect(lease.mayWrite()).toBe(false);
  });

  test("never leaves once the lease is lost, and the database is not asked any more", async () => {
    const { asked, lease, saved } = leaseWith({ isHeld: false }, { isHeld: true });
    expect(await failureOf(lease.confirm())).toEqual(leaseLost());
    expect(await failureOf(lease.confirm())).toEqual(leaseLost());
    expect({ asked: asked.length, saved }).toEqual({ asked: 1, saved: [] });
  });

  test("never leaves if a heartbeat has found the lease lost while it asked", async () => {
    const found = { lost: () => {} };
    const { lease } = leaseWith({ isHeld: true, during: () => found.lost() });
    found.lost = () => lease.lost();
    expect(await failureOf(lease.confirm())).toEqual(leaseLost());
  });
});

test("a holder may write until another process can have the lease, counted from before the question", async () => {
  const { clock, lease } = leaseWith({ isHeld: true, after: 1000 });
  await lease.confirm();
  clock.advance(DATABASE_LEASE_EXPIRY_MS - 1001);
  expect(lease.mayWrite()).toBe(true);
  clock.advance(1);
  expect(lease.mayWrite()).toBe(false);
  lease.held(momentOf(clock));
  expect(lease.mayWrite()).toBe(false);
});

test("of two heartbeats the later one counts, whichever is answered first", () => {
  const { clock, lease } = leaseWith();
  const first = momentOf(clock);
  clock.advance(5000);
  lease.held(momentOf(clock));
  lease.held(first);
  clock.advance(DATABASE_LEASE_EXPIRY_MS - 1);
  expect(lease.mayWrite()).toBe(true);
  clock.advance(1);
  expect(lease.mayWrite()).toBe(false);
});

test("a lease is released once", async () => {
  const { lease, released } = leaseWith();
  await lease.release();
  await lease.release();
  expect([released(), lease.mayWrite()]).toEqual([1, false]);
});
