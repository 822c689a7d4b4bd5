import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LEASE_EXPIRY_MS, LEASE_POLL_MS } from "../../../src/timesheet/timeline.ts";
import { POST } from "../../helpers/inputs.ts";
import { processes } from "../../helpers/processes.ts";

describe.each(["cloud", "datacenter"] as const)("on %s, a planted lease", (deployment) => {
  test.each([
    ["a file", 999_999_997],
    ["a file", 999_999_998],
    ["a file", 999_999_999],
    ["a file", 1_000_000_000],
    ["a file", Number.MAX_SAFE_INTEGER],
    ["a folder", 2],
    ["a folder", 999_999_999],
  ])(
    "as %s, with the number %i, blocks no post for longer than a lease, and what is posted since is remembered",
    async (what, number) => {
      const machine = processes({ deployment });
      const { clock, folder } = machine;
      const first = await machine.open();
      await first.reply("post_worklog", POST);
      const [name = ""] = readdirSync(folder).flatMap((file) => /^(.+)\.lease\.1$/.exec(file)?.[1] ?? []);
      const planted = join(folder, `${name}.lease.${number}`);
      if (what === "a file") writeFileSync(planted, "");
      else mkdirSync(planted);
      utimesSync(planted, clock.wallClock() / 1000, clock.wallClock() / 1000);

      const since = clock.now();
      const ids: string[] = [];
      for (const startDate of ["2026-01-06", "2026-01-07", "2026-01-08", "2026-01-09"])
        ids.push((await (await machine.open()).reply("post_worklog", { ...POST, startDate })).worklog.id);
      expect(clock.now() - since).toBeLessThanOrEqual(LEASE_EXPIRY_MS + 2 * LEASE_POLL_MS);
      expect(new Set(ids).size).toBe(4);

      for (const worklog of first.sandbox.state.worklogs.values()) worklog.description = "Changed by Tempo";
      for (const [index, startDate] of ["2026-01-06", "2026-01-07", "2026-01-08", "2026-01-09"].entries())
        expect(
          (await (await machine.open()).reply("post_worklog", { ...POST, startDate })).worklog,
        ).toMatchObject({
          id: ids[index],
          alreadyLogged: true,
        });
      const leases = readdirSync(folder, { withFileTypes: true }).filter((it) => it.isFile());
      expect(leases.filter(({ name }) => /\.lease\.\d{1,9}$/.test(name))).toHaveLength(1);
    },
  );
});
