import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";

/**
 * The least that a read can cost: the SDK's server, with one tool that sends one request to Tempo and reads the response.
 *
 * Usage: node --import tsx bare-server.ts PORT JIRA_URL
 */
const [port, jiraUrl] = process.argv.slice(2);

const handler = createMcpHandler(({ requestInfo }) => {
  const server = new McpServer({ name: "bare", version: "1.0.0" });
  const inputSchema = z.object({ startDate: z.string() });
  server.registerTool("get_worklogs", { inputSchema }, async ({ startDate }) => {
    const response = await fetch(`${jiraUrl}/rest/tempo-timesheets/4/worklogs/search`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${requestInfo?.headers.get("tempofiller-jira-pat")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ from: startDate, to: startDate }),
    });
    return { content: [{ type: "text", text: await response.text() }] };
  });
  return server;
});

const serve = toNodeHandler(handler);
createServer((request, response) => {
  void serve(request as Parameters<typeof serve>[0], response);
}).listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));
