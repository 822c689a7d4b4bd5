import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { COMMAND } from "../helpers/command.ts";

const STAND_STILL = join(import.meta.dirname, "../helpers/stand-still.cjs");

interface Started {
  process: ChildProcessByStdio<null, null, Readable>;
  url: string;
  stderr(): string;
}

async function startServer(env: Record<string, string> = {}): Promise<Started> {
  const options = ["serve", "--http", "127.0.0.1:0", "--sandbox"];
  const child = spawn(process.execPath, ["--require", STAND_STILL, COMMAND, ...options], {
    env: commandEnvironment(env),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const url = () => /MCP is at (\S+?)"/.exec(stderr)?.[1];
  while (url() === undefined && child.exitCode === null) await setTimeout(50);
  return { process: child, url: url() ?? "", stderr: () => stderr };
}

// Windows has none of these signals.
describe.skipIf(process.platform === "win32").concurrent("the watchdog of the server over HTTP", () => {
  test("ends a server whose event loop stands still, with one line", { timeout: 60_000 }, async () => {
    const server = await startServer();
    const exit = once(server.process, "exit");
    server.process.kill("SIGUSR2");
    const stoodStillAt = performance.now();
    expect(await exit).toEqual([null, "SIGKILL"]);
    const seconds = (performance.now() - stoodStillAt) / 1000;
    expect(seconds).toBeGreaterThan(8.5);
    expect(seconds).toBeLessThan(20);
    const last = JSON.parse(server.stderr().trim().split("\n").at(-1) ?? "");
    expect(last).toEqual({
      time: expect.any(String),
      level: "error",
      event: "server",
      message:
        "the event loop has stood still for 10 s, so the process ends. Its supervisor starts a new one; please report this.",
    });
  });

  test("ends a server whose log is read no more", { timeout: 60_000 }, async () => {
    const server = await startServer({ STAND_STILL: "log" });
    const exit = once(server.process, "exit");
    server.process.stderr.pause();
    server.process.kill("SIGUSR2");
    expect(await exit).toEqual([null, "SIGKILL"]);
  });

  test("leaves a server alone that was frozen as a whole for longer", { timeout: 60_000 }, async () => {
    const server = await startServer();
    const exit = once(server.process, "exit");
    server.process.kill("SIGSTOP");
    await setTimeout(13_000);
    server.process.kill("SIGCONT");
    await setTimeout(2500);
    const response = await fetch(server.url, { method: "GET" });
    expect(response.status).toBe(405);
    server.process.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    expect(server.stderr()).not.toContain("stood still");
  });
});
