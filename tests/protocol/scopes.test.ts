import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { sandboxDeployment } from "../../src/runtime/connection.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { createServer } from "../../src/server/create-server.ts";
import { SCOPES, type Scope, scopeChallenges } from "../../src/team/auth/scopes.ts";
import { openTimesheet } from "../../src/tempo/open-timesheet.ts";
import { toolsOf } from "../../src/tools/index.ts";
import { TOOL_SETS } from "../../src/tools/tool.ts";
import { POST } from "../helpers/inputs.ts";
import { seed } from "../helpers/seeds.ts";
import { testContext } from "../helpers/server-context.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

const TOOLS = toolsOf(new Set(TOOL_SETS));

const METADATA_URL = "https://tempo.example.com/.well-known/oauth-protected-resource/mcp";

/** A server over HTTP whose callers have a token with these scopes, or none. */
function serve(scopes: readonly Scope[] | undefined, prefix?: string) {
  const clock = virtualClock();
  const { fetch: tempo } = createSandbox(seed());
  const timesheet = openTimesheet(sandboxDeployment("cloud", SANDBOX_CREDENTIALS), {
    fetch: (request) => clock.work(() => tempo(request)),
    clock,
    timeout: 30_000,
    rateLimiter: (send) => send(),
  });
  const context = testContext(timesheet, clock);
  const options = { version: "0.0.0-test", tools: TOOLS, readOnly: false };
  const { fetch } = createMcpHandler(() =>
    createServer(context, { ...options, scopeChallenge: scopeChallenges(prefix) }),
  );
  const authInfo = scopes && {
    token: "token",
    clientId: "client",
    scopes: [...scopes],
    resourceMetadataUrl: METADATA_URL,
  };
  return (request: Request) => fetch(request, authInfo && { authInfo });
}

/** The status of a call, and the challenge if there is one. */
async function call(handle: (request: Request) => Promise<Response>, name: string) {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } };
  const init = { method: "POST", headers, body: JSON.stringify(message) };
  const response = await handle(new Request("http://localhost/mcp", init));
  await response.body?.cancel();
  return { status: response.status, challenge: response.headers.get("www-authenticate") };
}

const WRITING = TOOLS.filter(({ effect }) => effect !== "read").map(({ name }) => name);
const OF_TEAMS = TOOLS.filter(({ set }) => set === "team").map(({ name }) => name);
const READING = TOOLS.filter(({ effect, set }) => effect === "read" && set !== "team").map(
  ({ name }) => name,
);
const SERVED = { status: 200, challenge: null };

test("a token to read calls the tools that read, and each that writes answers with the scopes to sign in for", async () => {
  const handle = serve(SCOPES.read);
  expect(WRITING.length).toBeGreaterThan(5);
  expect(READING.length).toBeGreaterThan(5);
  for (const name of READING) expect([name, await call(handle, name)]).toEqual([name, SERVED]);
  for (const name of WRITING) {
    expect([name, await call(handle, name)]).toEqual([
      name,
      {
        status: 403,
        challenge:
          'Bearer error="insufficient_scope", error_description="This tool changes worklogs, which the token does not allow. ' +
          `Sign in again with the scopes.", scope="worklogs:read worklogs:write", resource_metadata="${METADATA_URL}"`,
      },
    ]);
  }
});

test("a token with every scope calls every tool", async () => {
  const handle = serve(SCOPES.all);
  for (const { name } of TOOLS) expect([name, await call(handle, name)]).toEqual([name, SERVED]);
});

test("a token to write calls every tool but those for teams, which need a scope of their own", async () => {
  const handle = serve(SCOPES.write);
  for (const name of [...READING, ...WRITING])
    expect([name, await call(handle, name)]).toEqual([name, SERVED]);
  expect(OF_TEAMS.length).toBeGreaterThan(0);
  for (const name of OF_TEAMS) {
    expect([name, await call(handle, name)]).toEqual([
      name,
      {
        status: 403,
        challenge:
          'Bearer error="insufficient_scope", error_description="This tool reads the hours of a team, which the token does not allow. ' +
          `Sign in again with the scopes.", scope="worklogs:read tempo.team", resource_metadata="${METADATA_URL}"`,
      },
    ]);
  }
  const lead = serve(SCOPES.team);
  for (const name of OF_TEAMS) expect([name, await call(lead, name)]).toEqual([name, SERVED]);
});

test.each<[string, readonly Scope[] | undefined]>([
  ["without scopes", []],
  ["to write that may not read", ["worklogs:write"]],
  ["that was not checked", undefined],
])("a token %s calls no tool", async (_, scopes) => {
  const handle = serve(scopes);
  for (const { name } of TOOLS) expect(await call(handle, name)).toMatchObject({ status: 403 });
});

test("the scopes to sign in for have the prefix that the provider wants", async () => {
  const handle = serve(SCOPES.read, "https://tempo.example.com/mcp/");
  expect((await call(handle, "post_worklog")).challenge).toContain(
    'scope="https://tempo.example.com/mcp/worklogs:read https://tempo.example.com/mcp/worklogs:write"',
  );
});

test.each([["legacy"], [{ pin: "2026-07-28" }]] as const)(
  "a client of the protocol %j reads with a token to read, and fails to post until it has one to write",
  async (mode) => {
    let handle = serve(SCOPES.read);
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
      fetch: (url, init) => handle(new Request(url, init)),
    });
    await client.connect(transport);
    const reading = { name: "get_worklogs", arguments: { startDate: POST.startDate } };
    expect(await client.callTool(reading)).toMatchObject({ structuredContent: { worklogs: [] } });
    await expect(client.callTool({ name: "post_worklog", arguments: { ...POST } })).rejects.toThrow(
      /403|scope/i,
    );
    handle = serve(SCOPES.write);
    const posted = await client.callTool({ name: "post_worklog", arguments: { ...POST } });
    expect(posted.structuredContent).toMatchObject({ worklog: { issueKey: POST.issueKey } });
    await client.close();
  },
);
