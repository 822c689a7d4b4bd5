import { randomInt } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { record } from "../helpers/figures.ts";
import { freePort } from "../helpers/free-port.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { startServedCommand } from "../helpers/served-command.ts";
import { createTeamTempo } from "../helpers/team-tempo.ts";
import { fuzzedRequests } from "./fuzz-requests.ts";

/** FUZZ_BODIES makes another run; FUZZ_SEED repeats one. */
const { FUZZ_BODIES = "4000", FUZZ_SEED } = process.env;

/** The number that is made at a time, since a few of them have a mebibyte. */
const AT_A_TIME = 50;

/** No request may keep the server from its probes for longer, in milliseconds. */
const MAX_SILENCE = 250;

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

const message = (method: string, params: object, headers: Record<string, string> = {}) => ({
  headers,
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
});

const promptOf = (name: string, args: object, headers?: Record<string, string>) =>
  message("prompts/get", { name, arguments: args }, headers);

/** Requests that once kept a server busy: 300 bytes for weeks, 8 KB and 200 KB for a minute, and a mebibyte for seconds. */
const FOUND = [
  ...["\t", "\u00a0"].map((blank) =>
    promptOf("schedule_aware_bulk_entry", {
      issueKey: "PROJ-123",
      dateRange: `a${blank.repeat(2500)} TO ${blank.repeat(2500)}.. x y`,
    }),
  ),
  promptOf("worklog_summary", { ["\\".repeat(40)]: "" }, { "tempofiller-jira-pat": "\\".repeat(41) }),
  ...[100_000, 4500].map((count) =>
    message("tools/call", { name: "bulk_post_worklogs", arguments: { worklogs: Array(count).fill(0) } }),
  ),
  ...[110_000, 4500].flatMap((count) => {
    const members = Object.fromEntries(Array.from({ length: count }, (_, index) => [index.toString(36), 1]));
    return [
      message("initialize", {
        protocolVersion: "2025-06-18",
        clientInfo: { name: "a", version: "1" },
        capabilities: { experimental: members },
      }),
      message("tools/list", { _meta: members }),
      promptOf("worklog_summary", members),
    ];
  }),
];

test(`no token, text or argument keeps the server from its probes (${FUZZ_BODIES} bodies)`, {
  timeout: 900_000,
}, async () => {
  const seed = FUZZ_SEED ? Number(FUZZ_SEED) : randomInt(2 ** 31);
  process.stdout.write(`seed ${seed}\n`);
  const tempo = createTeamTempo("datacenter", 1);
  const address = await serveOnLoopback(tempo.fetch);
  const server = await startServer(address);
  const member = tempo.members[0]?.headers ?? {};
  const startedAt = performance.now();
  const stopWatches = {
    livez: startStopWatch({ url: server.internalUrl }),
    ping: startStopWatch({
      url: server.url.href,
      method: "POST",
      headers: { ...HEADERS, ...member },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    }),
  };
  const statuses = new Map<number, number>();
  let sent = 0;
  let slowest = { milliseconds: 0, bytes: 0, start: "" };
  const send = async (batch: Iterable<{ headers: Record<string, string>; body: string }>) => {
    for (const each of batch) {
      const sentAt = performance.now();
      const status = await post(server.url, each);
      const milliseconds = performance.now() - sentAt;
      if (milliseconds > slowest.milliseconds)
        slowest = { milliseconds, bytes: each.body.length, start: each.body.slice(0, 200) };
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      sent += 1;
    }
  };
  await send(FOUND.map(({ headers, body }) => ({ headers: { ...member, ...headers }, body })));
  const count = Number(FUZZ_BODIES);
  for (let done = 0; done < count; done += AT_A_TIME)
    await send(fuzzedRequests(member, Math.min(AT_A_TIME, count - done), seed + done));
  const [livez, ping] = [await stopWatches.livez(), await stopWatches.ping()];
  const figures = {
    bodies: sent,
    "longest silence of /livez, ms": Math.round(livez.longest),
    "longest silence of ping, ms": Math.round(ping.longest),
    probes: livez.answers + ping.answers,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    seed,
  };
  record({ row: 12, check: "fuzzed bodies", figures });
  process.stdout.write(
    `${JSON.stringify({ ...figures, statuses: Object.fromEntries(statuses), slowest })}\n`,
  );
  expect([livez.failures, ping.failures]).toEqual([0, 0]);
  expect(statuses.get(500)).toBeUndefined();
  expect(Math.max(livez.longest, ping.longest)).toBeLessThan(MAX_SILENCE);
});

async function startServer(address: string): Promise<{ url: URL; internalUrl: string }> {
  const internal = `127.0.0.1:${await freePort()}`;
  const { url, child, ended } = await startServedCommand({
    options: [],
    env: { TEMPO_BASE_URL: address, TEMPO_TOOLSETS: "all", TEMPOFILLER_INTERNAL: internal },
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { url: new URL(url), internalUrl: `http://${internal}/livez` };
}

interface Probe {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Returns what ends it and reports what it has seen. */
function startStopWatch(probe: Probe): () => Promise<{ longest: number; answers: number; failures: number }> {
  const worker = new Worker(join(import.meta.dirname, "../helpers/stop-watch.mjs"), { workerData: probe });
  onTestFinished(async () => {
    await worker.terminate();
  });
  return async () => {
    const told = once(worker, "message");
    worker.postMessage("end");
    const [seen] = await told;
    return seen;
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** The status of the response, which is read to its end. */
function post(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: "POST",
        agent,
        headers: { ...HEADERS, ...headers },
      },
      (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}
