import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { serveOnLoopback } from "../helpers/http-server.ts";

test("a client that disconnects aborts its request", async () => {
  const requests: Request[] = [];
  const address = await serveOnLoopback((request) => {
    requests.push(request);
    return new Promise(() => {});
  });
  const client = new AbortController();
  const response = fetch(address, { method: "POST", body: "{}", signal: client.signal });
  await expect.poll(() => requests.length).toBe(1);
  expect(requests[0]?.signal.aborted).toBe(false);
  client.abort();
  await expect(response).rejects.toThrow();
  await expect.poll(() => requests[0]?.signal.aborted).toBe(true);
});

test("a request that was answered is not aborted", async () => {
  const requests: Request[] = [];
  const address = await serveOnLoopback(async (request) => {
    requests.push(request);
    return Response.json(await request.json());
  });
  const response = await fetch(address, {
    method: "POST",
    body: '{"a":1}',
    headers: { connection: "close" },
  });
  expect(await response.json()).toEqual({ a: 1 });
  expect(requests[0]?.signal.aborted).toBe(false);
});

test("a handler that fails is answered with 500, and the next request is served", async () => {
  let isBroken = true;
  const address = await serveOnLoopback(async () => {
    if (isBroken) throw new Error("broken");
    return new Response("fine");
  });
  const failed = await fetch(address);
  expect({ status: failed.status, body: await failed.json() }).toEqual({
    status: 500,
    body: { errors: [{ message: "The request failed: Error: broken" }] },
  });
  isBroken = false;
  expect(await (await fetch(address)).text()).toBe("fine");
});

// Elsewhere, 127.0.0.1 is the only loopback address.
test.runIf(process.platform === "linux")("listens on this machine alone", async () => {
  const address = await serveOnLoopback(async () => new Response());
  const socket = connect(Number(new URL(address).port), "127.0.0.2");
  const [error] = await once(socket, "error");
  expect(error).toMatchObject({ code: "ECONNREFUSED" });
});
