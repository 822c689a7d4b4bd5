import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { connect, createServer } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { COMMAND } from "../helpers/command.ts";
import { sendRaw } from "../helpers/raw-requests.ts";
import { startServedCommand } from "../helpers/served-command.ts";

/** `tempofiller serve` on loopback with the embedded Tempo, until the running test ends. */
function serve(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [COMMAND, "serve", "--http", "127.0.0.1:0", "--sandbox"], {
    env: commandEnvironment(env),
  });
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += String(chunk);
  });
  const ended = once(child, "close").then(([code]) => code);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { child, ended, log: () => log };
}

/** Runs code in the command before it starts. */
const running = (code: string) => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}`,
});

describe("tempofiller serve", () => {
  test("ends if it cannot listen on its internal address, and serves no request until then", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    const { ended, log } = serve({ TEMPOFILLER_INTERNAL: `127.0.0.1:${port}` });
    expect(await ended).toBe(3);
    expect(log()).toContain(
      `The server cannot listen on 127.0.0.1:${port} (EADDRINUSE). Choose another address.`,
    );
  });

  test("goes on after an error that nothing handles, and logs it as one line", async () => {
    const code = "setTimeout(() => Promise.reject(new Error('a bug')), 300)";
    const { child, log } = serve(running(code));
    await vi.waitUntil(() => log().includes("a bug") && log().includes("MCP is at"), { timeout: 15_000 });
    expect(child.exitCode).toBe(null);
    const [line] = log()
      .split("\n")
      .filter((text) => text.includes("a bug"));
    expect(JSON.parse(line ?? "")).toMatchObject({ level: "error", event: "server" });
  });

  test("ends with success at SIGTERM", async () => {
    const { child, ended, log } = serve();
    await vi.waitUntil(() => log().includes("MCP is at"), { timeout: 15_000 });
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  test("warns that it serves the embedded Tempo, which keeps nothing", async () => {
    const { log } = serve();
    await vi.waitUntil(() => log().includes("MCP is at"), { timeout: 15_000 });
    const warnings = log()
      .split("\n")
      .filter((line) => line.includes('"warn"'))
      .map((line) => JSON.parse(line).message);
    expect(warnings).toEqual(["this is the embedded Tempo: nothing is kept"]);
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
      const served = await startServedCommand();
      onTestFinished(() => served.stop());
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
    const served = await startServedCommand();
    onTestFinished(() => served.stop());
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
