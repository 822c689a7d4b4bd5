import { BareSender } from "./bare-sender.ts";
import { dateAfter } from "./dates.ts";
import type { Section } from "./section.ts";
import { percentile } from "./statistics.ts";
import { StdioClient } from "./stdio-client.ts";
import { ACCOUNT_ID, startUpstream } from "./upstream.ts";

/** Measured calls of each tool, after some for warming up. */
const CALLS = 200;
const WARM_UP = 20;

const MONTH = { startDate: "2026-01-01", endDate: "2026-01-31" };

interface Measured {
  what: string;
  tool: string;
  args(round: number): object;
  /** The most that it may take beyond its own requests, in milliseconds, at the median. */
  limit?: number;
}

/** The milliseconds of the requests of each call alone, and of what the call took beyond them. */
interface Times {
  own: number[];
  added: number[];
}

const post = (round: number) => ({
  issueKey: "BENCH-0",
  hours: 1,
  startDate: dateAfter("2026-02-02", round + WARM_UP),
});

const MEASURED: Measured[] = [
  { what: "get_schedule, a month", tool: "get_schedule", args: () => MONTH },
  { what: "get_worklogs, 40 of a month", tool: "get_worklogs", args: () => MONTH },
  { what: "post_worklog, a day", tool: "post_worklog", args: post, limit: 3 },
];

/**
 * Measures the time that a call takes beyond its upstream's own: a bare process sends the requests that it made again, and their time is
 * subtracted. It uses Data Center, since Cloud's rate limit would hide the rest, and no state folder, whose disk depends on the machine:
 * `measureState` has a limit for lease and journal.
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
  const client = new StdioClient([command], { ...upstream.settings, TEMPO_STATE_DIR: "off" });
  const times = MEASURED.map((): Times => ({ own: [], added: [] }));
  const bare = new BareSender();
  try {
    await client.open();
    const existing = new Set(upstream.sandbox.state.worklogs.keys());
    for (let round = -WARM_UP; round < CALLS; round += 1)
      for (const [index, { tool, args }] of MEASURED.entries()) {
        upstream.takeRequests();
        const whole = await timed(() => client.call(tool, args(round)));
        const own = await bare.send(upstream.takeRequests());
        for (const id of upstream.sandbox.state.worklogs.keys())
          if (!existing.has(id)) upstream.sandbox.state.worklogs.delete(id);
        if (round < 0) continue;
        times[index]?.own.push(own);
        times[index]?.added.push(whole - own);
      }
    const measured = MEASURED.map(({ what, limit }, index) => {
      const { own, added } = times[index] as Times;
      return {
        what,
        own: percentile(own, 50),
        added: percentile(added, 50),
        slow: percentile(added, 99),
        limit,
      };
    });
    return {
      title: `Time of a call beyond its requests, ms, ${CALLS} calls each, without a state folder`,
      columns: ["", "requests p50", "added p50", "added p99", "limit of p50"],
      rows: measured.map(({ what, own, added, slow, limit }) => [what, own, added, slow, limit ?? ""]),
      missed: measured
        .filter(({ added, limit = Number.POSITIVE_INFINITY }) => added > limit)
        .map(
          ({ what, added, limit }) =>
            `${what}: ${added.toFixed(1)} ms beyond its requests, more than ${limit}`,
        ),
    };
  } finally {
    await client.close();
    await bare.close();
    await upstream.close();
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await run();
  return performance.now() - before;
}
