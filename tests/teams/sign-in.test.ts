import { ClientCredentialsProvider, type OAuthClientProvider } from "@modelcontextprotocol/client";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { record } from "../helpers/figures.ts";
import { startTeamServer, type TeamServer, type TeamServerOptions } from "../helpers/team-server.ts";
import { createHost } from "./host.ts";
import { CLIENT, type IdentityProvider, startIdentityProvider, TOKEN_LIFE } from "./identity-provider.ts";

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-09" };
const DAY = { issueKey: "PROJ-123", hours: 8, startDate: "2026-01-05" };

const READ = call("get_worklogs", WEEK);
const WRITE = call("post_worklog", DAY);

function call(name: string, args: object): object {
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
}

interface Organisation {
  provider: IdentityProvider;
  team: TeamServer;
  /** Sends a message with a member's own credentials for Tempo and a token. */
  send(message: object, token: string): Promise<Answer>;
}

interface Answer {
  status: number;
  challenge: string | null;
  text: string;
}

async function startOrganisation(options: TeamServerOptions = {}): Promise<Organisation> {
  const provider = await startIdentityProvider();
  const env = { TEMPOFILLER_ISSUER: provider.issuer, ...options.env };
  const team = await startTeamServer({ ...options, isPublic: true, env });
  const [member] = team.tempo.members;
  return {
    provider,
    team,
    async send(message, token) {
      const headers = { ...member?.headers, authorization: `Bearer ${token}` };
      const response = await team.post(message, headers);
      const challenge = response.headers.get("www-authenticate");
      return { status: response.status, challenge, text: await response.text() };
    },
  };
}

/** A program that signs in by itself. */
function robotOf({ issuer }: IdentityProvider, scope?: string): OAuthClientProvider {
  return new ClientCredentialsProvider({ ...CLIENT, expectedIssuer: issuer, ...(scope && { scope }) });
}

function metadataOf({ url }: TeamServer): string {
  return `${url.origin}/.well-known/oauth-protected-resource/mcp`;
}

const ended = { tests: 0, failed: 0 };

afterEach(({ task }) => {
  ended.tests += 1;
  if (task.result?.state === "fail") ended.failed += 1;
});

afterAll(() =>
  record({
    row: 11,
    check:
      "sign-in at an identity provider: login and step-up by three clients, tokens that are not good or have expired, " +
      "login switched off, keys replaced, provider away",
    figures: ended,
  }),
);

describe("a client that knows nothing but the server's address", () => {
  test.each(["sdk 2.x, 2025 protocol", "sdk 2.x, 2026-07-28 protocol"] as const)(
    "%s: finds the provider, signs in, reads, and gets the scope to write when it first writes",
    async (kind) => {
      const { provider, team } = await startOrganisation();
      const [member] = team.tempo.members;
      const robot = robotOf(provider);
      const session = await team.connect(member?.headers ?? {}, kind, robot);
      const read = await session.callTool({ name: "get_worklogs", arguments: WEEK });
      expect(read.structuredContent).toMatchObject({ summary: { totalEntries: 0 } });
      expect(await robot.tokens()).toMatchObject({ scope: "worklogs:read" });
      const posted = await session.callTool({ name: "post_worklog", arguments: DAY });
      expect(posted.structuredContent).toMatchObject({ success: true });
      expect(await robot.tokens()).toMatchObject({ scope: "worklogs:read worklogs:write" });
      expect(member?.sandbox.state.worklogs.size).toBe(1);
      expect(JSON.stringify(team.log())).not.toMatch(/S3CRET|eyJ|robot/);
    },
  );

  // When no user signs in, this SDK asks for the scopes it was started with, whatever a challenge says.
  test("sdk 1.x: finds the provider, and signs in with the scopes it was given", async () => {
    const { provider, team } = await startOrganisation();
    const [member] = team.tempo.members;
    const robot = robotOf(provider, "worklogs:read worklogs:write");
    const session = await team.connect(member?.headers ?? {}, "sdk 1.x", robot);
    const posted = await session.callTool({ name: "post_worklog", arguments: DAY });
    expect(posted.structuredContent).toMatchObject({ success: true });
  });

  test.each(["sdk 2.x, 2025 protocol", "sdk 2.x, 2026-07-28 protocol"] as const)(
    "%s: sends a person to the provider's page, again to let it write",
    async (kind) => {
      const { team } = await startOrganisation();
      const [member] = team.tempo.members;
      const host = createHost();
      await expect(team.connect(member?.headers ?? {}, kind, host.provider)).rejects.toThrow();
      await host.signIn(team.url);
      const session = await team.connect(member?.headers ?? {}, kind, host.provider);
      const read = await session.callTool({ name: "get_worklogs", arguments: WEEK });
      expect(read.structuredContent).toMatchObject({ summary: { totalEntries: 0 } });
      await expect(session.callTool({ name: "post_worklog", arguments: DAY })).rejects.toThrow();
      expect(member?.sandbox.state.worklogs.size).toBe(0);
      await host.signIn(team.url);
      const posted = await session.callTool({ name: "post_worklog", arguments: DAY });
      expect(posted.structuredContent).toMatchObject({ success: true });
      expect(host.scopesAskedFor()).toEqual(["worklogs:read", "worklogs:read worklogs:write"]);
    },
  );
});

test("a token to read reads; a call that writes gets 403, the scopes it needs, and sends nothing to Tempo", async () => {
  const { provider, team, send } = await startOrganisation();
  const token = await provider.token(team.url, "worklogs:read");
  expect(await send(READ, token)).toMatchObject({
    status: 200,
    text: expect.stringContaining("totalEntries"),
  });
  const sent = team.upstreamRequests();
  const { status, challenge } = await send(WRITE, token);
  expect(status).toBe(403);
  expect(challenge).toContain('error="insufficient_scope"');
  expect(challenge).toContain('scope="worklogs:read worklogs:write"');
  expect(challenge).toContain(`resource_metadata="${metadataOf(team)}"`);
  expect(team.upstreamRequests()).toBe(sent);
});

describe("nothing is sent to Tempo for", () => {
  test.each<[string, (organisation: Organisation) => Promise<string>, string]>([
    [
      "a token for another server",
      ({ provider }) => provider.token(new URL("https://other.example.com/mcp")),
      "issued for another server",
    ],
    [
      "a token of another provider",
      async ({ team }) => (await startIdentityProvider()).token(team.url),
      "not a valid access token",
    ],
  ])("%s", async (_, tokenOf, text) => {
    const organisation = await startOrganisation();
    const { team, send } = organisation;
    const { status, challenge, text: answer } = await send(WRITE, await tokenOf(organisation));
    expect({ status, answer }).toEqual({ status: 401, answer: expect.stringContaining(text) });
    expect(challenge).toContain('error="invalid_token"');
    expect(challenge).toContain(`resource_metadata="${metadataOf(team)}"`);
    expect(team.upstreamRequests()).toBe(0);
  });
});

test("a login that is switched off at the provider ends within the life of its token", async () => {
  const { provider, team } = await startOrganisation();
  const [member] = team.tempo.members;
  const session = await team.connect(member?.headers ?? {}, undefined, robotOf(provider));
  const read = () => session.callTool({ name: "get_worklogs", arguments: WEEK });
  await read();
  provider.switchOff();
  expect((await read()).structuredContent).toMatchObject({ summary: { totalEntries: 0 } });
  team.clock.advance((TOKEN_LIFE + 31) * 1000);
  const sent = team.upstreamRequests();
  await expect(read()).rejects.toThrow();
  expect(team.upstreamRequests()).toBe(sent);
});

test("tokens of a key that the provider has removed are refused once its keys are read again, after ten minutes", async () => {
  const { provider, team, send } = await startOrganisation();
  const old = await provider.forge(await provider.token(team.url), {
    exp: Math.floor(Date.now() / 1000) + 3600,
  });
  expect(await send(READ, old)).toMatchObject({ status: 200 });
  await provider.replaceKey();
  team.clock.advance(601_000);
  // Keys are read again beside a request, which does not wait for them.
  await expect.poll(async () => (await send(READ, old)).status).toBe(401);
  expect(await send(READ, await provider.token(team.url))).toMatchObject({ status: 200 });
});

test("while the provider is away, a token gets 503 and counts as no wrong one; afterwards it is good", async () => {
  const { provider, team, send } = await startOrganisation();
  const token = await provider.token(team.url);
  await provider.stop();
  for (let times = 0; times < 30; times += 1) {
    expect(await send(READ, token)).toMatchObject({
      status: 503,
      challenge: null,
      text: expect.stringContaining("identity provider does not respond"),
    });
  }
  expect(team.upstreamRequests()).toBe(0);
  await provider.start();
  team.clock.advance(5000);
  expect(await send(READ, token)).toMatchObject({ status: 200 });
});
