import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dateAfter } from "./dates.ts";
import type { Section } from "./section.ts";
import { percentile } from "./statistics.ts";
import { StdioClient } from "./stdio-client.ts";
import { startUpstream } from "./upstream.ts";

/** Measured posts with and without a state folder, taken in turn, after some for warming up. */
const CALLS = 200;
const WARM_UP = 20;

/** The most that the lease and the journal may add to a post, in milliseconds, apart from what the disk takes. */
const LIMIT_MS = 3;

/** Measures the time that lease and journal add to a post of one worklog. The wait for the disk is separate, since it depends on the machine. */
export async function measureState(command: string): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-bench-"));
  const upstream = await startUpstream("datacenter", []);
  const servers = {
    without: new StdioClient([command], { ...upstream.settings, TEMPO_STATE_DIR: "off" }),
    with: new StdioClient([command], { ...upstream.settings, TEMPO_STATE_DIR: folder }),
  };
  try {
    for (const server of Object.values(servers)) await server.open();
    const times = { without: [] as number[], with: [] as number[], disk: [] as number[] };
    for (let round = -WARM_UP; round < CALLS; round += 1) {
      for (const kind of ["without", "with"] as const) {
        const args = {
          issueKey: "BENCH-0",
          hours: 1,
          startDate: dateAfter("2026-02-02", round + WARM_UP),
          description: `${kind} ${round}`,
        };
        const time = await timed(() => servers[kind].call("post_worklog", args));
        upstream.sandbox.state.worklogs.clear();
        if (round >= 0) times[kind].push(time);
      }
      if (round >= 0) times.disk.push(await timed(async () => writeDurably(join(folder, "disk"))));
    }
    const at = (per: number) => {
      const [plain, whole, disk] = [times.without, times.with, times.disk].map((each) =>
        percentile(each, per),
      );
      return [plain ?? 0, whole ?? 0, disk ?? 0, (whole ?? 0) - (plain ?? 0) - (disk ?? 0)];
    };
    const added = at(50)[3] ?? 0;
    return {
      title: `Time of a post with and without lease and journal, ms, ${CALLS} calls each`,
      columns: ["", "without", "with", "of it the disk", "added beyond the disk"],
      rows: [
        ["p50", ...at(50)],
        ["p99", ...at(99)],
      ],
      missed:
        added > LIMIT_MS
          ? [`lease and journal add ${added.toFixed(1)} ms to a post, more than ${LIMIT_MS}`]
          : [],
    };
  } finally {
    for (const server of Object.values(servers)) await server.close();
    await upstream.close();
    rmSync(folder, { recursive: true });
  }
}

function writeDurably(path: string): void {
  const file = openSync(path, "a");
  writeSync(file, "x".repeat(200));
  fdatasyncSync(file);
  closeSync(file);
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
