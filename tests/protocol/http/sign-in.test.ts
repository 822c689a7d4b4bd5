import { describe, expect, test } from "vitest";
import { createAccessKey } from "../../../src/team/auth/access-keys.ts";
import { READ } from "../../helpers/raw-requests.ts";
import { startTeamServer, type TeamServerOptions } from "../../helpers/team-server.ts";
import { secretFile } from "../../helpers/temporary-folder.ts";
import { AUDIENCE, ISSUER, identityProvider, token } from "../../unit/team/auth/provider.ts";

const KEY = createAccessKey("ada");

/** A server that an access key called `ada` and an identity provider admit to. */
async function startWithSignIn(options: TeamServerOptions = {}) {
  const { fetch } = await identityProvider();
  const team = await startTeamServer({
    ...options,
    isPublic: true,
    identityProvider: fetch,
    env: {
      TEMPOFILLER_ACCESS_KEYS_FILE: secretFile(KEY.line),
      TEMPOFILLER_ISSUER: ISSUER,
      TEMPOFILLER_AUDIENCE: AUDIENCE,
      ...options.env,
    },
  });
  const inAnHour = () => Math.floor(team.clock.wallClock() / 1000) + 3600;
  return {
    team,
    /** A call with one of the members' own credentials, admitted by a key or by a token with these claims. */
    async read(by: "key" | Record<string, unknown>, member = team.tempo.members[0]) {
      const credential = by === "key" ? KEY.key : await token({ exp: inAnHour(), ...by });
      const response = await team.post(READ, {
        ...member?.headers,
        authorization: `Bearer ${credential}`,
        "x-forwarded-for": "198.51.100.7",
      });
      return { status: response.status, text: await response.text() };
    },
  };
}

test("a key and a token of the same name are two callers in the log", async () => {
  const { team, read } = await startWithSignIn();
  for (const by of ["key", { sub: "ada" }, "key", { sub: "ada" }] as const) {
    expect((await read(by)).text).toContain('"worklogs":[]');
  }
  const callers = team.log().flatMap(({ event, caller }) => (event === "call" ? [caller] : []));
  expect(callers).toEqual([callers[0], callers[1], callers[0], callers[1]]);
  expect(new Set(callers).size).toBe(2);
});

test("guesses of a key's owner do not block a token of the same name", async () => {
  const { team, read } = await startWithSignIn({ size: 2, env: { TEMPO_REQUESTS_PER_SECOND: "100" } });
  const [first] = team.tempo.members;
  for (let guess = 0; guess < 20; guess += 1) {
    const headers = { ...first?.headers, "tempofiller-tempo-token": `S3CRET-${guess}` };
    await read("key", first && { ...first, headers });
  }
  const [, second] = team.tempo.members;
  expect((await read("key", second)).status).toBe(429);
  expect((await read({ sub: "ada" }, second)).text).toContain('"worklogs":[]');
});

describe.each([
  ["cloud", ["PERSON0000@example.com", "712020:0000"], ["person0001@example.com", "person0000"]],
  ["datacenter", ["person0000", "Person0000", "JIRAUSER20000", "ada@example.com"], ["person0001", "ADA"]],
] as const)("on %s, with a claim that names the Jira user, a sign-in", (kind, good, bad) => {
  const bound = (env: Record<string, string> = {}) =>
    startWithSignIn({
      kind,
      size: 2,
      env: { TEMPOFILLER_IDP_PERSON_CLAIM: "email", ...env },
      upstream: (tempo) => async (request) => {
        const response = await tempo(request);
        if (kind === "cloud" || !request.url.endsWith("/myself") || !response.ok) return response;
        return Response.json({ ...((await response.json()) as object), emailAddress: "Ada@Example.com" });
      },
    });

  test.each(good)("as %s admits that user's credentials", async (email) => {
    const { read } = await bound();
    expect((await read({ email })).text).toContain('"worklogs":[]');
  });

  test.each(bad)("as %s does not admit another user's, and nothing of Tempo is read", async (email) => {
    const { team, read } = await bound();
    const { text } = await read({ email });
    expect(text).toContain("are not those of the user who signed in");
    expect(text).toContain('"tempofiller/error":{"code":"forbidden","httpStatus":403,"retryable":false}');
    expect(text).not.toContain("0000");
    expect(team.upstreamRequests()).toBe(1);
  });

  test("without that claim is refused", async () => {
    const { team, read } = await bound();
    expect(await read({})).toMatchObject({
      status: 401,
      text: expect.stringContaining("The token does not say who you are in Jira"),
    });
    expect(team.upstreamRequests()).toBe(0);
  });

  test("is asked for with each call, whichever user used the credentials before", async () => {
    const { read } = await bound();
    const [own = "", other = ""] = [good[0], bad[0]];
    expect((await read({ email: own })).text).toContain('"worklogs":[]');
    expect((await read({ email: other })).text).toContain("are not those of the user who signed in");
    expect((await read({ email: own })).text).toContain('"worklogs":[]');
  });

  test("binds no access key", async () => {
    const { read } = await bound();
    expect((await read("key")).text).toContain('"worklogs":[]');
  });
});
