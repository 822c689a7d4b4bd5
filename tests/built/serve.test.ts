import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { COMMAND } from "../helpers/command.ts";

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
