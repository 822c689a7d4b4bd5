import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createTokenVerifier } from "../../../../src/team/auth/jwt.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";
import {
  ADA,
  AUDIENCE,
  handmade,
  ISSUER,
  KEY,
  KEYS_URL,
  keySetOf,
  organisation,
  refusedConnection,
  signingKey,
  token,
} from "./provider.ts";

const METADATA = "https://idp.example.com/.well-known/oauth-authorization-server/acme";
const OPENID = "https://idp.example.com/acme/.well-known/openid-configuration";

// jose keeps the age of keys by the system's clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets time pass on both clocks, while tokens are valid for a day. */
function pass(clock: { advance(milliseconds: number): void }, milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
  clock.advance(milliseconds);
}

const LASTING = { exp: ADA.expiresAt + 86_400 };
const LASTING_ADA = { ...ADA, expiresAt: LASTING.exp };

describe("the identity provider", () => {
  test("is asked for nothing until the first token comes, then once for all", async () => {
    const { verify, provider } = await organisation();
    expect(provider.requests).toEqual([]);
    const tokens = await Promise.all([token(), token(), token()]);
    expect(await Promise.all(tokens.map(verify))).toEqual([ADA, ADA, ADA]);
    expect(await verify(await token())).toEqual(ADA);
    expect(provider.requests).toEqual([METADATA, KEYS_URL]);
  });

  test("may publish its metadata as OpenID Connect does", async () => {
    const { verify, provider } = await organisation();
    provider.pages.set(OPENID, provider.pages.get(METADATA));
    provider.pages.delete(METADATA);
    expect(await verify(await token())).toEqual(ADA);
    expect(provider.requests).toEqual([METADATA, OPENID, KEYS_URL]);
  });

  test.each([
    ["https://idp.example.com/", "https://idp.example.com/.well-known/oauth-authorization-server"],
    ["https://idp.example.com", "https://idp.example.com/.well-known/oauth-authorization-server"],
    ["https://idp.example.com/a/b/", "https://idp.example.com/.well-known/oauth-authorization-server/a/b"],
  ])("may be called %s", async (issuer, url) => {
    const { verify, provider } = await organisation({ issuer });
    provider.pages.set(url, { issuer, jwks_uri: KEYS_URL });
    expect(await verify(await token({ iss: issuer }))).toEqual(ADA);
  });

  test("is asked without following redirects", async () => {
    const redirects: string[] = [];
    const { verify } = createTokenVerifier({
      issuer: ISSUER,
      audience: AUDIENCE,
      clock: virtualClock(),
      fetch: async ({ redirect }) => {
        redirects.push(redirect);
        return new Response("", { status: 302, headers: { location: "http://169.254.169.254/" } });
      },
      log: () => {},
    });
    expect(await verify(await token())).toBe("unavailable");
    expect(redirects).toEqual(["manual", "manual"]);
  });

  test.each([
    [
      "of another issuer",
      { issuer: "https://idp.example.com/other", jwks_uri: KEYS_URL },
      "metadata of another issuer",
    ],
    [
      "of the issuer with a slash",
      { issuer: `${ISSUER}/`, jwks_uri: KEYS_URL },
      "metadata of another issuer",
    ],
    ["with keys on plain HTTP", { issuer: ISSUER, jwks_uri: "http://idp.example.com/keys" }, "no jwks_uri"],
    ["with keys in a file", { issuer: ISSUER, jwks_uri: "file:///etc/passwd" }, "no jwks_uri"],
    ...[
      "http://127.0.0.1:9000/keys",
      "https://127.0.0.1/keys",
      "https://127.1/keys",
      "https://localhost/keys",
      "https://localhost./keys",
      "https://api.localhost/keys",
      "https://[::1]/keys",
      "https://[::ffff:127.0.0.1]/keys",
      "https://[::]/keys",
      "https://[::ffff:0.0.0.0]/keys",
      "https://0/keys",
    ].map((url): [string, object, string] => [
      `with keys on this machine, at ${url}`,
      { issuer: ISSUER, jwks_uri: url },
      "no jwks_uri that starts with https:// and leads to another machine",
    ]),
    ["without keys", { issuer: ISSUER }, "no jwks_uri"],
    ["that is no object", "hello", "not a JSON object"],
  ])("is not believed with metadata %s", async (_, metadata, why) => {
    const { verify, provider, log } = await organisation();
    provider.pages.set(METADATA, metadata);
    expect(await verify(await token())).toBe("unavailable");
    expect(provider.requests).toEqual([METADATA, OPENID]);
    expect(log).toEqual([expect.stringContaining(why)]);
  });

  test.each([
    ["http://127.0.0.1:9000", "http://127.0.0.1:9000/keys"],
    ["http://localhost:9000/realm", "https://[::1]:9443/keys"],
    ["http://127.0.0.1:9000", "https://keys.example.com/keys"],
  ])("may publish its keys on this machine if it is there itself, as %s", async (issuer, url) => {
    const { verify, provider } = await organisation({ issuer });
    const { origin, pathname } = new URL(issuer);
    const path = pathname.replace(/\/$/, "");
    provider.pages.set(`${origin}/.well-known/oauth-authorization-server${path}`, { issuer, jwks_uri: url });
    provider.pages.set(url, await keySetOf(KEY));
    expect(await verify(await token({ iss: issuer }))).toEqual(ADA);
  });

  test.each([[{}], [{ keys: {} }], [{ keys: [1] }], [[]]])(
    "is taken to be away if it publishes %j as keys",
    async (keySet) => {
      const { verify, provider, log } = await organisation();
      provider.pages.set(KEYS_URL, keySet);
      expect(await verify(await token())).toBe("unavailable");
      expect(log).toEqual([expect.stringContaining(`${KEYS_URL} is not a set of keys`)]);
    },
  );
});

describe("while the identity provider is away", () => {
  test.each([
    ["refuses connections", refusedConnection, "(ECONNREFUSED)"],
    ["responds with 500", async () => new Response("<html>", { status: 500 }), "status 500"],
    ["responds with a page", async () => new Response("<html>"), "cannot be read"],
    ["never responds", () => new Promise<Response>(() => {}), "No response in time"],
  ])("and %s, a token is not called invalid, and the log says why", async (_, fault, why) => {
    const { verify, provider, log } = await organisation();
    provider.fault = fault;
    expect(await verify(await token())).toBe("unavailable");
    expect(log).toEqual([expect.stringContaining(why)]);
  });

  test("it is given five seconds for each page", async () => {
    const { verify, provider, clock } = await organisation();
    provider.fault = () => new Promise<Response>(() => {});
    expect(await verify(await token())).toBe("unavailable");
    expect(clock.now()).toBe(10_000);
  });

  test("it is asked once in five seconds, whatever tokens come, and the log says it once", async () => {
    const { verify, provider, clock, log } = await organisation();
    provider.fault = refusedConnection;
    for (let time = 0; time < 20; time++) {
      expect(await verify(await token())).toBe("unavailable");
      pass(clock, 1000);
    }
    expect(provider.requests).toEqual([
      METADATA,
      OPENID,
      METADATA,
      OPENID,
      METADATA,
      OPENID,
      METADATA,
      OPENID,
    ]);
    expect(log.length).toBe(1);
  });

  test("the server starts, and accepts callers as soon as it responds", async () => {
    const { verify, provider, clock, log } = await organisation();
    provider.fault = refusedConnection;
    expect(await verify(await token())).toBe("unavailable");
    provider.fault = undefined;
    pass(clock, 5000);
    expect(await verify(await token())).toEqual(ADA);
    expect(log).toEqual([expect.stringMatching(/^warn: /), "The identity provider responds again."]);
  });

  test("tokens of known keys are accepted for an hour, and those of unknown keys are unavailable", async () => {
    const { verify, provider, clock } = await organisation();
    const good = await token(LASTING);
    const unknown = await token(LASTING, { key: await signingKey("key-2") });
    expect(await verify(good)).toEqual(LASTING_ADA);
    provider.fault = () => new Promise<Response>(() => {});
    pass(clock, 3_500_000);
    expect(await verify(good)).toEqual(LASTING_ADA);
    expect(await verify(unknown)).toBe("unavailable");
    pass(clock, 100_000);
    expect(await verify(good)).toBe("unavailable");
  });

  test("a token that is wrong by itself is refused all the same", async () => {
    const { verify, provider } = await organisation();
    provider.fault = refusedConnection;
    expect(await verify(handmade({ alg: "none" }))).toBe("invalid");
  });
});

describe("if the identity provider changes its keys", () => {
  test("a token of a new key is accepted, and one of an old key no longer", async () => {
    const { verify, provider, clock } = await organisation();
    const old = await token(LASTING);
    expect(await verify(old)).toEqual(LASTING_ADA);
    const key = await signingKey("key-2");
    provider.pages.set(KEYS_URL, await keySetOf(key));
    pass(clock, 31_000);
    expect(await verify(await token(LASTING, { key }))).toEqual(LASTING_ADA);
    expect(await verify(old)).toBe("invalid");
  });

  test("a key that was removed is out within ten minutes, and no request waits for that", async () => {
    const { verify, provider, clock } = await organisation();
    const old = await token(LASTING);
    expect(await verify(old)).toEqual(LASTING_ADA);
    provider.pages.set(KEYS_URL, await keySetOf(await signingKey("key-2")));
    pass(clock, 600_001);
    expect(await verify(old)).toEqual(LASTING_ADA);
    await expect.poll(() => verify(old)).toBe("invalid");
    expect(provider.requests).toEqual([METADATA, KEYS_URL, KEYS_URL]);
  });

  test("tokens of unknown keys make it be asked once in 30 seconds", async () => {
    const { verify, provider, clock } = await organisation();
    const stranger = await signingKey("key-2");
    for (let time = 0; time < 61; time++) {
      expect(await verify(await token(LASTING, { key: stranger }))).toBe("invalid");
      pass(clock, 1000);
    }
    expect(provider.requests).toEqual([METADATA, KEYS_URL, KEYS_URL, KEYS_URL]);
  });
});
