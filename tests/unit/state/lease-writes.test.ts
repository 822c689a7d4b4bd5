import { utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LEASE_EXPIRY_MS, LEASE_FENCE_MS, LEASE_HEARTBEAT_MS } from "../../../src/timesheet/timeline.ts";
import { noting, refusal, refusing } from "../../helpers/disk.ts";
import { leasesOnDisk } from "./leases-on-disk.ts";

describe("the file of a lease", () => {
  test.each(["deadline", "cancellation"])(
    "says that it is released if the folder does not show it until the %s",
    async (end) => {
      const { acquire, clock, on, text } = leasesOnDisk();
      const cancelled = new AbortController();
      if (end === "cancellation") void clock.sleep(1000).then(() => cancelled.abort());
      const acquired = on(
        (name, _, run) => (name === "readdirSync" ? [] : run()),
        () => acquire({ waitMs: 3000, signal: cancelled.signal }),
      );
      if (end === "deadline") expect(await acquired).toBe(undefined);
      else await expect(acquired).rejects.toThrow("the call was cancelled");
      expect(JSON.parse(text())).toMatchObject({ isReleased: true });
    },
  );

  test("is removed if it is written in part", async () => {
    const { acquire, files, on } = leasesOnDisk();
    const short = on(
      (name, _, run) => (name === "writeSync" ? Number(run()) - 1 : run()),
      () => acquire(),
    );
    await expect(short).rejects.toThrow("short write");
    expect(files()).toEqual([]);
  });

  test("that cannot be created is an error", async () => {
    const { acquire, files, on } = leasesOnDisk();
    const failed = on(refusing("openSync", "EACCES"), () => acquire());
    await expect(failed).rejects.toThrow("EACCES");
    expect(files()).toEqual([]);
  });

  test("means nothing any more once no confirmation was kept for too long, each of which is reported", async () => {
    const { acquire, clock, on, reported, text } = leasesOnDisk();
    const lease = await on(
      refusing("writeSync", "EIO", (call) => call > 1),
      () => acquire(),
    );
    const before = text();
    await clock.sleep(LEASE_FENCE_MS);
    await lease?.confirm();
    await clock.sleep(1);
    await expect(lease?.confirm()).rejects.toThrow("this process was paused");
    await clock.sleep(LEASE_EXPIRY_MS);
    expect(text()).toBe(before);
    expect(reported).toEqual(
      Array(LEASE_FENCE_MS / LEASE_HEARTBEAT_MS).fill("Error: EIO: refused by the test"),
    );
  });

  test("is kept in one length, whatever it says, and written and closed once when it ends", async () => {
    const { acquire, clock, on, reported, text } = leasesOnDisk();
    const done: string[] = [];
    await on(noting(done), async () => {
      const lease = await acquire();
      expect([text().length, JSON.parse(text())]).toEqual([
        256,
        { pid: process.pid, host: hostname(), heartbeatAt: clock.wallClock(), isReleased: false },
      ]);
      done.length = 0;
      await lease?.release();
      await lease?.release();
      await clock.sleep(2 * LEASE_HEARTBEAT_MS);
    });
    expect(done.filter((name) => name !== "existsSync")).toEqual(["writeSync", "closeSync"]);
    expect([text().length, JSON.parse(text()).isReleased, reported]).toEqual([256, true, []]);
  });

  test("that cannot be written and closed in the end is reported for both", async () => {
    const { acquire, on, reported } = leasesOnDisk();
    await on(
      refusing(["writeSync", "closeSync"], "EIO", (call) => call > 1),
      async () => {
        const lease = await acquire();
        await lease?.release();
      },
    );
    expect(reported).toEqual(Array(2).fill("Error: EIO: refused by the test"));
  });

  test.each<[fate: string, what: string, codes: Record<string, string>, age: number]>([
    ["waited for", "was removed just now", { readFileSync: "ENOENT" }, 2 * LEASE_EXPIRY_MS],
    ["waited for", "cannot be read and is new", { readFileSync: "EIO" }, 0],
    ["followed", "cannot be read and is old", { readFileSync: "EIO" }, 2 * LEASE_EXPIRY_MS],
    ["waited for", "cannot be read at all", { readFileSync: "EIO", statSync: "EIO" }, 2 * LEASE_EXPIRY_MS],
  ])("of another process is %s if it %s", async (fate, _, codes, age) => {
    const { acquire, clock, folder, on } = leasesOnDisk();
    const path = join(folder, "ada.lease.1");
    const writtenAt = (clock.wallClock() - age) / 1000;
    writeFileSync(path, "");
    utimesSync(path, writtenAt, writtenAt);
    const lease = await on(
      (name, args, run) => {
        const code = args[0] === path ? codes[name] : undefined;
        if (code !== undefined) throw refusal(code);
        return run();
      },
      () => acquire({ waitMs: 0 }),
    );
    expect(lease !== undefined).toBe(fate === "followed");
    await lease?.release();
  });

  test("that another process has created is waited for if the folder does not show it, and the wait is no loop", async () => {
    const { acquire, clock, folder, on } = leasesOnDisk();
    writeFileSync(join(folder, "ada.lease.1"), "");
    let lists = 0;
    const lease = await on(
      (name, _, run) => {
        if (name !== "readdirSync") return run();
        lists += 1;
        return [];
      },
      () => acquire({ waitMs: 3000 }),
    );
    expect(lease).toBe(undefined);
    expect(lists).toBeLessThan(30);
    expect(clock.now()).toBeGreaterThan(2500);
  });
});
