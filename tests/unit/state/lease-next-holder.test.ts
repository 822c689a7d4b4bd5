import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { HeldLease } from "../../../src/state/writers.ts";
import { LEASE_EXPIRY_MS, LEASE_POLL_MS } from "../../../src/timesheet/timeline.ts";
import { leases } from "./leases.ts";

describe("the next holder of a lease", () => {
  const content = { pid: process.pid, host: hostname(), heartbeatAt: 0, isReleased: false };

  test("follows at once after a process that has ended", async () => {
    const { acquire, clock, leave } = leases();
    const { pid } = spawnSync(process.execPath, ["--version"]);
    leave(1, JSON.stringify({ ...content, pid, heartbeatAt: clock.wallClock() }));
    expect((await acquire())?.mayWrite()).toBe(true);
    expect(clock.now()).toBe(0);
  });

  test.each([
    ["a process of another machine", { ...content, pid: 2 ** 30, host: "elsewhere" }],
    ["a process that runs, but does not confirm it", content],
  ])("follows %s when its lease has expired", async (_, left) => {
    const { acquire, clock, leave } = leases();
    leave(1, JSON.stringify({ ...left, heartbeatAt: clock.wallClock() }));
    expect((await acquire())?.mayWrite()).toBe(true);
    expect(clock.now()).toBeGreaterThan(LEASE_EXPIRY_MS);
    expect(clock.now()).toBeLessThanOrEqual(LEASE_EXPIRY_MS + LEASE_POLL_MS);
  });

  test.each([
    ["empty", ""],
    ["cut off", '{"pid":12'],
    ["full of zeros", "\0".repeat(256)],
    ["without the fields of a lease", "{}"],
    ["not an object", "null"],
  ])("waits until a file that is %s is as old as an expired lease", async (_, text) => {
    const { acquire, clock, leave } = leases();
    leave(1, text);
    expect(await acquire({ waitMs: LEASE_EXPIRY_MS })).toBe(undefined);
    expect((await acquire())?.mayWrite()).toBe(true);
    expect(clock.now()).toBeLessThanOrEqual(LEASE_EXPIRY_MS + 2 * LEASE_POLL_MS);
  });

  test("is one of two that find an expired lease at the same moment", async () => {
    const { acquire, clock, leave } = leases();
    for (let round = 0; round < 100; round += 1) {
      leave(2 * round + 1, JSON.stringify(content));
      let other: Promise<HeldLease | undefined> | undefined;
      // While one looks at the lease, the other takes it.
      const looking = {
        ...clock,
        wallClock() {
          other ??= acquire({ waitMs: 0 });
          return clock.wallClock();
        },
      };
      const both = [await acquire({ waitMs: 0, on: looking }), await other];
      expect(both.map((lease) => lease?.mayWrite())).toEqual([undefined, true]);
      both[1]?.release();
    }
  });

  /** An expired lease, which others follow while one looks at it, so that its number is free again. */
  function followed() {
    const { clock, folder, leave, ...others } = leases();
    leave(1, JSON.stringify(content));
    let hasLooked = false;
    const looking = {
      ...clock,
      wallClock() {
        if (!hasLooked) {
          hasLooked = true;
          leave(3, JSON.stringify({ ...content, heartbeatAt: clock.wallClock() }));
          rmSync(join(folder, "ada.lease.1"));
        }
        return clock.wallClock();
      },
    };
    return { ...others, clock, looking };
  }

  test("does not follow if others did while it looked, and its number is free again", async () => {
    const { acquire, files, looking } = followed();
    expect(await acquire({ waitMs: 1000, on: looking })).toBe(undefined);
    expect(files()).toEqual(["ada.lease.2", "ada.lease.3"]);
    expect(await acquire({ waitMs: LEASE_EXPIRY_MS / 2 })).toBe(undefined);
  });

  test.each([LEASE_EXPIRY_MS, -LEASE_EXPIRY_MS])(
    "follows once a heartbeat is more than %i ms ago, also if the clock was set",
    async (age) => {
      const { acquire, clock, leave } = leases();
      leave(1, JSON.stringify({ ...content, heartbeatAt: clock.wallClock() - age }));
      expect(await acquire({ waitMs: 0 })).toBe(undefined);
      leave(1, JSON.stringify({ ...content, heartbeatAt: clock.wallClock() - age - Math.sign(age) }));
      expect((await acquire({ waitMs: 0 }))?.mayWrite()).toBe(true);
    },
  );

  test.each([LEASE_EXPIRY_MS, -LEASE_EXPIRY_MS])(
    "follows once a file that is no lease was written more than %i ms ago, also if the clock was set",
    async (age) => {
      const { acquire, clock, leave } = leases();
      leave(1, "");
      const at = (milliseconds: number) => ({ ...clock, wallClock: () => clock.wallClock() + milliseconds });
      expect(await acquire({ waitMs: 0, on: at(age) })).toBe(undefined);
      expect((await acquire({ waitMs: 0, on: at(age + Math.sign(age)) }))?.mayWrite()).toBe(true);
    },
  );

  test("does not follow a process of another user, which it may not ask whether it runs", async () => {
    const { acquire, clock, leave } = leases();
    leave(1, JSON.stringify({ ...content, heartbeatAt: clock.wallClock() }));
    const kill = vi.spyOn(process, "kill").mockImplementation(() => {
      throw Object.assign(new Error("EPERM"), { code: "EPERM" });
    });
    onTestFinished(() => kill.mockRestore());
    expect(await acquire({ waitMs: 0 })).toBe(undefined);
    expect(kill.mock.calls).toEqual([[process.pid, 0]]);
  });

  test("follows the one that was faster, once that one has expired", async () => {
    const { acquire, clock, files, looking } = followed();
    expect((await acquire({ on: looking }))?.number).toBe(4);
    expect(files()).toEqual(["ada.lease.4"]);
    expect(clock.now()).toBeGreaterThan(LEASE_EXPIRY_MS);
  });

  test.each([
    [0, LEASE_POLL_MS / 5],
    [0.5, (LEASE_POLL_MS * 3) / 5],
    [1, LEASE_POLL_MS],
  ])("looks again after a time by chance: with %d after %d ms", async (chance, wait) => {
    const { acquire, clock } = leases();
    const on = { ...clock, random: () => chance };
    const first = await acquire({ on });
    expect(await acquire({ waitMs: wait, on })).toBe(undefined);
    expect(clock.now()).toBe(0);
    const second = acquire({ waitMs: wait + 1, on });
    await first?.release();
    expect((await second)?.mayWrite()).toBe(true);
    expect(clock.now()).toBeCloseTo(wait);
  });
});
