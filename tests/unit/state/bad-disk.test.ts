import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LEASE_EXPIRY_MS, LEASE_POLL_MS } from "../../../src/timesheet/timeline.ts";
import { refusing } from "../../helpers/disk.ts";
import { leasesOnDisk } from "./leases-on-disk.ts";

describe("a lease on a disk that refuses something", () => {
  test("keeps no call waiting if the folder cannot be listed right after it was created", async () => {
    const { acquire, clock, on } = leasesOnDisk();
    const failed = on(
      refusing("readdirSync", "EIO", (call) => call === 2),
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
      let isRefusing = false;
      await on(
        refusing(refused, code, () => isRefusing),
        async () => {
          const lease = await acquire();
          isRefusing = true;
          await lease?.release();
        },
      );
      expect((await acquire())?.mayWrite()).toBe(true);
      expect(clock.now()).toBeLessThanOrEqual(longest);
    },
  );

  test("is held on, though a confirmation fails", async () => {
    const { acquire, clock, on } = leasesOnDisk();
    const refused = refusing("writeSync", "EIO", (call) => call % 3 === 2);
    const lease = await on(refused, () => acquire());
    await clock.sleep(120_000);
    expect(lease?.mayWrite()).toBe(true);
    expect(refused.calls).toBeGreaterThan(50);
  });

  test("leaves no file and no descriptor if it cannot be written at all", async () => {
    const { acquire, files, on } = leasesOnDisk();
    const open: string[] = [];
    const full = refusing("writeSync", "ENOSPC");
    const failed = on(
      (name, _, run) => {
        if (name === "openSync" || name === "closeSync") open.push(name);
        return full(name, _, run);
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
