import { join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/server";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { connectClient, type TestClient } from "../helpers/clients.ts";
import { exampleCalls } from "../helpers/examples.ts";

/** The reply to each example call of the contract, as the installed command sends it. */
export interface RealReply {
  /** The example's name. */
  name: string;
  tool: string;
  reply: Record<string, unknown>;
}

/** Makes the example calls on a fresh sandbox, whose own worklogs are far from theirs. */
export async function realReplies(installed: string): Promise<RealReply[]> {
  return withInstalledServer(installed, async (client) => {
    const replies: RealReply[] = [];
    for (const { name, tool, arguments: args } of await exampleCalls()) {
      const { structuredContent, content } = await client.callTool({ name: tool, arguments: args });
      if (!structuredContent) throw new Error(`${name} has no reply: ${content[0]?.text}`);
      replies.push({ name, tool, reply: structuredContent });
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
    args: ["--sandbox", "--toolsets=all"],
    env: commandEnvironment(),
  });
  const client = await connectClient("sdk 1.x", transport as Transport);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
