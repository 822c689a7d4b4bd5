import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ClientCredentialsProvider, type OAuthClientProvider } from "@modelcontextprotocol/client";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { createAccessKey } from "../../src/team/auth/access-keys.ts";
import { record } from "../helpers/figures.ts";
import { startTeamServer, type TeamServer, type TeamServerOptions } from "../helpers/team-server.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
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

/** A token with the same claims and no signature. */
function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: "none", typ: "at+jwt" })).toString("base64url");
  return `${header}.${token.split(".")[1]}.`;
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

test("the metadata of the server name the provider and both scopes", async () => {
  const { provider, team } = await startOrganisation();
  const response = await fetch(metadataOf(team));
  expect(await response.json()).toEqual({
    resource: team.url.href,
    authorization_servers: [provider.issuer],
    scopes_supported: ["worklogs:read", "worklogs:write"],
    bearer_methods_supported: ["header"],
    resource_name: "TempoFiller",
  });
});

test("without a token, the challenge says where the metadata are, and which scope is enough to begin with", async () => {
  const { team } = await startOrganisation();
  const response = await team.post(READ);
  expect([response.status, response.headers.get("www-authenticate")]).toEqual([
    401,
    `Bearer realm="tempofiller", resource_metadata="${metadataOf(team)}", scope="worklogs:read"`,
  ]);
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
  const inThePast = Math.floor(Date.now() / 1000) - 60;

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
    [
      "a token that names another issuer",
      async ({ provider, team }) =>
        provider.forge(await provider.token(team.url), { iss: "https://evil.example.com" }),
      "from another issuer",
    ],
    [
      "a token that was issued expired",
      async ({ provider, team }) => provider.forge(await provider.token(team.url), { exp: inThePast }),
      "has expired",
    ],
    [
      "a token without an expiry",
      async ({ provider, team }) => provider.forge(await provider.token(team.url), { exp: undefined }),
      "not a valid access token",
    ],
    [
      "a token without a signature",
      async ({ provider, team }) => unsigned(await provider.token(team.url)),
      "not a valid access token",
    ],
    [
      "a token with a scope written into it",
      async ({ provider, team }) => {
        const [header, , signature] = (await provider.token(team.url, "worklogs:read")).split(".");
        const [, claims] = (await provider.token(team.url)).split(".");
        return [header, claims, signature].join(".");
      },
      "not a valid access token",
    ],
    ["what is no token", async () => "abc.def.ghi", "not a valid access token"],
  ])("%s", async (_, tokenOf, text) => {
    const organisation = await startOrganisation();
    const { team, send } = organisation;
    const { status, challenge, text: answer } = await send(WRITE, await tokenOf(organisation));
    expect({ status, answer }).toEqual({ status: 401, answer: expect.stringContaining(text) });
    expect(challenge).toContain('error="invalid_token"');
    expect(challenge).toContain(`resource_metadata="${metadataOf(team)}"`);
    expect(team.upstreamRequests()).toBe(0);
  });

  test("a token without a scope of this server, which 403 says", async () => {
    const { provider, team, send } = await startOrganisation();
    const { status, challenge } = await send(READ, await provider.token(team.url, ""));
    expect(status).toBe(403);
    expect(challenge).toContain('error="insufficient_scope"');
    expect(challenge).toContain('scope="worklogs:read"');
    expect(team.upstreamRequests()).toBe(0);
  });
});

test("a token that was good is refused when it is sent again after it has expired", async () => {
  const { provider, team, send } = await startOrganisation();
  const token = await provider.token(team.url);
  expect(await send(READ, token)).toMatchObject({ status: 200 });
  team.clock.advance((TOKEN_LIFE + 31) * 1000);
  const sent = team.upstreamRequests();
  expect(await send(READ, token)).toMatchObject({
    status: 401,
    text: expect.stringContaining("has expired"),
  });
  expect(team.upstreamRequests()).toBe(sent);
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

test("a provider that goes away later changes nothing for tokens of keys that are known", async () => {
  const { provider, team, send } = await startOrganisation();
  const token = await provider.token(team.url);
  await send(READ, token);
  await provider.stop();
  team.clock.advance(60_000);
  expect(await send(READ, token)).toMatchObject({ status: 200 });
});

describe("beside the provider, a team key", () => {
  async function withKeys() {
    const { key, line } = createAccessKey("ada");
    const folder = temporaryFolder();
    const file = join(folder, "keys");
    await writeFile(file, `${line}\n`, { mode: 0o600 });
    return { key, ...(await startOrganisation({ env: { TEMPOFILLER_ACCESS_KEYS_FILE: file } })) };
  }

  test("lets its holder read and write", async () => {
    const { key, provider, team, send } = await withKeys();
    expect(await send(WRITE, key)).toMatchObject({ status: 200, text: expect.stringContaining("true") });
    expect(team.tempo.members[0]?.sandbox.state.worklogs.size).toBe(1);
    expect(await send(READ, await provider.token(team.url))).toMatchObject({ status: 200 });
  });

  test("that is wrong gets 401 and the challenge, and after 20 within a minute 429, from its address alone", async () => {
    const { key, team, send } = await withKeys();
    const wrong = createAccessKey("eve").key;
    for (let times = 0; times < 20; times += 1) {
      const { status, challenge } = await send(READ, wrong);
      expect(status).toBe(401);
      expect(challenge).toContain(`resource_metadata="${metadataOf(team)}"`);
    }
    const headers = { ...team.tempo.members[0]?.headers, authorization: `Bearer ${wrong}` };
    const blocked = await team.post(READ, headers);
    expect([blocked.status, blocked.headers.get("retry-after")]).toEqual([
      429,
      expect.stringMatching(/^\d\d?$/),
    ]);
    expect(team.upstreamRequests()).toBe(0);
    const elsewhere = await team.post(READ, { ...headers, "x-forwarded-for": "192.0.2.1" });
    expect(elsewhere.status).toBe(401);
    // Wrong keys from an address do not block a good key from there.
    expect((await send(READ, key)).status).toBe(200);
    team.clock.advance(60_000);
    expect((await send(READ, wrong)).status).toBe(401);
  });
});
