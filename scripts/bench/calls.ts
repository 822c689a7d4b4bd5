import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dateAfter } from "./dates.ts";
import type { Section } from "./section.ts";
import { percentile } from "./statistics.ts";
import { StdioClient } from "./stdio-client.ts";
import { ACCOUNT_ID, startUpstream } from "./upstream.ts";

/** Measured calls of each tool, after some for warming up. */
const CALLS = 200;
const WARM_UP = 20;

/** The most that a post without lease and journal may take beyond its own requests, in milliseconds, at the median. */
const POST_LIMIT_MS = 3;

const MONTH = { startDate: "2026-01-01", endDate: "2026-01-31" };

/** A call that is measured, by a server with a state folder or without one. */
interface Measured {
  what: string;
  tool: string;
  hasState?: boolean;
  args(round: number): object;
}

const post = (round: number) => ({
  issueKey: "BENCH-0",
  hours: 1,
  startDate: dateAfter("2026-02-02", round + WARM_UP),
});

const MEASURED: Measured[] = [
  { what: "get_schedule, a month", tool: "get_schedule", args: () => MONTH },
  { what: "get_worklogs, 40 of a month", tool: "get_worklogs", args: () => MONTH },
  { what: "post_worklog, a day, without a state folder", tool: "post_worklog", args: post },
  { what: "post_worklog, a day", tool: "post_worklog", hasState: true, args: post },
];

/**
 * What a call takes beyond its upstream's own time: the requests that it made are sent again directly, and their time is
 * taken off. On Data Center, since Cloud's pace would be all there is to see. A post with a state folder also waits for the disk, which is
 * the machine's, so only the one without has a limit here; `measureState` has one for lease and journal.
 */
export async function measureCalls(command: string): Promise<Section> {
  const booked = Array.from({ length: 40 }, (_, index) => ({
    issueId: 20_000 + (index % 5),
    accountId: ACCOUNT_ID,
    startDate: `2026-01-${String(1 + (index % 28)).padStart(2, "0")}`,
    timeSpentSeconds: 3600,
    billableSeconds: 3600,
    description: "Working on it",
  }));
  const upstream = await startUpstream("datacenter", booked);
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-bench-"));
  const start = (state: string) =>
    new StdioClient([command], { ...upstream.settings, TEMPO_STATE_DIR: state });
  const [stateless, stateful] = [start("off"), start(folder)];
  try {
    await stateless.open();
    await stateful.open();
    const existing = new Set(upstream.sandbox.state.worklogs.keys());
    const rows: Section["rows"] = [];
    const missed: string[] = [];
    for (const { what, tool, hasState, args } of MEASURED) {
      const server = hasState ? stateful : stateless;
      const seen = { whole: [] as number[], own: [] as number[], added: [] as number[] };
      for (let round = -WARM_UP; round < CALLS; round += 1) {
        upstream.takeRequests();
        const whole = await timed(() => server.call(tool, args(round)));
        const requests = upstream.takeRequests();
        const own = await timed(() => sendAgain(requests));
        for (const id of upstream.sandbox.state.worklogs.keys())
          if (!existing.has(id)) upstream.sandbox.state.worklogs.delete(id);
        if (round < 0) continue;
        seen.whole.push(whole);
        seen.own.push(own);
        seen.added.push(whole - own);
      }
      const at = (per: number) => [seen.whole, seen.own, seen.added].map((times) => percentile(times, per));
      rows.push([what, ...at(50), ...at(99)]);
      const [, , added = 0] = at(50);
      if (tool === "post_worklog" && !hasState && added > POST_LIMIT_MS)
        missed.push(
          `${what}: it takes ${added.toFixed(1)} ms beyond its requests, more than ${POST_LIMIT_MS}`,
        );
    }
    return {
      title: `Time of a call beyond its upstream's own, ms, ${CALLS} calls each`,
      columns: ["", "call p50", "upstream p50", "added p50", "call p99", "upstream p99", "added p99"],
      rows,
      missed,
    };
  } finally {
    await stateless.close();
    await stateful.close();
    await upstream.close();
    rmSync(folder, { recursive: true });
  }
}

async function sendAgain(requests: Request[]): Promise<void> {
  for (const request of requests) {
    const headers = { authorization: request.headers.get("authorization") ?? "" };
    const body = await request.text();
    const { method, url } = request;
    const response = await fetch(url, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      ...(body && { body }),
    });
    await response.json();
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await run();
  return performance.now() - before;
}
