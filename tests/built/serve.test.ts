import { once } from "node:events";
import { Agent } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { runCommand } from "../helpers/command.ts";
import { sendRaw } from "../helpers/raw-requests.ts";
import { startServedCommand } from "../helpers/served-command.ts";

/** The command with the embedded Tempo, until the running test ends. */
async function serve(env: Record<string, string> = {}) {
  const served = await startServedCommand({ env });
  onTestFinished(() => served.stop());
  return served;
}

describe("tempofiller serve", () => {
  test("ends if it cannot listen on its internal address, and serves no request until then", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const TEMPOFILLER_INTERNAL = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    const line = ["serve", "--http", "127.0.0.1:0", "--sandbox"];
    const { code, stderr } = await runCommand(line, { env: { TEMPOFILLER_INTERNAL } });
    expect(code).toBe(3);
    expect(stderr).toContain(
      `The server cannot listen on ${TEMPOFILLER_INTERNAL} (EADDRINUSE). Choose another address.`,
    );
  });

  test("goes on after an error that nothing handles, and logs it as one line", async () => {
    const code = "setTimeout(() => Promise.reject(new Error('a bug')), 300)";
    const { child, log } = await serve({
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}`,
    });
    await vi.waitUntil(() => log().includes("a bug"), { timeout: 15_000 });
    expect(child.exitCode).toBe(null);
    const [line] = log()
      .split("\n")
      .filter((text) => text.includes("a bug"));
    expect(JSON.parse(line ?? "")).toMatchObject({ level: "error", event: "server" });
  });

  test("warns that it serves the sandbox, which keeps nothing, and ends with success at SIGTERM", async () => {
    const { log, stop, ended } = await serve();
    const warnings = log()
      .split("\n")
      .filter((line) => line.includes('"warn"'))
      .map((line) => JSON.parse(line).message);
    expect(warnings).toEqual(["this is the sandbox: nothing is kept"]);
    await stop();
    expect(await ended).toEqual([0, null]);
  });
});

describe("a client that is still sending a body of 8 MB", () => {
  const BODY = "a".repeat(8_000_000);
  const COUNT = 20;
  test.each([
    { what: "too large by its header", headers: { "content-length": String(BODY.length) }, status: 413 },
    { what: "too large once it is read", headers: { "transfer-encoding": "chunked" }, status: 413 },
    { what: "of a wrong type", headers: { "content-type": "text/plain" }, status: 415 },
    { what: "for a wrong path", path: "/other", headers: {}, status: 404 },
  ])(
    "reads why it is refused when the body is $what, and its connection is closed",
    async ({ headers, status, path }) => {
      const served = await serve();
      const url = new URL(served.url);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      onTestFinished(() => agent.destroy());
      const statuses = [];
      for (let index = 0; index < COUNT; index += 1) {
        statuses.push((await sendRaw(url, { agent, headers, body: BODY, ...(path && { path }) })).status);
        statuses.push((await sendRaw(url, { agent })).status);
      }
      expect(statuses).toEqual(Array.from({ length: COUNT }, () => [status, 200]).flat());
    },
  );

  test("whose parts never end is cut off", async () => {
    const served = await serve();
    const { port } = new URL(served.url);
    const socket = connect(Number(port), "127.0.0.1");
    const closed = once(socket, "close");
    let answer = "";
    socket.on("data", (part) => {
      answer += String(part);
    });
    socket.on("error", () => {});
    socket.write("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n");
    const parts = setInterval(() => socket.write("1\r\nx\r\n".repeat(2000)), 20);
    onTestFinished(() => clearInterval(parts));
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  }, 10_000);
});
