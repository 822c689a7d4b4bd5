import { describe, expect, test } from "vitest";
import { coreTools } from "../../../src/tools/index.ts";
import { CLIENT_KINDS } from "../../helpers/clients.ts";
import { ERA_2026, LIST } from "../../helpers/raw-requests.ts";
import { startTeamServer } from "../../helpers/team-server.ts";

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-09" };
const DAY = { issueKey: "PROJ-123", hours: 8, startDate: "2026-01-05" };

describe.each(["cloud", "datacenter"] as const)("%s", (kind) => {
  test.each(CLIENT_KINDS)("%s: lists the tools, logs an hour and reads it back", async (client) => {
    const team = await startTeamServer({ kind });
    const [member] = team.tempo.members;
    const session = await team.connect(member?.headers ?? {}, client);
    const { tools } = await session.listTools();
    expect(tools.map(({ name }) => name)).toEqual(coreTools.map(({ name }) => name));
    const posted = await session.callTool({ name: "post_worklog", arguments: DAY });
    expect(posted.structuredContent).toMatchObject({
      success: true,
      worklog: { date: "2026-01-05", hours: 8 },
    });
    const read = await session.callTool({ name: "get_worklogs", arguments: WEEK });
    expect(read.structuredContent).toMatchObject({ summary: { totalEntries: 1, totalHours: 8 } });
    expect(member?.sandbox.state.worklogs.size).toBe(1);
  });
});

test("a call without credentials says which headers it needs, and nothing is sent", async () => {
  const team = await startTeamServer();
  const session = await team.connect({ "tempofiller-jira-email": "ada@example.com" });
  expect((await session.listTools()).tools).toHaveLength(5);
  const result = await session.callTool({ name: "get_worklogs", arguments: WEEK });
  expect({ isError: result.isError, text: result.content[0]?.text }).toEqual({
    isError: true,
    text:
      "This request lacks your own credentials for Tempo: the headers Tempofiller-Jira-Token and Tempofiller-Tempo-Token. Add them " +
      "to the headers of this server in your MCP host's configuration, then connect again. The server stores none of them.",
  });
  expect(team.upstreamRequests()).toBe(0);
});

test("an error about a credential names its header, not a setting of the server", async () => {
  const team = await startTeamServer({ kind: "datacenter" });
  const session = await team.connect({ "tempofiller-jira-pat": "Bearer x" });
  const malformed = await session.callTool({ name: "get_worklogs", arguments: WEEK });
  expect(malformed.content[0]?.text).toBe(
    "Tempofiller-Jira-Pat begins with Bearer. Leave that word out: set the token alone.",
  );
  const wrong = await team.connect({ "tempofiller-jira-pat": "S3CRET-wrong" });
  const refused = await wrong.callTool({ name: "get_worklogs", arguments: WEEK });
  expect(refused.content[0]?.text).toBe(
    "Jira refused the token (HTTP 401). Set Tempofiller-Jira-Pat to a valid personal access token (Jira, Profile, Personal Access " +
      "Tokens). Check TEMPO_BASE_URL (a setting of TempoFiller's administrator) too.",
  );
});

test("a request may ask for reading alone, and then nothing that writes is offered", async () => {
  const team = await startTeamServer();
  const [member] = team.tempo.members;
  const session = await team.connect({ ...member?.headers, "tempofiller-read-only": "1" });
  const { tools } = await session.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["get_schedule", "get_worklogs"]);
  await expect(session.callTool({ name: "post_worklog", arguments: DAY })).rejects.toThrow();
  expect(member?.sandbox.state.worklogs.size).toBe(0);
});

test("no header gives what the operator has not allowed", async () => {
  const team = await startTeamServer({ env: { TEMPO_READ_ONLY: "1" } });
  const [member] = team.tempo.members;
  const session = await team.connect({ ...member?.headers, "tempofiller-read-only": "0" });
  const { tools } = await session.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["get_schedule", "get_worklogs"]);
});

test("a call gets what its own credentials allow, whichever user called before and meanwhile", async () => {
  const team = await startTeamServer({ size: 20, env: { TEMPO_REQUESTS_PER_SECOND: "100" } });
  const sessions = await Promise.all(
    team.tempo.members.map(async (member) => ({ member, session: await team.connect(member.headers) })),
  );
  const calls = sessions.flatMap(({ member, session }) =>
    ["2026-01-05", "2026-01-06"].map(async (startDate) => {
      const result = await session.callTool({
        name: "post_worklog",
        arguments: { ...DAY, startDate, description: member.mark },
      });
      return { member, text: JSON.stringify(result) };
    }),
  );
  for (const { member, text } of await Promise.all(calls)) {
    expect(new Set(text.match(/mark-of-\d+/g))).toEqual(new Set([member.mark]));
  }
  for (const { mark, sandbox } of team.tempo.members) {
    const stored = [...sandbox.state.worklogs.values()].map(({ startDate, description }) => [
      startDate,
      description,
    ]);
    expect(stored.sort()).toEqual([
      ["2026-01-05", mark],
      ["2026-01-06", mark],
    ]);
  }
});

test("the log has a line for each call and one for what it changed, and no credential, comment or address", async () => {
  const team = await startTeamServer();
  const [member] = team.tempo.members;
  const session = await team.connect({ ...member?.headers, "x-request-id": "request-7" });
  const posted = await session.callTool({
    name: "post_worklog",
    arguments: { ...DAY, description: "private" },
  });
  const { worklog } = posted.structuredContent as { worklog: { id: string } };
  const lines = team.log();
  const calls = lines.filter(({ event }) => event === "call" || event === "audit");
  const common = { level: "info", requestId: "request-7", person: expect.stringMatching(/^[\da-f]{16}$/) };
  expect(calls).toEqual([
    {
      ...common,
      time: expect.any(String),
      event: "call",
      tool: "post_worklog",
      code: "ok",
      milliseconds: expect.any(Number),
    },
    { ...common, time: expect.any(String), event: "audit", tool: "post_worklog", stored: [worklog.id] },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/S3CRET|private|person0000|PROJ-123/);
});

test("no list changes, so listening for changes is a method that the server does not have", async () => {
  const team = await startTeamServer();
  const ask = async (method: string) => {
    const params = { notifications: { toolsListChanged: true }, _meta: ERA_2026 };
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": method };
    const response = await team.post({ jsonrpc: "2.0", id: 7, method, params }, headers);
    return { status: response.status, body: await response.json() };
  };
  const unknown = await ask("no/method");
  expect(unknown).toEqual({
    status: 404,
    body: { jsonrpc: "2.0", id: 7, error: { code: -32_601, message: "Method not found" } },
  });
  expect(await ask("subscriptions/listen")).toEqual(unknown);
  expect(team.log().filter(({ level }) => level !== "info")).toEqual([]);
});

test("a list may not be cached for others, since Tempofiller-Read-Only changes it", async () => {
  const team = await startTeamServer();
  const list = { ...LIST, params: { _meta: ERA_2026 } };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
  const listed = async (more: Record<string, string>) => {
    const response = await team.post(list, { ...headers, ...more });
    const { result } = (await response.json()) as { result: { tools: unknown[]; cacheScope: string } };
    return [result.tools.length, result.cacheScope];
  };
  expect([await listed({}), await listed({ "tempofiller-read-only": "1" })]).toEqual([
    [5, "private"],
    [2, "private"],
  ]);
});

test.each([
  [
    "initialize",
    {},
    "params.protocolVersion (expected string, received undefined), params.capabilities (expected object, received undefined), " +
      "params.clientInfo (expected object, received undefined)",
  ],
  ["tools/call", {}, "params.name (expected string, received undefined)"],
  ["prompts/get", {}, "params.name (expected string, received undefined)"],
  ["tools/call", { _meta: ERA_2026 }, "params.name (expected string, received undefined)"],
  ["prompts/get", { _meta: ERA_2026 }, "params.name (expected string, received undefined)"],
] as const)(
  "a request that is not as MCP defines it gets a sentence: %s with %j",
  async (method, params, problems) => {
    const team = await startTeamServer();
    const headers: Record<string, string> =
      "_meta" in params ? { "mcp-protocol-version": "2026-07-28", "mcp-method": method } : {};
    const response = await team.post({ jsonrpc: "2.0", id: 1, method, params }, headers);
    const text = (await response.text()).replace(/^[\s\S]*?data: /, "");
    expect(JSON.parse(text)).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: {
        code: -32_602,
        message: `The request is not as MCP defines it: ${problems}. Correct it and send it again.`,
      },
    });
  },
);
