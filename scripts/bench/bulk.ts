import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Section } from "./section.ts";
import { StdioClient } from "./stdio-client.ts";
import { ISSUES, startUpstream } from "./upstream.ts";

const ENTRIES = 100;

/** Requests and time of a bulk of 100, by the number of issues. On Cloud the rate limit applies. */
export async function measureBulk(command: string): Promise<Section> {
  const rows: Section["rows"] = [];
  const missed: string[] = [];
  for (const kind of ["cloud", "datacenter"] satisfies Deployment["kind"][]) {
    for (const issues of [1, 5, 25]) {
      const upstream = await startUpstream(kind);
      const server = new StdioClient([command], upstream.settings);
      try {
        await server.open();
        const worklogs = Array.from({ length: ENTRIES }, (_, index) => ({
          issueKey: ISSUES[index % issues]?.key,
          hours: 0.25,
          date: `2026-01-${String(1 + (index % 28)).padStart(2, "0")}`,
        }));
        const before = performance.now();
        const { structuredContent } = await server.call("bulk_post_worklogs", { worklogs });
        const seconds = (performance.now() - before) / 1000;
        const { succeeded } = structuredContent.summary as { succeeded: number };
        rows.push([`${kind}, ${issues} issues`, upstream.takeRequests().length, seconds]);
        if (succeeded !== ENTRIES) missed.push(`${kind}, ${issues} issues: not all were stored`);
      } finally {
        await server.close();
        await upstream.close();
      }
    }
  }
  return {
    title: `A bulk of ${ENTRIES}`,
    columns: ["", "requests", "time, s"],
    rows,
    missed,
  };
}
