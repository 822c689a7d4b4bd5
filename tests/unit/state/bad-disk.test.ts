import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LEASE_EXPIRY_MS, LEASE_POLL_MS } from "../../../src/timesheet/timeline.ts";
import { refusal } from "../../helpers/disk.ts";
import { leasesOnDisk } from "./leases-on-disk.ts";

/** Refuses calls of one name, from the first that counts. */
const refuses =
  (refused: readonly string[], code: string, isRefused = (_call: number) => true) =>
  (name: string, _: unknown, run: () => unknown) => {
    if (!refused.includes(name)) return run();
    calls += 1;
    if (isRefused(calls)) throw refusal(code);
    return run();
  };
let calls = 0;

describe("a lease on a disk that refuses something", () => {
  test("keeps no call waiting if the folder cannot be listed right after it was created", async () => {
    const { acquire, clock, on } = leasesOnDisk();
    calls = 0;
    const failed = on(
      refuses(["readdirSync"], "EIO", (call) => call === 2),
      () => acquire(),
    );
    await expect(failed).rejects.toThrow("EIO");
    expect((await acquire())?.mayWrite()).toBe(true);
    expect(clock.now()).toBe(0);
    await clock.sleep(2 * LEASE_EXPIRY_MS);
  });

  test.each([
    ["full", ["writeSync"], "ENOSPC", 0],
    ["away", ["writeSync", "ftruncateSync", "futimesSync"], "ESTALE", LEASE_EXPIRY_MS + LEASE_POLL_MS],
    ["away, also for its end", ["writeSync", "closeSync"], "EIO", 0],
  ])(
    "is released without an error if the disk is %s, and others follow",
    async (_, refused, code, longest) => {
      const { acquire, clock, on } = leasesOnDisk();
      await on(
        (...call) => (isRefusing ? refuses(refused, code)(...call) : call[2]()),
        async () => {
          const lease = await acquire();
          isRefusing = true;
          await lease?.release();
        },
      );
      isRefusing = false;
      expect((await acquire())?.mayWrite()).toBe(true);
      expect(clock.now()).toBeLessThanOrEqual(longest);
    },
  );
  let isRefusing = false;

  test("is held on, though a confirmation fails", async () => {
    const { acquire, clock, on } = leasesOnDisk();
    calls = 0;
    const lease = await on(
      refuses(["writeSync"], "EIO", (call) => call % 3 === 2),
      () => acquire(),
    );
    await clock.sleep(120_000);
    expect(lease?.mayWrite()).toBe(true);
    expect(calls).toBeGreaterThan(50);
  });

  test("leaves no file and no descriptor if it cannot be written at all", async () => {
    const { acquire, files, on } = leasesOnDisk();
    const open: string[] = [];
    const failed = on(
      (name, _, run) => {
        if (name === "writeSync") throw refusal("ENOSPC");
        if (name === "openSync" || name === "closeSync") open.push(name);
        return run();
      },
      () => acquire(),
    );
    await expect(failed).rejects.toThrow("ENOSPC");
    expect({ open, files: files() }).toEqual({ open: ["openSync", "closeSync"], files: [] });
  });

  test.each(["9007199254740991", "9007199254740992", "1000000000", "007", "1e3", "-1"])(
    "does not mind a file that has no number of a lease: %s",
    async (number) => {
      const { acquire, clock, folder } = leasesOnDisk();
      writeFileSync(join(folder, `ada.lease.${number}`), "");
      expect((await acquire())?.mayWrite()).toBe(true);
      expect(clock.now()).toBe(0);
    },
  );

  test("is taken once a folder shows it that lists what was created a second later, and the wait is no loop", async () => {
    const { acquire, clock, on } = leasesOnDisk();
    let lists = 0;
    const shownAt = new Map<string, number>();
    const lease = await on(
      (name, _, run) => {
        if (name !== "readdirSync") return run();
        lists += 1;
        const all = run() as string[];
        for (const file of all) if (!shownAt.has(file)) shownAt.set(file, clock.now() + 1000);
        return all.filter((file) => clock.now() >= (shownAt.get(file) ?? 0));
      },
      () => acquire(),
    );
    expect(lease?.mayWrite()).toBe(true);
    expect(clock.now()).toBeLessThan(1500);
    expect(lists).toBeLessThan(30);
  });
});
