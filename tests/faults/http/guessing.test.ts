import pLimit from "p-limit";
import { describe, expect, test } from "vitest";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { READ } from "../../helpers/raw-requests.ts";
import { startTeamServer, type TeamServer } from "../../helpers/team-server.ts";

/** So that the rate is not what keeps guesses from Tempo. */
const FAST = { TEMPO_REQUESTS_PER_SECOND: "100" };

const RESOURCE = {
  jsonrpc: "2.0",
  id: 1,
  method: "resources/read",
  params: { uri: "tempo://issues/recent" },
};

const BLOCKED = "Too many credentials from your address were refused";

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Fewer than the connections of one address that the server lets be silent: which of more come too early is chance. */
const AT_ONCE = 30;

/** Sends the same message with so many made-up Tempo tokens, thirty at the same moment, each beside the member's own Jira token. */
async function guess(team: TeamServer, count: number, message: object = READ): Promise<string[]> {
  const [member] = team.tempo.members;
  const limit = pLimit(AT_ONCE);
  return limit.map(Array(count).keys(), async (number) => {
    const headers = { ...member?.headers, "tempofiller-tempo-token": `S3CRET-guess-${number}` };
    return (await team.post(message, headers)).text();
  });
}

/** Answers requests for Tempo in its place. */
const tempoAnswers =
  (answer: (request: Request) => Response | undefined | Promise<undefined>) =>
  (tempo: Fetch): Fetch =>
  async (request) =>
    (new URL(request.url).pathname.startsWith("/4/") ? await answer(request) : undefined) ?? tempo(request);

/** Long enough for thirty guesses to be on their way before the first is answered. */
const slowly = tempoAnswers(async () => {
  await after(300);
  return undefined;
});

test("a caller who hangs up before the answer has tried a token all the same", async () => {
  const team = await startTeamServer({ env: FAST, upstream: slowly });
  const [member] = team.tempo.members;
  await team.post(READ, member?.headers);
  for (let number = 0; number < 40; number += 1) {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...member?.headers,
      "tempofiller-tempo-token": `S3CRET-guess-${number}`,
    };
    const signal = AbortSignal.timeout(100);
    await fetch(team.url, { method: "POST", headers, body: JSON.stringify(READ), signal }).catch(() => {});
  }
  await after(1000);
  expect(new Set(team.tempo.strangers).size).toBeLessThanOrEqual(20);
  const known = await team.post(READ, member?.headers);
  expect(await known.text()).toContain('"worklogs":[]');
});

describe("of 300 made-up Tempo tokens, 30 at the same moment, beside a valid Jira token", () => {
  test.each([
    ["calls", READ],
    ["resources", RESOURCE],
  ])("in %s, 20 reach Tempo, the others get 429, and a known user goes on", async (_, message) => {
    const team = await startTeamServer({ env: FAST, upstream: slowly });
    const [member] = team.tempo.members;
    expect(await (await team.post(READ, member?.headers)).text()).toContain('"worklogs":[]');
    const texts = await guess(team, 300, message);
    expect(new Set(team.tempo.strangers).size).toBe(20);
    expect(team.tempo.strangers.length).toBe(20);
    expect(texts.filter((text) => text.includes(BLOCKED)).length).toBe(280);
    const known = await team.post(READ, member?.headers);
    expect(await known.text()).toContain('"worklogs":[]');
  });

  test("a good one waits until the minute is over", async () => {
    const team = await startTeamServer({ size: 2, env: FAST, upstream: slowly });
    await guess(team, 300);
    const [, other] = team.tempo.members;
    const early = await team.post(READ, other?.headers);
    expect([early.status, await early.text()]).toEqual([429, expect.stringContaining(BLOCKED)]);
    team.clock.advance(60_000);
    const late = await team.post(READ, other?.headers);
    expect(await late.text()).toContain('"worklogs":[]');
    expect(new Set(team.tempo.strangers).size).toBe(20);
  });
});

test("tokens that Tempo forbids everything are tried like those that it refuses", async () => {
  const forbidden = new Set<string>();
  const team = await startTeamServer({
    env: FAST,
    upstream: tempoAnswers(({ headers }) => {
      forbidden.add(headers.get("authorization") ?? "");
      return new Response("", { status: 403 });
    }),
  });
  await guess(team, 100);
  expect(forbidden.size).toBe(20);
});

test("a user whose token lacks a permission costs colleagues at the same address nothing, however often they call", async () => {
  const lacks = (request: Request) =>
    request.headers.get("authorization") === "Bearer S3CRET-tempo-token-of-0000"
      ? new Response("", { status: 403 })
      : undefined;
  const team = await startTeamServer({ size: 2, env: FAST, upstream: tempoAnswers(lacks) });
  const [first, second] = team.tempo.members;
  for (let call = 0; call < 30; call += 1) {
    const reply = await team.post(READ, first?.headers);
    expect(await reply.text()).toContain("lacks permission");
  }
  expect(await (await team.post(READ, second?.headers)).text()).toContain('"worklogs":[]');
});

test("an answer that says nothing of a token makes it neither refused nor known", async () => {
  let isBroken = true;
  const team = await startTeamServer({
    size: 30,
    env: FAST,
    upstream: tempoAnswers(() => (isBroken ? new Response("", { status: 400 }) : undefined)),
  });
  const texts = await Promise.all(
    team.tempo.members.map(async ({ headers }) => (await team.post(READ, headers)).text()),
  );
  expect(texts.filter((text) => !text.includes("HTTP 400"))).toEqual([]);
  isBroken = false;
  await guess(team, 40);
  const [member] = team.tempo.members;
  expect((await team.post(READ, member?.headers)).status).toBe(429);
});

test("60 users of one office who begin at the same moment all get their replies from Tempo Cloud", async () => {
  const team = await startTeamServer({
    size: 60,
    env: FAST,
    upstream: (tempo) => async (request) => {
      await after(100);
      return tempo(request);
    },
  });
  const texts = await Promise.all(
    team.tempo.members.map(async ({ headers }) => (await team.post(READ, headers)).text()),
  );
  expect(texts.filter((text) => !text.includes('"worklogs":[]'))).toEqual([]);
});

test("ten calls at once with one wrong Tempo token are one request to Tempo", async () => {
  const team = await startTeamServer({ env: FAST });
  const headers = { ...team.tempo.members[0]?.headers, "tempofiller-tempo-token": "S3CRET-wrong" };
  const texts = await Promise.all(
    Array.from({ length: 10 }, async () => (await team.post(READ, headers)).text()),
  );
  expect(texts.filter((text) => !text.includes("Tempo refused the token (HTTP 401)"))).toEqual([]);
  expect(team.tempo.strangers).toEqual(["Bearer S3CRET-wrong"]);
});

test("a Tempo token that has ended is no longer known", async () => {
  let hasEnded = false;
  const team = await startTeamServer({
    env: FAST,
    upstream: tempoAnswers(() => (hasEnded ? new Response("", { status: 401 }) : undefined)),
  });
  const [member] = team.tempo.members;
  expect(await (await team.post(READ, member?.headers)).text()).toContain('"worklogs":[]');
  hasEnded = true;
  expect(await (await team.post(READ, member?.headers)).text()).toContain("Tempo refused the token");
  await guess(team, 40);
  expect((await team.post(READ, member?.headers)).status).toBe(429);
});
