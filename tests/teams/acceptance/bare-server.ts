import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";

/**
 * The least that a call can cost: the SDK's server, with one tool that sends one request to Tempo and returns the response, and one
 * that sends the three requests of a post, without a look at what they say.
 *
 * Usage: node --import tsx bare-server.ts PORT JIRA_URL
 */
const [port, jiraUrl] = process.argv.slice(2);

/** Keys of users by authorization header: each user is read once, as by our server. */
const users = new Map<string, Promise<string>>();

const handler = createMcpHandler(({ requestInfo }) => {
  const server = new McpServer({ name: "bare", version: "1.0.0" });
  const authorization = `Bearer ${requestInfo?.headers.get("tempofiller-jira-pat")}`;
  async function ask(path: string, body?: object): Promise<string> {
    const response = await fetch(`${jiraUrl}/rest/${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  }
  async function readUser(): Promise<string> {
    return (JSON.parse(await ask("api/2/myself")) as { key: string }).key;
  }
  const inputSchema = z.object({ startDate: z.string() });
  server.registerTool("get_worklogs", { inputSchema }, async ({ startDate }) => {
    const range = { from: startDate, to: startDate };
    return { content: [{ type: "text", text: await ask("tempo-timesheets/4/worklogs/search", range) }] };
  });
  server.registerTool("post_worklog", { inputSchema }, async ({ startDate }) => {
    const user = users.get(authorization) ?? readUser();
    users.set(authorization, user);
    const worker = await user;
    const range = { from: startDate, to: startDate };
    await ask("tempo-timesheets/4/worklogs/search", { ...range, worker: [worker] });
    const text = await ask("tempo-timesheets/4/worklogs", {
      worker,
      originTaskId: "10123",
      started: startDate,
      timeSpentSeconds: 3600,
      comment: "Entry",
    });
    await ask("tempo-core/2/user/schedule/search", { ...range, userKeys: [worker] });
    return { content: [{ type: "text", text }] };
  });
  return server;
});

const serve = toNodeHandler(handler);
const server = createServer((request, response) => {
  void serve(request as Parameters<typeof serve>[0], response);
});
// Our server has the same timeout: clients that keep connections must not lose a call to one that ends.
server.keepAliveTimeout = 75_000;
server.listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));
