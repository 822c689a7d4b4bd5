import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import type { AccessKeys, FoundKey } from "../../../../src/team/auth/access-keys.ts";
import { createAuthenticator } from "../../../../src/team/auth/authenticator.ts";
import type { TokenProblem, TokenVerifier, VerifiedToken } from "../../../../src/team/auth/jwt.ts";
import { EXPIRES_AT, handmade, KEY, organisation, refusedConnection, signingKey, token } from "./provider.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const METADATA_URL = "https://tempo.example.com/.well-known/oauth-protected-resource/mcp";
const HINTS = `resource_metadata="${METADATA_URL}", scope="worklogs:read"`;
const ALL = ["worklogs:read", "worklogs:write", "tempo.team"];

const KEYS: Record<string, Pick<FoundKey, "expires" | "isExpired">> = {
  tfk_good: { expires: undefined, isExpired: false },
  "own-key": { expires: undefined, isExpired: false },
  tfk_dated: { expires: "2027-06-30", isExpired: false },
  tfk_old: { expires: "2026-06-30", isExpired: true },
};

const TEAM: AccessKeys = {
  find: (key) => (KEYS[key] ? { name: "ada", ...KEYS[key] } : undefined),
  list: () => [],
};

const tokens = (result: VerifiedToken | TokenProblem): TokenVerifier => ({ verify: async () => result });

const GOOD: VerifiedToken = { user: "ada@example.com", scopes: ["worklogs:read"], expiresAt: EXPIRES_AT };

describe("without keys and identity provider", () => {
  test.each([[undefined], ["Bearer tfk_good"], ["Basic x"]])(
    "accepts every request, with %j",
    async (header) => {
      expect(await createAuthenticator({}).authenticate(header)).toEqual({
        authenticated: true,
        caller: undefined,
        scopes: ALL,
        expiresAt: undefined,
      });
    },
  );
});

describe("with team keys", () => {
  const { authenticate } = createAuthenticator({ accessKeys: TEAM, resourceMetadataUrl: METADATA_URL });

  test.each([["Bearer tfk_good"], ["bearer tfk_good"], ["BEARER   tfk_good  "], ["Bearer own-key"]])(
    "%j is authenticated with all scopes",
    async (header) => {
      expect(await authenticate(header)).toEqual({
        authenticated: true,
        caller: { kind: "key", name: "ada" },
        scopes: ALL,
        expiresAt: undefined,
      });
    },
  );

  test.each([
    [undefined],
    [""],
    ["Basic YWRhOnRma19nb29k"],
    ["tfk_good"],
    ["Bearerish tfk_good"],
    ["Token x"],
  ])("%j is asked for a key", async (header) => {
    expect(await authenticate(header)).toEqual({
      authenticated: false,
      status: 401,
      challenge: 'Bearer realm="tempofiller"',
      message:
        "This server is for members of the team: send an access key of your team as Authorization: Bearer KEY.",
    });
  });

  test("one that expires is authenticated until then, and afterwards refused with a sentence of its own, and is no guess", async () => {
    expect(await authenticate("Bearer tfk_dated")).toMatchObject({
      authenticated: true,
      expiresAt: Date.parse("2027-07-01T00:00:00Z") / 1000,
    });
    const message =
      "The access key has expired: 2026-06-30 was its last day. Ask your administrator for a new one.";
    expect(await authenticate("Bearer tfk_old")).toEqual({
      authenticated: false,
      status: 401,
      challenge: `Bearer realm="tempofiller", error="invalid_token", error_description="${message}"`,
      message,
      isExpired: true,
    });
  });

  test.each([
    ["Bearer tfk_bad"],
    ["Bearer tfk_"],
    ["Bearer tfk_goo"],
    ["Bearer tfk_good="],
    ["Bearer a.b.c"],
  ])("%j is refused", async (header) => {
    const message =
      "The access key is not one of this server's, or was revoked. Ask your administrator for a new one.";
    expect(await authenticate(header)).toEqual({
      authenticated: false,
      status: 401,
      challenge: `Bearer realm="tempofiller", error="invalid_token", error_description="${message}"`,
      message,
    });
  });

  test.each([
    ["Bearer"],
    ["Bearer "],
    ["Bearer tfk_good tfk_good"],
    ["Bearer tfk_good, Bearer tfk_good"],
    ["Bearer Bearer tfk_good"],
    ["Bearer tfk_good\u00e4"],
    ["Bearer\ttfk_good"],
    ['Bearer "tfk_good"'],
    [`Bearer ${"A".repeat(16_384)}`],
    [`Bearer ${" ".repeat(200_000)}tfk_good`],
    [`Bearer ${"=".repeat(200_000)}`],
  ])("%.40j is refused as no credential", async (header) => {
    const start = performance.now();
    const message =
      "The Authorization header must be the word Bearer, a space and one credential, without quotes or a variable that was not filled in.";
    expect(await authenticate(header)).toEqual({
      authenticated: false,
      status: 401,
      challenge: `Bearer realm="tempofiller", error="invalid_token", error_description="${message}"`,
      message,
    });
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe("with an identity provider", () => {
  const authenticatorOf = (result: VerifiedToken | TokenProblem, scopePrefix?: string) =>
    createAuthenticator({ tokens: tokens(result), resourceMetadataUrl: METADATA_URL, scopePrefix });

  test("a good token is authenticated with its scopes", async () => {
    expect(await authenticatorOf(GOOD).authenticate("Bearer a.b.c")).toEqual({
      authenticated: true,
      caller: { kind: "subject", name: "ada@example.com" },
      scopes: ["worklogs:read"],
      expiresAt: EXPIRES_AT,
    });
  });

  test("a client without a token learns where to sign in", async () => {
    expect(await authenticatorOf(GOOD).authenticate(undefined)).toEqual({
      authenticated: false,
      status: 401,
      challenge: `Bearer realm="tempofiller", ${HINTS}`,
      message: "This server is for members of the team: sign in with your organisation's account.",
    });
  });

  test("scopes are requested with the prefix that the provider wants", async () => {
    expect(
      await authenticatorOf(GOOD, "https://tempo.example.com/mcp/").authenticate(undefined),
    ).toMatchObject({
      challenge: `Bearer realm="tempofiller", resource_metadata="${METADATA_URL}", scope="https://tempo.example.com/mcp/worklogs:read"`,
    });
  });

  test.each<[TokenProblem, string]>([
    [
      "invalid",
      "The token is not a valid access token of your organisation's identity provider. Sign in again.",
    ],
    ["expired", "The token has expired. Sign in again."],
    [
      "not_yet_valid",
      "The token is not valid yet. Check the clocks of this server and of the identity provider.",
    ],
    [
      "lives_too_long",
      "The token is valid for longer than this server allows, or does not say since when. Ask your administrator: the identity provider " +
        "must issue tokens that live no longer than TEMPOFILLER_TOKEN_MAX_MINUTES.",
    ],
    ["wrong_issuer", "The token is from another issuer than the one this server trusts. Sign in again."],
    ["wrong_audience", "The token was issued for another server. Sign in to this one."],
    [
      "no_user",
      "The token does not say whose it is. Ask your administrator to set TEMPOFILLER_PERSON_CLAIM to a claim that tokens have.",
    ],
    [
      "no_jira_user",
      "The token does not say who you are in Jira, or only by an e-mail address that is not verified. Ask your administrator to set " +
        "TEMPOFILLER_IDP_PERSON_CLAIM to a claim that tokens have.",
    ],
  ])("a token that is %s gets 401", async (problem, message) => {
    // RFC 6750 allows no other characters in a description.
    expect(message).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/);
    expect(await authenticatorOf(problem).authenticate("Bearer a.b.c")).toEqual({
      authenticated: false,
      status: 401,
      challenge: `Bearer realm="tempofiller", error="invalid_token", error_description="${message}", ${HINTS}`,
      message,
      ...(problem === "expired" && { isExpired: true }),
    });
  });

  test("a token without a scope gets 403", async () => {
    const message =
      "The token has neither the scope worklogs:read nor worklogs:write. Sign in again and grant one.";
    expect(await authenticatorOf("no_scope").authenticate("Bearer a.b.c")).toEqual({
      authenticated: false,
      status: 403,
      challenge: `Bearer realm="tempofiller", error="insufficient_scope", error_description="${message}", ${HINTS}`,
      message,
    });
  });

  test("while the provider is away, a token gets 503 and no challenge, so that its host keeps it", async () => {
    expect(await authenticatorOf("unavailable").authenticate("Bearer a.b.c")).toEqual({
      authenticated: false,
      status: 503,
      challenge: "",
      message:
        "The token cannot be checked, because your organisation's identity provider does not respond. Nothing was sent. Try again in a minute.",
    });
  });

  test("a team key is refused, without asking the provider", async () => {
    const { verify, provider } = await organisation();
    const { authenticate } = createAuthenticator({ tokens: { verify } });
    expect(await authenticate("Bearer tfk_good")).toMatchObject({ authenticated: false, status: 401 });
    expect(provider.requests).toEqual([]);
  });
});

describe("with both", () => {
  const { authenticate } = createAuthenticator({
    accessKeys: TEAM,
    tokens: tokens(GOOD),
    resourceMetadataUrl: METADATA_URL,
  });

  test("each credential goes to its own check", async () => {
    expect(await authenticate("Bearer tfk_good")).toMatchObject({
      caller: { kind: "key", name: "ada" },
      scopes: ALL,
    });
    expect(await authenticate("Bearer a.b.c")).toMatchObject({
      caller: { kind: "subject", name: "ada@example.com" },
      scopes: ["worklogs:read"],
    });
    expect(await authenticate("Bearer tfk_bad")).toMatchObject({ authenticated: false, status: 401 });
  });

  test("a client without a token learns both ways", async () => {
    expect(await authenticate(undefined)).toMatchObject({
      message:
        "This server is for members of the team: sign in with your organisation's account, or send an access key of your team as " +
        "Authorization: Bearer KEY.",
    });
  });
});

describe("10,000 bad tokens", () => {
  test.each([
    ["of strangers", () => Promise.resolve()],
    ["of strangers while the provider is away", refusedConnection],
  ])("%s are refused with two requests to the provider, and leave nothing behind", async (_, fault) => {
    const { verify, provider } = await organisation();
    const { authenticate } = createAuthenticator({ accessKeys: TEAM, tokens: { verify } });
    if (fault === refusedConnection) provider.fault = refusedConnection;
    const stranger = await signingKey("stranger");
    const signed = [await token({}, { key: stranger }), await token({ aud: "https://other.example.com" })];
    const memory = heapUsed();
    const statuses = new Map<number, number>();
    for (let index = 0; index < 10_000; index++) {
      const bad = [
        `${signed[index % 2]?.slice(0, -6)}${String(index).padStart(6, "A")}`,
        handmade({ alg: "none", kid: KEY.kid }, { sub: `eve${index}` }),
        handmade({ alg: "ES256", kid: `kid${index}` }, {}, "A".repeat(86)),
        `tfk_${index}`,
      ][index % 4];
      const result = await authenticate(`Bearer ${bad}`);
      const status = result.authenticated ? 200 : result.status;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual(provider.fault ? { 401: 5000, 503: 5000 } : { 401: 10_000 });
    expect(provider.requests.length).toBe(2);
    expect(heapUsed() - memory).toBeLessThan(5_000_000);
  });

  test("in any form leave nothing of themselves in what they get", async () => {
    const { verify, log } = await organisation();
    const { authenticate } = createAuthenticator({
      accessKeys: TEAM,
      tokens: { verify },
      resourceMetadataUrl: METADATA_URL,
    });
    const bad = [
      handmade({ alg: "none" }, { sub: "eve-S3CRET" }, "S3CRET"),
      await token({ sub: "S3CRET", iss: "https://S3CRET.example.com" }),
      await token({ aud: "S3CRET", sub: "S3CRET" }),
      await token({ scope: "S3CRET" }),
      await token({}, { key: await signingKey("S3CRET") }),
      "tfk_S3CRET",
      "S3CRET S3CRET",
    ];
    const results = await Promise.all(bad.map((each) => authenticate(`Bearer ${each}`)));
    expect(results.map(({ authenticated }) => authenticated)).toEqual(bad.map(() => false));
    const written = [...results.map((each) => JSON.stringify(each)), ...log].join("\n");
    expect(written).not.toContain("S3CRET");
    expect(bad.filter((each) => written.includes(each))).toEqual([]);
  });
});
