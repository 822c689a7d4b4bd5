import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/runtime/clock.ts";
import { createLeases } from "../../src/team/database/leases.ts";
import { databaseAway } from "../../src/timesheet/not-sent.ts";
import { DATABASE_LEASE_EXPIRY_MS, LEASE_POLL_MS } from "../../src/timesheet/timeline.ts";
import { migratedDatabase, opened, postgresForFile } from "./database.ts";
import { scopeOf } from "./replicas.ts";

// These tests use real clocks, as those that use the virtual one may all be wrong together.

const postgres = postgresForFile();

/** Runs a file of this folder in a process of its own. */
function start(file: string, ...args: string[]) {
  const path = join(import.meta.dirname, file);
  const child = spawn(process.execPath, ["--import", "tsx", path, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += String(chunk);
  });
  return {
    child,
    hasOutput: () => output !== "",
    async output() {
      await once(child, "close");
      return output;
    },
  };
}

async function leasesOn(url: string) {
  const leases = createLeases(opened(url), systemClock, () => {});
  onTestFinished(() => leases.close());
  return {
    async acquire(waitMs: number) {
      const lease = await leases.acquire("ada", scopeOf(systemClock, waitMs));
      if (!lease) throw new Error("Another process has the lease");
      return lease;
    },
  };
}

describe("processes on one database", () => {
  test("never write for a user at the same time", async () => {
    const url = await migratedDatabase(postgres());
    const outputs = await Promise.all(
      [1, 2, 3].map(() => start("load.ts", url, "12", "4", "5", "1").output()),
    );
    const turns = outputs.map((output) => (JSON.parse(output) as { release: number[] }).release.length);
    // Records of two holders of one lease are never mixed: each begins once, and 4 records follow one another.
    const [found] = await opened(url).query<{ holders: number; groups: number; records: number }>(
      `SELECT count(DISTINCT holder)::int AS holders, count(*) FILTER (WHERE is_first)::int AS groups, count(*)::int AS records
      FROM (
        SELECT holder, holder IS DISTINCT FROM lag(holder) OVER (PARTITION BY owner ORDER BY id) AS is_first
        FROM tempofiller.journal
      ) AS record`,
    );
    const count = turns.reduce((sum, number) => sum + number, 0);
    expect(found).toEqual({ holders: count, groups: count, records: 4 * count });
    expect(Math.min(...turns)).toBeGreaterThan(20);
  });

  test("take over from one that was killed when its lease has expired", { timeout: 60_000 }, async () => {
    const url = await migratedDatabase(postgres());
    const holder = start("hold.ts", url, "ada");
    await expect.poll(holder.hasOutput, { timeout: 20_000 }).toBe(true);
    const { acquire } = await leasesOn(url);
    holder.child.kill("SIGKILL");
    const since = performance.now();
    const lease = await acquire(30_000);
    await lease.confirm();
    const waited = performance.now() - since;
    expect(waited).toBeGreaterThan(DATABASE_LEASE_EXPIRY_MS - 100);
    expect(waited).toBeLessThan(DATABASE_LEASE_EXPIRY_MS + 2 * LEASE_POLL_MS + 1000);
  });

  test("keep their leases while the database is started again, and write nothing meanwhile", async () => {
    const url = await migratedDatabase(postgres());
    const [one, other] = [await leasesOn(url), await leasesOn(url)];
    const lease = await one.acquire(0);
    await postgres().stop("immediate");
    await expect(lease.confirm()).rejects.toEqual(databaseAway());
    await expect(other.acquire(0)).rejects.toEqual(databaseAway());
    await systemClock.sleep(5000);
    expect(lease.mayWrite()).toBe(true);
    await postgres().start();
    await lease.confirm();
    await expect(other.acquire(1000)).rejects.toThrow("Another process");
    await lease.release();
    await (await other.acquire(1000)).confirm();
  });
});
