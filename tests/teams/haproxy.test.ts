import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { Agent, request as httpsRequest, type RequestOptions } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "../helpers/free-port.ts";
import { type Replica, type RunningProxy, startProxy } from "../helpers/haproxy.ts";
import { holdConnections, type Silence } from "../helpers/silent-connections.ts";

/** A replica that does what the test says, for as long as the test runs. */
async function startReplica(
  handle: RequestListener,
  isReady = () => true,
): Promise<Replica & { close(): void }> {
  const main = createServer(handle).listen(0, "127.0.0.1");
  const internal = createServer((_, response) => {
    response.writeHead(isReady() ? 200 : 503).end();
  }).listen(0, "127.0.0.1");
  await Promise.all([once(main, "listening"), once(internal, "listening")]);
  const close = () => {
    for (const server of [main, internal]) {
      server.close();
      server.closeAllConnections();
    }
  };
  onTestFinished(close);
  return { port: portOf(main.address()), internalPort: portOf(internal.address()), close };
}

function portOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): number {
  return typeof address === "object" && address ? address.port : 0;
}

/** An interval in which a request arrives, mostly, so that another one is sent only if it went to the other replica. */
const WAIT_FOR_ONE = { interval: 500, timeout: 15_000 };

interface Answer {
  status: number | undefined;
  chunks: { text: string; at: number }[];
  text: string;
}

function post(
  { url, certificate }: RunningProxy,
  headers: Record<string, string> = {},
  connection: Pick<RequestOptions, "agent" | "localAddress"> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      method: "POST",
      ca: certificate,
      headers: { "content-type": "application/json", ...headers },
      signal: AbortSignal.timeout(30_000),
      ...connection,
    };
    const request = httpsRequest(new URL("/mcp", url), options, (response) => {
      const chunks: Answer["chunks"] = [];
      response.on("data", (chunk) => chunks.push({ text: String(chunk), at: performance.now() }));
      response.on("end", () =>
        resolve({ status: response.statusCode, chunks, text: chunks.map(({ text }) => text).join("") }),
      );
    });
    request.on("error", reject);
    request.end("{}");
  });
}

const echo = (request: IncomingMessage, response: ServerResponse) => {
  response.end(JSON.stringify({ address: request.headers["x-forwarded-for"], host: request.headers.host }));
};

test("haproxy.cfg is valid without a warning, and passes requests on with the client's real address and its host", async () => {
  const replica = await startReplica(echo);
  const proxy = await startProxy([replica, replica]);
  const { status, text } = await post(proxy, { "x-forwarded-for": "203.0.113.7" });
  expect({ status, ...JSON.parse(text), warnings: proxy.warnings }).toEqual({
    status: 200,
    address: "127.0.0.1",
    host: proxy.url.host,
    warnings: "",
  });
});

test("a request whose replica cannot be reached goes to the other one", async () => {
  const replica = await startReplica(echo);
  // The port is closed and the probe still answers, as when a replica has just been killed.
  const dead = { port: await freePort(), internalPort: replica.internalPort };
  const proxy = await startProxy([dead, replica]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(proxy)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test("a request that a replica has received is never sent again", async () => {
  let received = 0;
  const dying = await startReplica((request) => {
    received += 1;
    request.socket.destroy();
  });
  const proxy = await startProxy([dying, dying]);
  const { status } = await post(proxy);
  await sleep(3000);
  expect({ status, received }).toEqual({ status: 502, received: 1 });
});

test("events arrive as they are sent", async () => {
  const replica = await startReplica((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
    setTimeout(() => response.end("data: 2\n\n"), 1000);
  });
  const proxy = await startProxy([replica, replica]);
  const { chunks, text } = await post(proxy);
  expect(text).toBe("data: 1\n\ndata: 2\n\n");
  const [first, last] = [chunks[0], chunks.at(-1)];
  expect((last?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(800);
});

test("a draining replica stops receiving requests within 5 s and finishes its own", async () => {
  let isReady = true;
  let received = 0;
  const leaving = await startReplica(
    (_, response) => {
      received += 1;
      setTimeout(() => response.end("late"), 8000);
    },
    () => isReady,
  );
  const staying = await startReplica(echo);
  const proxy = await startProxy([leaving, staying]);
  const earlier: Promise<Answer>[] = [];
  await vi.waitFor(() => {
    if (received === 0) earlier.push(post(proxy));
    expect(received).toBeGreaterThan(0);
  }, WAIT_FOR_ONE);
  isReady = false;
  await sleep(5000);
  const inProgress = received;
  const later = await Promise.all(Array.from({ length: 20 }, () => post(proxy)));
  expect(later.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(received).toBe(inProgress);
  const ended = (await Promise.all(earlier)).map(({ status, text }) => [status, text === "late"]);
  expect(ended.filter(([, isLate]) => isLate)).toHaveLength(inProgress);
  expect(ended.map(([status]) => status)).toEqual(Array(ended.length).fill(200));
});

test("a response that takes longer than a client may be silent arrives", async () => {
  const replica = await startReplica((_, response) => void setTimeout(() => response.end("late"), 12_000));
  const proxy = await startProxy([replica, replica]);
  expect(await post(proxy)).toMatchObject({ status: 200, text: "late" });
});

describe("while strangers", () => {
  const STRANGER = () => "127.0.0.2";
  const CLIENT = { localAddress: "127.0.0.3" };

  test.each<[count: number, address: string, Silence, ((number: number) => string)?]>([
    [2100, "one address", "nothing", STRANGER],
    [2100, "one address", "half of a TLS hello", STRANGER],
    [600, "100 addresses", "nothing", (number) => `127.0.1.${1 + (number % 100)}`],
    [600, "the client's address", "half of a TLS hello", () => CLIENT.localAddress],
    [256, "one address", "half of the headers", STRANGER],
  ])(
    "hold %i connections from %s that have sent %s, a client gets 20 of 20 responses",
    async (count, _, silence, from) => {
      const replica = await startReplica(echo);
      const proxy = await startProxy([replica, replica]);
      await holdConnections(count, {
        silence,
        port: Number(proxy.url.port),
        isTls: true,
        ...(from && { from }),
      });
      const statuses: (number | undefined)[] = [];
      for (let number = 0; number < 20; number += 1) statuses.push((await post(proxy, {}, CLIENT)).status);
      expect(statuses).toEqual(Array(20).fill(200));
    },
    60_000,
  );

  test("hold 2,100 connections, 50 people of one office get their responses on two connections each", async () => {
    const replica = await startReplica(echo);
    const proxy = await startProxy([replica, replica]);
    await holdConnections(2100, {
      silence: "nothing",
      port: Number(proxy.url.port),
      isTls: true,
      from: STRANGER,
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 100 });
    onTestFinished(() => agent.destroy());
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => post(proxy, {}, { agent, ...CLIENT })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
  }, 60_000);
});
