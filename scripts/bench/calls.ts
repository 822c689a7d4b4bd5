import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BareSender } from "./bare-sender.ts";
import { dateAfter } from "./dates.ts";
import type { Section } from "./section.ts";
import { percentile } from "./statistics.ts";
import { StdioClient } from "./stdio-client.ts";
import { ACCOUNT_ID, startUpstream } from "./upstream.ts";

/** Measured calls of each tool by each server, after some for warming up. */
const CALLS = 200;
const WARM_UP = 20;

/** The most that a post without lease and journal may take beyond its own requests, in milliseconds, at the median. */
const POST_LIMIT_MS = 3;

const MONTH = { startDate: "2026-01-01", endDate: "2026-01-31" };

/** A call that two servers make, one with a state folder and one without. */
interface Measured {
  what: string;
  tool: string;
  args(round: number): object;
}

/** The milliseconds of each call, of its requests alone, and of what is between the two. */
interface Times {
  whole: number[];
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
  { what: "post_worklog, a day", tool: "post_worklog", args: post },
];

/**
 * Measures the time that a call takes beyond its upstream's own: a bare process sends the requests that it made again, and their time is
 * subtracted. Both servers make all calls by turns, so that neither has compiled more of itself. It uses Data Center, since Cloud's rate limit would
 * hide the rest. A post with a state folder also waits for the disk, which depends on the machine, so only the one without has a limit here;
 * `measureState` has one for lease and journal.
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
  const start = (state: string) => ({
    client: new StdioClient([command], { ...upstream.settings, TEMPO_STATE_DIR: state }),
    times: MEASURED.map((): Times => ({ whole: [], own: [], added: [] })),
  });
  const [stateless, stateful] = [start("off"), start(folder)];
  const servers = [stateless, stateful];
  const bare = new BareSender();
  try {
    for (const { client } of servers) await client.open();
    const existing = new Set(upstream.sandbox.state.worklogs.keys());
    for (let round = -WARM_UP; round < CALLS; round += 1)
      for (const [index, { tool, args }] of MEASURED.entries())
        for (const { client, times } of servers) {
          upstream.takeRequests();
          const whole = await timed(() => client.call(tool, args(round)));
          const own = await bare.send(upstream.takeRequests());
          for (const id of upstream.sandbox.state.worklogs.keys())
            if (!existing.has(id)) upstream.sandbox.state.worklogs.delete(id);
          if (round < 0) continue;
          times[index]?.whole.push(whole);
          times[index]?.own.push(own);
          times[index]?.added.push(whole - own);
        }
    const at = ({ whole, own, added }: Times, per: number) =>
      [whole, own, added].map((each) => percentile(each, per));
    const rowsOf = ({ times }: typeof stateless, note: string) =>
      times.map((each, index) => [`${MEASURED[index]?.what}${note}`, ...at(each, 50), ...at(each, 99)]);
    const rows: Section["rows"] = [...rowsOf(stateless, ", without a state folder"), ...rowsOf(stateful, "")];
    // The last of those measured is the post.
    const added = percentile(stateless.times.at(-1)?.added ?? [], 50);
    const missed =
      added > POST_LIMIT_MS
        ? [
            `a post without a state folder takes ${added.toFixed(1)} ms beyond its requests, more than ${POST_LIMIT_MS}`,
          ]
        : [];
    return {
      title: `Time of a call beyond its upstream's own, ms, ${CALLS} calls each`,
      columns: ["", "call p50", "upstream p50", "added p50", "call p99", "upstream p99", "added p99"],
      rows,
      missed,
    };
  } finally {
    for (const { client } of servers) await client.close();
    await bare.close();
    await upstream.close();
    rmSync(folder, { recursive: true });
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await run();
  return performance.now() - before;
}
