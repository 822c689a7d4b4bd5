import { createHmac } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { record } from "../../helpers/figures.ts";
import { freePort } from "../../helpers/free-port.ts";
import {
  READ,
  REFUSED_REQUESTS,
  sendHeadersSlowly,
  sendInPieces,
  sendRaw,
} from "../../helpers/raw-requests.ts";
import { postgresForFile } from "../database.ts";
import { startIdentityProvider } from "../identity-provider.ts";
import { inParallel } from "./pool.ts";
import { createReplica, type Replica } from "./replica.ts";
import { startTempo, type TempoServer } from "./tempo-server.ts";

const postgres = postgresForFile();

const BAD_TOKENS = 10_000;

const READ_BODY = JSON.stringify(READ);

async function startReplica(tempo: TempoServer, env: Record<string, string> = {}): Promise<Replica> {
  const replica = await createReplica({
    ...tempo.env,
    TEMPOFILLER_DATABASE_URL: await postgres().createDatabase(),
    ...env,
  });
  onTestFinished(() => replica.kill());
  await replica.start();
  return replica;
}

/** A Tempo that counts what it gets. */
async function startCountedTempo() {
  const tempo = await startTempo("datacenter", 1);
  onTestFinished(() => tempo.close());
  let requests = 0;
  tempo.treat(() => {
    requests += 1;
    return undefined;
  });
  return { tempo, requests: () => requests + tempo.strangers.length };
}

test("what is wrong about a request is refused, and nothing is sent to Tempo", {
  timeout: 60_000,
}, async () => {
  const { tempo, requests } = await startCountedTempo();
  const { url } = await startReplica(tempo);
  const [slow, ...refused] = await Promise.all([
    sendHeadersSlowly(url),
    ...REFUSED_REQUESTS.map(async ([what, request, status, text]) => {
      const response = await sendRaw(url, request);
      return { what, asExpected: response.status === status && response.text.includes(text) };
    }),
  ]);
  const inPieces = await sendInPieces(url);
  const wrong = [
    ...refused,
    { what: "slow headers", asExpected: slow > 9 && slow < 14 },
    { what: "5 MiB in pieces", asExpected: inPieces === 413 },
  ]
    .filter(({ asExpected }) => !asExpected)
    .map(({ what }) => what);
  record({
    row: 10,
    check: "wrong host, origin, path, method, type, body or batch; 5 MiB; nested too deep; slow headers",
    figures: {
      requests: refused.length + 2,
      "not refused by their codes": wrong.length,
      "slow headers closed after s": slow,
      "sent to Tempo": requests(),
    },
  });
  expect({ wrong, requests: requests() }).toEqual({ wrong: [], requests: 0 });
});

test("of many wrong tokens a few are looked up, and each once a minute", { timeout: 120_000 }, async () => {
  const { tempo, requests } = await startCountedTempo();
  const { url } = await startReplica(tempo);
  const attempt = async (token: string) =>
    (await sendRaw(url, { headers: { "tempofiller-jira-pat": token }, body: READ_BODY })).status;
  const since = performance.now();
  for (let times = 0; times < 10; times += 1) await attempt("S3CRET-wrong");
  const ofOne = requests();
  const statuses = await inParallel(Array.from({ length: BAD_TOKENS }), 8, (_, number) =>
    attempt(`S3CRET-${number}`),
  );
  const minutes = Math.ceil((performance.now() - since) / 60_000);
  record({
    row: 10,
    check: "wrong tokens",
    figures: {
      tokens: BAD_TOKENS,
      seconds: (performance.now() - since) / 1000,
      "refused with 429": statuses.filter((status) => status === 429).length,
      "look-ups": requests(),
      "of one that was sent 10 times": ofOne,
    },
  });
  expect(ofOne).toBe(1);
  expect(requests()).toBeLessThanOrEqual(20 * minutes);
});

test("an address in a header changes nothing", async () => {
  const { tempo, requests } = await startCountedTempo();
  const { url } = await startReplica(tempo);
  const { tempo: elsewhere, requests: requestsElsewhere } = await startCountedTempo();
  const address = elsewhere.env.TEMPO_BASE_URL ?? "";
  const names = ["tempo-base-url", "tempo_base_url", "tempofiller-jira-url", "x-forwarded-host", "forwarded"];
  const { status } = await sendRaw(url, {
    headers: { ...tempo.members[0]?.headers, ...Object.fromEntries(names.map((name) => [name, address])) },
    body: READ_BODY,
  });
  const sentElsewhere = requestsElsewhere();
  record({
    row: 10,
    check: "an address of Tempo in a header",
    figures: { status, "sent to it": sentElsewhere, "sent to Tempo": requests() },
  });
  expect({ status, sentElsewhere }).toEqual({ status: 200, sentElsewhere: 0 });
});

test("a token of the organisation that is not good is refused, and nothing is sent to Tempo", async () => {
  const { tempo, requests } = await startCountedTempo();
  const provider = await startIdentityProvider();
  const publicUrl = new URL(`http://127.0.0.1:${await freePort()}/mcp`);
  const { url } = await startReplica(tempo, {
    TEMPOFILLER_ISSUER: provider.issuer,
    TEMPOFILLER_PUBLIC_URL: publicUrl.href,
    TEMPOFILLER_TLS: "proxy",
  });
  const send = async (token: string) => {
    const headers = { ...tempo.members[0]?.headers, authorization: `Bearer ${token}`, host: publicUrl.host };
    const response = await sendRaw(url, { headers, body: READ_BODY });
    return [response.status, /error="(\w+)"/.exec(String(response.headers["www-authenticate"]))?.[1]];
  };
  const good = await provider.token(publicUrl);
  const expiry = Math.floor(Date.now() / 1000) + 3600;
  const [, claims = ""] = good.split(".");
  const encoded = (header: object) => Buffer.from(JSON.stringify(header)).toString("base64url");
  const signedBySecret = `${encoded({ alg: "HS256", typ: "at+jwt" })}.${claims}`;
  const tokens: [string, string][] = [
    ["for another server", await provider.token(new URL("https://other.example.com/mcp"))],
    ["expired", await provider.forge(good, { exp: expiry - 7200 })],
    ["from another issuer", await provider.forge(good, { iss: "https://evil.example.com" })],
    ["alg none", `${encoded({ alg: "none", typ: "at+jwt" })}.${claims}.`],
    [
      "signed with a secret",
      `${signedBySecret}.${createHmac("sha256", provider.issuer).update(signedBySecret).digest("base64url")}`,
    ],
    ["of another provider", await (await startIdentityProvider()).token(publicUrl)],
  ];
  const accepted: string[] = [];
  for (const [what, token] of tokens) {
    const [status, error] = await send(token);
    if (status !== 401 || error !== "invalid_token") accepted.push(what);
  }
  const sent = requests();
  const [status] = await send(good);
  record({
    row: 10,
    check: `tokens of the organisation: ${tokens.map(([what]) => what).join(", ")}`,
    figures: { refused: tokens.length - accepted.length, "sent to Tempo": sent, "a good one": status ?? "" },
  });
  expect({ accepted, sent, status }).toEqual({ accepted: [], sent: 0, status: 200 });
});
