import { createHmac } from "node:crypto";
import { exportSPKI } from "jose";
import { describe, expect, test } from "vitest";
import {
  ADA,
  AUDIENCE,
  EXPIRES_AT,
  handmade,
  ISSUER,
  KEY,
  KEYS_URL,
  keySetOf,
  organisation,
  signingKey,
  token,
} from "./provider.ts";

/** The result for a token with such claims and header, by these settings. */
async function verified(
  claims: Record<string, unknown> = {},
  { header, ...options }: Parameters<typeof organisation>[0] & { header?: Record<string, unknown> } = {},
) {
  const { verify } = await organisation(options);
  return verify(await token(claims, { ...(header && { header }) }));
}

const BOTH = ["worklogs:read", "worklogs:write"];

describe("a token is accepted", () => {
  test("with user, scopes and expiry", async () => {
    expect(await verified()).toEqual(ADA);
  });

  test.each([
    ["audience in a list", { aud: ["https://other.example.com", AUDIENCE] }],
    ["a start that has passed", { nbf: EXPIRES_AT - 600 }],
    ["a start 30 seconds ahead, as of another clock", { nbf: EXPIRES_AT - 570 }],
  ])("with %s", async (_, claims) => {
    expect(await verified(claims)).toEqual(ADA);
  });

  test("up to 30 seconds after it has expired, and no longer", async () => {
    const { verify, clock } = await organisation();
    const good = await token();
    clock.advance(629_000);
    expect(await verify(good)).toEqual(ADA);
    clock.advance(1000);
    expect(await verify(good)).toBe("expired");
  });

  test.each([["at+jwt"], ["AT+JWT"], ["application/at+jwt"], ["JWT"], ["jwt"], [undefined]])(
    "of the type %j",
    async (typ) => {
      expect(await verified({}, { header: { typ } })).toEqual(ADA);
    },
  );

  test.each([["RS256"], ["RS384"], ["RS512"], ["PS256"], ["PS384"], ["PS512"]])(
    "signed with %s",
    async (alg) => {
      const { verify, provider } = await organisation();
      const key = await signingKey("key-2", alg);
      provider.pages.set(KEYS_URL, await keySetOf(KEY, key));
      expect(await verify(await token({}, { key }))).toEqual(ADA);
    },
  );

  test.each([["ES384"], ["ES512"], ["EdDSA"]])("signed with %s", async (alg) => {
    const { verify, provider } = await organisation();
    const key = await signingKey("key-2", alg);
    provider.pages.set(KEYS_URL, await keySetOf(KEY, key));
    expect(await verify(await token({}, { key }))).toEqual(ADA);
  });

  test("with the user in another claim, if the settings name that", async () => {
    expect(await verified({ email: "ada@example.com" }, { userClaim: "email" })).toEqual({
      ...ADA,
      user: "ada@example.com",
    });
    expect(await verified({}, { userClaim: "email" })).toBe("no_user");
  });
});

describe("the life of a token", () => {
  const ISSUED_AT = EXPIRES_AT - 600;

  test.each([
    ["that was issued now", { iat: ISSUED_AT }, undefined, ADA],
    ["without a time of issue", {}, undefined, ADA],
    ["that was issued years ago", { iat: 1 }, undefined, ADA],
    ["that was issued 30 seconds ahead, as by another clock", { iat: ISSUED_AT + 30 }, undefined, ADA],
    ["that was issued later than that", { iat: ISSUED_AT + 31 }, undefined, "not_yet_valid"],
    ["that was issued tomorrow", { iat: ISSUED_AT + 86_400 }, 10_080, "not_yet_valid"],
    ["of 10 minutes, of which 10 are allowed", { iat: ISSUED_AT }, 10, ADA],
    ["of a second more", { iat: ISSUED_AT - 1 }, 10, "lives_too_long"],
    ["without a time of issue, where its life matters", {}, 10, "lives_too_long"],
    ["of ten years", { iat: ISSUED_AT, exp: ISSUED_AT + 315_360_000 }, 60, "lives_too_long"],
    ["with a time of issue that is no number", { iat: "now" }, 10, "invalid"],
    ["with a time of issue that is no number", { iat: "now" }, undefined, "invalid"],
  ])("%s: %j with at most %s minutes", async (_, claims, maxTokenMinutes, result) => {
    expect(await verified(claims, { maxTokenMinutes })).toEqual(result);
  });
});

describe("the scopes of a token", () => {
  test.each([
    [{ scope: "worklogs:read" }, ["worklogs:read"]],
    [{ scope: "openid worklogs:read profile" }, ["worklogs:read"]],
    [{ scope: "worklogs:write worklogs:read" }, BOTH],
    [{ scope: "worklogs:write" }, BOTH],
    [{ scope: undefined, scp: "worklogs:read worklogs:write" }, BOTH],
    [{ scope: undefined, scp: ["openid", "worklogs:read"] }, ["worklogs:read"]],
    [{ scope: `${AUDIENCE}/worklogs:read` }, ["worklogs:read"]],
    [{ scope: undefined, scp: `${AUDIENCE}/worklogs:write` }, BOTH],
    [{ scope: "openid", scp: ["worklogs:write"] }, BOTH],
  ])("are those that %j grants", async (claims, scopes) => {
    expect(await verified(claims)).toEqual({ ...ADA, scopes });
  });

  test.each([
    [{ scope: undefined }],
    [{ scope: "" }],
    [{ scope: "openid" }],
    [{ scope: "worklogs:readonly" }],
    [{ scope: "WORKLOGS:READ" }],
    [{ scope: "https://other.example.com/worklogs:read" }],
    [{ scope: { "worklogs:read": true } }],
    [{ scope: undefined, scp: [{}, 1, null] }],
    [{ scope: undefined, roles: ["worklogs:read"] }],
  ])("are none with %j", async (claims) => {
    expect(await verified(claims)).toBe("no_scope");
  });
});

describe("the e-mail address that names the Jira user", () => {
  const email = "ada@example.com";

  test.each([{}, { email_verified: true }, { email_verified: "true" }])(
    "is taken with %j",
    async (claims) => {
      expect(await verified({ email, ...claims }, { jiraUserClaim: "email" })).toEqual({
        ...ADA,
        jiraUser: { claim: "email", value: email },
      });
    },
  );

  test.each(
    [
      false,
      "false",
      "False",
      "True",
      "TRUE",
      " true",
      "yes",
      "",
      "0",
      "1",
      0,
      1,
      null,
      {},
      [],
      [true],
      ["true"],
    ].map((value) => [value]),
  )("is not taken if email_verified is %j", async (email_verified) => {
    expect(await verified({ email, email_verified }, { jiraUserClaim: "email" })).toBe("no_jira_user");
  });

  test("is none of another claim, which email_verified says nothing of", async () => {
    expect(
      await verified(
        { preferred_username: "ada", email_verified: "false" },
        { jiraUserClaim: "preferred_username" },
      ),
    ).toEqual({
      ...ADA,
      jiraUser: { claim: "preferred_username", value: "ada" },
    });
  });
});

describe("a token is refused", () => {
  test.each([
    ["from another issuer", { iss: "https://idp.example.com/other" }, "wrong_issuer"],
    ["from the issuer with a slash more", { iss: `${ISSUER}/` }, "wrong_issuer"],
    ["from issuers in a list", { iss: [ISSUER] }, "wrong_issuer"],
    ["without issuer", { iss: undefined }, "wrong_issuer"],
    ["for another server", { aud: "https://other.example.com/mcp" }, "wrong_audience"],
    ["for a part of the audience", { aud: AUDIENCE.slice(0, -1) }, "wrong_audience"],
    ["without audience", { aud: undefined }, "wrong_audience"],
    ["that has expired", { exp: EXPIRES_AT - 630 }, "expired"],
    ["that never expires", { exp: undefined }, "invalid"],
    ["with an expiry that is no number", { exp: "never" }, "invalid"],
    ["that is valid later", { nbf: EXPIRES_AT - 569 }, "not_yet_valid"],
    ["without a user", { sub: undefined }, "no_user"],
    ["with an empty user", { sub: "" }, "no_user"],
    ["with a blank user", { sub: "  " }, "no_user"],
    ["with a number as user", { sub: 7 }, "no_user"],
  ])("%s", async (_, claims, problem) => {
    expect(await verified(claims)).toBe(problem);
  });

  test("whose user claim is one that every object has", async () => {
    expect(await verified({}, { userClaim: "constructor" })).toBe("no_user");
  });

  test.each([["dpop+jwt"], ["logout+jwt"], ["secevent+jwt"], ["JOSE"], [""]])(
    "of the type %j",
    async (typ) => {
      expect(await verified({}, { header: { typ } })).toBe("invalid");
    },
  );

  test.each([["none"], ["None"], [""], ["HS256"], ["HS512"], ["ES256K"], ["RSA1_5"]])(
    "with the algorithm %j, before the provider is asked for a key",
    async (alg) => {
      const { verify, provider } = await organisation();
      expect(await verify(handmade({ alg, kid: KEY.kid }))).toBe("invalid");
      expect(await verify(handmade({ alg, kid: KEY.kid }, {}, "AAAA"))).toBe("invalid");
      expect(provider.requests).toEqual([]);
    },
  );

  test("that is signed with the public key as the secret of HS256", async () => {
    const { verify, provider } = await organisation();
    const key = await signingKey("rsa", "RS256");
    provider.pages.set(KEYS_URL, await keySetOf(key));
    const unsigned = handmade({ alg: "HS256", kid: key.kid }).slice(0, -1);
    const secret = await exportSPKI(key.publicKey);
    const signature = createHmac("sha256", secret).update(unsigned).digest("base64url");
    expect(await verify(`${unsigned}.${signature}`)).toBe("invalid");
  });

  test("that is signed with a symmetric key that the provider publishes", async () => {
    const { verify, provider } = await organisation();
    const secret = Buffer.alloc(32, 7);
    provider.pages.set(KEYS_URL, { keys: [{ kty: "oct", kid: "s", k: secret.toString("base64url") }] });
    const unsigned = handmade({ alg: "HS256", kid: "s" }).slice(0, -1);
    const signature = createHmac("sha256", secret).update(unsigned).digest("base64url");
    expect(await verify(`${unsigned}.${signature}`)).toBe("invalid");
  });

  test("whose claims were changed", async () => {
    const { verify } = await organisation();
    const [header, , signature] = (await token()).split(".");
    const [, claims] = handmade({}, { sub: "eve" }).split(".");
    expect(await verify(`${header}.${claims}.${signature}`)).toBe("invalid");
  });

  test("whose signature is missing, or cut", async () => {
    const { verify } = await organisation();
    const good = await token();
    expect(await verify(good.replace(/[^.]+$/, ""))).toBe("invalid");
    expect(await verify(good.slice(0, -4))).toBe("invalid");
  });

  test("that a stranger signed with a key of the same name, or brings the key along", async () => {
    const { verify } = await organisation();
    const stranger = await signingKey(KEY.kid);
    const { keys } = (await keySetOf(stranger)) as { keys: object[] };
    expect(await verify(await token({}, { key: stranger }))).toBe("invalid");
    expect(await verify(await token({}, { key: stranger, header: { jwk: keys[0] } }))).toBe("invalid");
  });

  test("whose header names where its keys are, without asking there", async () => {
    const { verify, provider } = await organisation();
    const stranger = await signingKey("evil");
    const header = { jku: "https://evil.example.com/keys", x5u: "https://evil.example.com/cert" };
    expect(await verify(await token({}, { key: stranger, header }))).toBe("invalid");
    expect(provider.requests.filter((url) => url.includes("evil"))).toEqual([]);
  });

  test.each([
    [""],
    ["."],
    [".."],
    ["a.b.c"],
    ["a.b.c.d.e"],
    ["e30.e30."],
    [`${"A".repeat(8000)}.${"A".repeat(8000)}.A`],
  ])("that is no token at all: %.20j", async (text) => {
    const { verify, provider } = await organisation();
    expect(await verify(text)).toBe("invalid");
    expect(provider.requests).toEqual([]);
  });
});
