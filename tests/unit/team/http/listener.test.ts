import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../../src/team/http/listener.ts";
import { createServerMetrics } from "../../../../src/team/observability/metrics.ts";
import { type AdjustableClock, adjustableClock } from "../../../helpers/adjustable-clock.ts";

const MIB = 1024 * 1024;
const REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

/** A listener on loopback, for the running test. */
async function start(
  handle: RequestListener,
  options: Pick<Parameters<typeof listen>[0], "isBehindProxy" | "metrics"> = {},
) {
  const clock = adjustableClock();
  const listener = await listen({
    address: { host: "127.0.0.1", port: 0 },
    clock,
    handle: async (request, response) => handle(request, response),
    log() {},
    ...options,
  });
  onTestFinished(() => listener.drain(0));
  return { clock, open: () => openSocket(Number(new URL(listener.url).port)) };
}

/** A connection that reads nothing until it is asked to. */
async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").pause();
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

/** Lets the clock pass the seconds, and the checks of each. */
async function pass(clock: AdjustableClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A handler of responses of so many bytes, which counts those that are in progress. */
function handler(bytes: number) {
  const counts = { begun: 0, inProgress: 0 };
  const handle: RequestListener = (_request, response) => {
    counts.begun += 1;
    counts.inProgress += 1;
    response.once("close", () => {
      counts.inProgress -= 1;
    });
    if (bytes > 0) response.end(Buffer.alloc(bytes));
  };
  return { counts, handle };
}

test("a response that is not read for a minute ends with its connection", async () => {
  const { counts, handle } = handler(32 * MIB);
  const { clock, open } = await start(handle);
  const socket = await open();
  socket.write(REQUEST);
  await expect.poll(() => counts).toEqual({ begun: 1, inProgress: 1 });
  await pass(clock, 55);
  expect(counts.inProgress).toBe(1);
  await pass(clock, 10);
  await expect.poll(() => counts.inProgress).toBe(0);
});

test("a request whose response takes minutes to make goes on", async () => {
  const { counts, handle } = handler(0);
  const { clock, open } = await start(handle);
  (await open()).write(REQUEST);
  await expect.poll(() => counts.begun).toBe(1);
  await pass(clock, 180);
  expect(counts.inProgress).toBe(1);
});

test("of responses that are not read, those above 64 MiB end, the oldest first", async () => {
  const { counts, handle } = handler(24 * MIB);
  const { clock, open } = await start(handle);
  const sockets: Socket[] = [];
  for (let number = 1; number <= 3; number += 1) {
    const socket = await open();
    socket.write(REQUEST);
    await expect.poll(() => counts.begun).toBe(number);
    sockets.push(socket);
    if (number < 3) await pass(clock, 1);
  }
  expect(counts.inProgress).toBe(3);
  await pass(clock, 1);
  await expect.poll(() => counts.inProgress).toBe(2);
  for (const socket of sockets) socket.resume();
  await once(sockets[0] as Socket, "close");
  await expect.poll(() => counts.inProgress).toBe(0);
  expect(sockets.slice(1).map(({ destroyed }) => destroyed)).toEqual([false, false]);
});

test("a request that is sent before the last response ends the connection", async () => {
  const { counts, handle } = handler(0);
  const { open } = await start(handle);
  const socket = await open();
  socket.write(REQUEST.repeat(6));
  await once(socket.resume(), "close");
  await expect.poll(() => counts).toEqual({ begun: 1, inProgress: 0 });
});

test("a connection serves one request after the other", async () => {
  const { counts, handle } = handler(10);
  const { open } = await start(handle);
  const socket = await open();
  socket.resume();
  for (let request = 1; request <= 50; request += 1) {
    socket.write(REQUEST);
    await once(socket, "data");
  }
  expect([counts.begun, socket.destroyed]).toEqual([50, false]);
});

/** Sends a request, and says whether it is answered before the connection ends. */
async function isAnswered(socket: Socket): Promise<boolean> {
  socket.write(REQUEST);
  return Promise.race([
    once(socket.resume(), "data").then(() => true),
    once(socket, "close").then(() => false),
  ]);
}

test.each([
  [false, 32, 'tempofiller_http_connections_ended_total{reason="address"} 8'],
  [true, 40, 'tempofiller_http_connections_ended_total{reason="address"} 0'],
])(
  "of 40 silent connections of one address, which is that of a proxy: %s, %i stay open",
  async (isBehindProxy, most, line) => {
    const metrics = createServerMetrics();
    const { open } = await start(handler(10).handle, { isBehindProxy, metrics });
    const sockets: Socket[] = [];
    for (let number = 0; number < 40; number += 1) sockets.push((await open()).resume());
    await expect.poll(() => sockets.filter(({ destroyed }) => !destroyed).length).toBe(most);
    expect(await isAnswered(sockets.at(-1) as Socket)).toBe(true);
    expect(metrics.text().split("\n")).toEqual(
      expect.arrayContaining([
        `tempofiller_http_connections ${most}`,
        'tempofiller_http_connections_ended_total{reason="full"} 0',
        line,
      ]),
    );
  },
);
