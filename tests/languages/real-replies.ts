import { join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/server";
import { connectClient, type TestClient } from "../helpers/clients.ts";

/** Text that a careless encoder spoils. */
const COMMENT = 'Ünïcode 💥 "quotes" \\ <&> \u2028 and\nlines';

/** Calls that bring a reply of each tool, in an order in which each finds what it needs, far from the sandbox's own bookings. */
const CALLS = {
  get_schedule: { startDate: "2020-01-06", endDate: "2020-01-12" },
  post_worklog: {
    issueKey: "DEMO-1",
    hours: 0.33,
    startDate: "2020-01-06",
    endDate: "2020-01-07",
    description: COMMENT,
    billable: false,
  },
  bulk_post_worklogs: {
    worklogs: [
      { issueKey: "DEMO-1", hours: 7.67, date: "2020-01-08", description: COMMENT },
      { issueKey: "NONE-1", hours: 1, date: "2020-01-08" },
      { issueKey: "DEMO-2", hours: 25, date: "2020-01-08" },
    ],
  },
  get_worklogs: { startDate: "2020-01-06", endDate: "2020-01-12", issueKey: "DEMO-1" },
  delete_worklog: { worklogId: "1290000" },
};

/** A reply of each tool, by the tool's name, as the installed command sends it. */
export async function realReplies(installed: string): Promise<Map<string, Record<string, unknown>>> {
  return withInstalledServer(installed, async (client) => {
    const replies = new Map<string, Record<string, unknown>>();
    for (const [name, args] of Object.entries(CALLS)) {
      const { structuredContent, content } = await client.callTool({ name, arguments: args });
      if (!structuredContent) throw new Error(`${name} answered no reply: ${content[0]?.text}`);
      replies.set(name, structuredContent);
    }
    return replies;
  });
}

/** Connects to the installed command on a fresh sandbox for as long as `use` takes. */
export async function withInstalledServer<T>(
  installed: string,
  use: (client: TestClient) => Promise<T>,
): Promise<T> {
  const transport = new StdioClientTransport({
    command: join(installed, "node_modules/.bin/tempofiller"),
    args: ["--sandbox"],
  });
  const client = await connectClient("sdk 1.x", transport as Transport);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
