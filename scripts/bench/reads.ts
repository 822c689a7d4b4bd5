import type { Deployment } from "../../src/tempo/deployment.ts";
import { memoryOf } from "./memory.ts";
import type { Section } from "./section.ts";
import { StdioClient } from "./stdio-client.ts";
import { ACCOUNT_ID, startUpstream } from "./upstream.ts";

/** Data Center lists all in one response, which is read up to 500,000 values. */
const COUNTS = { datacenter: [1000, 10_000], cloud: [1000, 10_000, 100_000] };

/**
 * The most that the cost of a worklog, in time or memory, may grow from a tenth of the worklogs to all of them; more is not linear.
 * On Cloud the first five requests wait for no slot, which favours the tenth.
 */
const LINEAR = 2;

/** Reads of more and more worklogs: their time and the highest memory must grow with their number and no faster. */
export async function measureReads(command: string): Promise<Section> {
  const rows: Section["rows"] = [];
  const missed: string[] = [];
  for (const kind of ["datacenter", "cloud"] as const) {
    const idle = await memoryOfReading(command, kind, 0);
    let former: { time: number; memory: number } | undefined;
    for (const count of COUNTS[kind]) {
      const { seconds, megabytes } = await memoryOfReading(command, kind, count);
      const each = { time: (1000 * seconds) / count, memory: (1024 * (megabytes - idle.megabytes)) / count };
      rows.push([
        `${kind}, ${count.toLocaleString("en")} worklogs`,
        seconds,
        each.time,
        megabytes,
        each.memory,
      ]);
      const isLast = count === COUNTS[kind].at(-1);
      if (isLast && former && each.time > LINEAR * former.time) missed.push(`${kind}: time is not linear`);
      if (isLast && former && each.memory > LINEAR * former.memory)
        missed.push(`${kind}: memory is not linear`);
      former = each;
    }
  }
  return {
    title: "Reads of a range, each in a process of its own",
    columns: ["", "time, s", "ms each", "highest memory, MB", "KB each above an empty read"],
    rows,
    missed,
  };
}

async function memoryOfReading(
  command: string,
  kind: Deployment["kind"],
  count: number,
): Promise<{ seconds: number; megabytes: number }> {
  const first = Date.UTC(2024, 0, 1);
  const worklogs = Array.from({ length: count }, (_, index) => ({
    issueId: 20_000 + (index % 25),
    accountId: ACCOUNT_ID,
    startDate: new Date(first + (index % 1000) * 86_400_000).toISOString().slice(0, 10),
    timeSpentSeconds: 1800,
    billableSeconds: 1800,
    description: "Working on the login flow",
  }));
  const upstream = await startUpstream(kind, worklogs);
  const server = new StdioClient([command], upstream.settings);
  try {
    await server.open();
    const before = performance.now();
    const { structuredContent } = await server.call("get_worklogs", {
      startDate: "2024-01-01",
      endDate: "2026-12-31",
    });
    const seconds = (performance.now() - before) / 1000;
    const { totalEntries } = structuredContent.summary as { totalEntries: number };
    if (totalEntries !== count) throw new Error(`read ${totalEntries} worklogs of ${count}`);
    const { now, highest } = await memoryOf(server.pid);
    return { seconds, megabytes: highest ?? now };
  } finally {
    await server.close();
    await upstream.close();
  }
}
