import { describe, expect, test } from "vitest";
import { createAccessKey } from "../../../src/team/auth/access-keys.ts";
import {
  announce,
  LIST,
  READ,
  REFUSED_REQUESTS,
  sendInPieces,
  sendRaw,
  sendText,
} from "../../helpers/raw-requests.ts";
import { startTeamServer } from "../../helpers/team-server.ts";
import { secretFile } from "../../helpers/temporary-folder.ts";

/** The answer to a request that is refused by its headers or its size. */
const REFUSED = { code: -32_000, id: null };

describe("refused before anything is sent to Tempo", () => {
  test.each(REFUSED_REQUESTS)("%s", async (_, raw, status, text, { code, id } = REFUSED) => {
    const team = await startTeamServer();
    const answer = await sendRaw(team.url, raw);
    expect(answer).toMatchObject({ status, text: expect.stringContaining(text) });
    expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: "2.0", error: { code }, id });
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    expect(team.upstreamRequests()).toBe(0);
  });

  test("more than 1 MiB in pieces, without saying how much", async () => {
    const team = await startTeamServer();
    expect(await sendInPieces(team.url)).toBe(413);
  });

  test("a body that is announced, and not asked for", async () => {
    const team = await startTeamServer();
    const body = JSON.stringify(LIST);
    expect(await announce(team.url, { body: "x".repeat(2_000_000) })).toEqual({
      isAskedFor: false,
      status: 413,
    });
    expect(await announce(team.url, { headers: { host: "evil.example.com" }, body })).toEqual({
      isAskedFor: false,
      status: 403,
    });
    expect(await announce(team.url, { body })).toEqual({ isAskedFor: true, status: 200 });
  });

  test("nothing but a response for an HTTP/1.0 caller that announces a body", async () => {
    const team = await startTeamServer();
    const body = JSON.stringify(LIST);
    const answer = await sendText(
      team.url,
      "POST /mcp HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n" +
        `Accept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  test.each([
    ["POST /mcp", "Host: localhost\r\nHost: evil.example.com\r\n"],
    ["POST /mcp", "host: localhost\r\nHOST: localhost\r\n"],
    ["GET /.well-known/oauth-protected-resource", "Host: localhost\r\nX-Other: host\r\nHost: localhost\r\n"],
  ])("%s with two Host headers", async (start, headers) => {
    const team = await startTeamServer({ env: { TEMPOFILLER_INTERNAL: "127.0.0.1:0" } });
    const answer = await sendText(team.url, `${start} HTTP/1.1\r\n${headers}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/);
    expect(answer).toContain("The request has more than one Host header. Send one.");
    const internal = new URL(team.server.internalUrl ?? "");
    expect(await sendText(internal, `GET /livez HTTP/1.1\r\n${headers}\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("without a Host header", async () => {
    const team = await startTeamServer();
    expect(await sendText(team.url, "POST /mcp HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 Bad Request/);
    expect(await sendText(team.url, "POST /mcp HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 403 Forbidden/);
  });

  test("headers of more than 16 KB", async () => {
    const team = await startTeamServer();
    expect(await sendRaw(team.url, { headers: { "x-padding": "x".repeat(20_000) } })).toMatchObject({
      status: 431,
    });
  });

  test("an address of Tempo in a header", async () => {
    const team = await startTeamServer();
    const [member] = team.tempo.members;
    const elsewhere = "http://127.0.0.1:1";
    const response = await team.post(READ, {
      ...member?.headers,
      "tempofiller-jira-url": elsewhere,
      "tempo-api-url": elsewhere,
      "tempofiller-tempo-url": elsewhere,
      jira_base_url: elsewhere,
    });
    expect(await response.text()).toContain("totalEntries");
    expect(team.upstreamRequests()).toBeGreaterThan(0);
  });
});

test("a token that Tempo refuses is looked up once a minute at most", async () => {
  const team = await startTeamServer({ kind: "datacenter" });
  const headers = { "tempofiller-jira-pat": "S3CRET-wrong" };
  for (let times = 0; times < 10; times += 1) {
    const response = await team.post(READ, headers);
    expect(await response.text()).toContain("refused the token (HTTP 401)");
  }
  expect(team.upstreamRequests()).toBe(1);
});

test("ten calls at once with one wrong token are one look-up and one failure", async () => {
  const team = await startTeamServer({ kind: "datacenter" });
  for (let token = 0; token < 10; token += 1) {
    const headers = { "tempofiller-jira-pat": `S3CRET-${token}` };
    await Promise.all(Array.from({ length: 10 }, () => team.post(READ, headers).then((it) => it.text())));
  }
  expect(team.upstreamRequests()).toBe(10);
  const [member] = team.tempo.members;
  expect(await (await team.post(READ, member?.headers)).text()).toContain('"worklogs":[]');
});

test("a token that is longer than any is refused by its header's name, and costs no other user anything", async () => {
  const team = await startTeamServer({ kind: "datacenter" });
  const startedAt = performance.now();
  const response = await team.post(READ, { "tempofiller-jira-pat": `Tempofiller-Jira${"j".repeat(3000)}` });
  expect(await response.text()).toContain("The header Tempofiller-Jira-Pat has more than 512 characters");
  expect(team.upstreamRequests()).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

describe("the check of callers", () => {
  const KEY = createAccessKey("ada");
  async function startGuarded() {
    return startTeamServer({
      isPublic: true,
      env: { TEMPOFILLER_ACCESS_KEYS_FILE: secretFile(KEY.line) },
    });
  }

  test("refuses further guesses from an address, and accepts callers with a key there", async () => {
    const team = await startGuarded();
    const statusOf = async (authorization: string) =>
      (await team.post(LIST, { authorization, "x-forwarded-for": "198.51.100.7" })).status;
    const guesses: number[] = [];
    for (let guess = 0; guess < 22; guess += 1) guesses.push(await statusOf(`Bearer tfk_${guess}`));
    expect(guesses).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
    expect(await statusOf(`Bearer ${KEY.key}`)).toBe(200);
  });

  test("asks callers to close their connections once the server is on its way out", async () => {
    const team = await startGuarded();
    const connectionOf = async () => {
      const { status, headers } = await sendRaw(team.url, {
        headers: { authorization: `Bearer ${KEY.key}` },
      });
      return [status, headers.connection];
    };
    expect(await connectionOf()).toEqual([200, "keep-alive"]);
    const drained = team.server.drain();
    expect(await connectionOf()).toEqual([200, "close"]);
    team.clock.advance(5000);
    await drained;
  });

  test("does not count requests without a credential, with which hosts begin", async () => {
    const team = await startGuarded();
    for (let request = 0; request < 30; request += 1) expect((await team.post(LIST)).status).toBe(401);
  });
});

test("a connection is closed if the caller asks for it", async () => {
  const team = await startTeamServer();
  const connectionOf = async (connection: string) => {
    const { headers } = await sendRaw(team.url, { headers: { connection } });
    return headers.connection;
  };
  expect([await connectionOf("close"), await connectionOf("keep-alive")]).toEqual(["close", "keep-alive"]);
});
