import { describe, expect, test } from "vitest";
import type { HeldLease } from "../../../src/state/writers.ts";
import type { Clock } from "../../../src/timesheet/clock.ts";
import { CancelledError } from "../../../src/timesheet/errors.ts";
import {
  LATEST_COMMIT_MS,
  LEASE_EXPIRY_MS,
  LEASE_FENCE_MS,
  LEASE_HEARTBEAT_MS,
  LEASE_POLL_MS,
} from "../../../src/timesheet/timeline.ts";
import { leases } from "./leases.ts";

/** The clock of a process that is frozen: it never wakes, while time passes for the others. */
function asleep(clock: Clock): Clock {
  return { ...clock, sleep: () => new Promise(() => {}) };
}

/** A clock that can be set: its wall clock jumps by `offset`. */
function settable(clock: Clock): Clock & { offset: number } {
  const jumping = { ...asleep(clock), offset: 0, wallClock: () => clock.wallClock() + jumping.offset };
  return jumping;
}

describe("a lease", () => {
  test("has one holder at a time", async () => {
    const { acquire, clock } = leases();
    const first = await acquire();
    let second: HeldLease | undefined;
    const waiting = acquire().then((lease) => {
      second = lease;
    });
    await clock.sleep(40_000);
    expect({ first: first?.mayWrite(), second }).toEqual({ first: true, second: undefined });
    first?.release();
    await waiting;
    expect({ first: first?.mayWrite(), second: second?.mayWrite() }).toEqual({ first: false, second: true });
  });

  test("of one user has nothing to do with another's", async () => {
    const { acquire } = leases();
    const both = [await acquire(), await acquire({ name: "bo" })];
    expect(both.map((lease) => lease?.mayWrite())).toEqual([true, true]);
  });

  test("is confirmed while it is held, however long", async () => {
    const { acquire, clock, content } = leases();
    const lease = await acquire();
    await clock.sleep(600_000);
    expect(lease?.mayWrite()).toBe(true);
    expect(clock.wallClock() - content(1).heartbeatAt).toBeLessThanOrEqual(LEASE_HEARTBEAT_MS);
  });

  test("is waited for until the deadline, and no longer", async () => {
    const { acquire, clock } = leases();
    await acquire();
    expect(await acquire({ waitMs: 5000 })).toBe(undefined);
    expect(clock.now()).toBeGreaterThan(5000 - LEASE_POLL_MS);
    expect(clock.now()).toBeLessThanOrEqual(5000);
  });

  test("is not waited for after the call was cancelled", async () => {
    const { acquire, clock } = leases();
    await acquire();
    const cancelled = new AbortController();
    void clock.sleep(1000).then(() => cancelled.abort());
    await expect(acquire({ signal: cancelled.signal })).rejects.toThrow(CancelledError);
    expect(clock.now()).toBe(1000);
  });

  test("leaves one file, its own; the number rises, so that none is used again", async () => {
    const { acquire, clock, files } = leases();
    for (let round = 1; round <= 5; round += 1) {
      const lease = await acquire();
      expect(files()).toEqual([`ada.lease.${round}`]);
      lease?.release();
      lease?.release();
      expect(files()).toEqual([`ada.lease.${round}`]);
    }
    expect(clock.now()).toBe(0);
  });

  test("removes no other user's files", async () => {
    const { acquire, files } = leases();
    await acquire({ name: "ada.b" });
    (await acquire())?.release();
    (await acquire())?.release();
    expect(files()).toEqual(["ada.b.lease.1", "ada.lease.2"]);
  });
});

describe("a holder that does not run for a while", () => {
  test(`may write for ${LEASE_FENCE_MS} ms, and never again`, async () => {
    const { acquire, clock } = leases();
    const lease = await acquire({ on: asleep(clock) });
    clock.advance(LEASE_FENCE_MS);
    expect(lease?.mayWrite()).toBe(true);
    clock.advance(1);
    expect(lease?.mayWrite()).toBe(false);
  });

  test("does not confirm its lease when it runs again", async () => {
    const { acquire, clock, content } = leases();
    const lease = await acquire();
    const { heartbeatAt } = content(1);
    clock.advance(LEASE_FENCE_MS + 1);
    await clock.sleep(2 * LEASE_HEARTBEAT_MS);
    expect({ mayWrite: lease?.mayWrite(), heartbeatAt: content(1).heartbeatAt }).toEqual({
      mayWrite: false,
      heartbeatAt,
    });
  });

  test.each([3_600_000, -3_600_000])("may not write if its wall clock moved by %i ms", async (jump) => {
    const { acquire, clock } = leases();
    const on = settable(clock);
    const lease = await acquire({ on });
    on.offset = jump;
    expect(lease?.mayWrite()).toBe(false);
    on.offset = 0;
    expect(lease?.mayWrite()).toBe(false);
  });

  test("may not write after another has followed, even if all of its clocks stopped", async () => {
    const { acquire, clock } = leases();
    const [now, wallClock] = [clock.now(), clock.wallClock()];
    const first = await acquire({ on: { ...asleep(clock), now: () => now, wallClock: () => wallClock } });
    await clock.sleep(LEASE_EXPIRY_MS);
    expect(first?.isHeld()).toBe(true);
    const second = await acquire();
    expect([first?.isHeld(), first?.mayWrite(), second?.isHeld()]).toEqual([false, false, true]);
    await expect(first?.confirm()).rejects.toThrow("this process was paused");
    first?.release();
    expect([await acquire({ waitMs: 1000 }), second?.mayWrite()]).toEqual([undefined, true]);
  });

  test("may not write after two others have followed, of whom the second has removed the files before its own", async () => {
    const { acquire, clock, files } = leases();
    const [now, wallClock] = [clock.now(), clock.wallClock()];
    const first = await acquire({ on: { ...asleep(clock), now: () => now, wallClock: () => wallClock } });
    await clock.sleep(LEASE_EXPIRY_MS);
    (await acquire())?.release();
    const third = await acquire();
    expect(files()).toEqual(["ada.lease.3"]);
    expect([first?.isHeld(), third?.isHeld()]).toEqual([false, true]);
    await expect(first?.confirm()).rejects.toThrow("this process was paused");
  });

  test("may not write after another has followed it and begun with the first number again", async () => {
    const { acquire, clock, files, leave } = leases();
    leave(999_999_998, "{}");
    await clock.sleep(LEASE_EXPIRY_MS + 1);
    const [now, wallClock] = [clock.now(), clock.wallClock()];
    const first = await acquire({ on: { ...asleep(clock), now: () => now, wallClock: () => wallClock } });
    expect(files()).toEqual(["ada.lease.999999999"]);
    await clock.sleep(LEASE_EXPIRY_MS);
    expect(first?.isHeld()).toBe(true);
    const second = await acquire();
    expect([first?.isHeld(), second?.isHeld(), files()]).toEqual([false, true, ["ada.lease.1"]]);
  });

  test("stops writing long enough before another follows that what it sent is stored by then", () => {
    expect(LEASE_EXPIRY_MS - LEASE_FENCE_MS).toBeGreaterThanOrEqual(LATEST_COMMIT_MS);
    expect(LEASE_FENCE_MS).toBeGreaterThan(2 * LEASE_HEARTBEAT_MS);
  });
});
