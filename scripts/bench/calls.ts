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

const MEASURED: [what: string, tool: string, args: (round: number) => object][] = [
  ["get_schedule, a month", "get_schedule", () => MONTH],
  ["get_worklogs, 40 of a month", "get_worklogs", () => MONTH],
  [
    "post_worklog, a day",
    "post_worklog",
    (round) => ({ issueKey: "BENCH-0", hours: 1, startDate: dateAfter("2026-02-02", round + WARM_UP) }),
  ],
];

/**
 * What a call takes beyond its upstream's own time: the requests that it made are sent again directly, and their time is
 * taken off. On Data Center, since Cloud's pace would be all there is to see, and without a state folder: lease and journal are measured by
 * `measureState`.
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
  const server = new StdioClient([command], { ...upstream.settings, TEMPO_STATE_DIR: "off" });
  try {
    await server.open();
    const existing = new Set(upstream.sandbox.state.worklogs.keys());
    const rows: Section["rows"] = [];
    const missed: string[] = [];
    for (const [what, tool, args] of MEASURED) {
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
      if (tool === "post_worklog" && added > POST_LIMIT_MS)
        missed.push(`a post takes ${added.toFixed(1)} ms beyond its requests, more than ${POST_LIMIT_MS}`);
    }
    return {
      title: `Time of a call beyond its upstream's own, ms, ${CALLS} calls each`,
      columns: ["", "call p50", "upstream p50", "added p50", "call p99", "upstream p99", "added p99"],
      rows,
      missed,
    };
  } finally {
    await server.close();
    await upstream.close();
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
