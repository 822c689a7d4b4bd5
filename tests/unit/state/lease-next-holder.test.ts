import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
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

  test("does not follow if others did while it looked, and its number is free again", async () => {
    const { acquire, clock, files, folder, leave } = leases();
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
    expect(await acquire({ waitMs: 1000, on: looking })).toBe(undefined);
    expect(files()).toEqual(["ada.lease.2", "ada.lease.3"]);
    expect(await acquire({ waitMs: LEASE_EXPIRY_MS / 2 })).toBe(undefined);
  });

  test("is one of several processes that want it, again and again", async () => {
    const { folder } = leases();
    const script = join(import.meta.dirname, "contend.ts");
    const outputs = await Promise.all(
      ["a", "b", "c"].map(async (name) => {
        const child = spawn(process.execPath, ["--import", "tsx", script, folder, name]);
        let output = "";
        for (const stream of [child.stdout, child.stderr])
          stream.on("data", (chunk) => {
            output += String(chunk);
          });
        await once(child, "close");
        return output;
      }),
    );
    expect(outputs).toEqual(["held 40 times, alone\n", "held 40 times, alone\n", "held 40 times, alone\n"]);
  });
});
