import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { COMMAND } from "../helpers/command.ts";
import { startServedCommand } from "../helpers/served-command.ts";

const STAND_STILL = join(import.meta.dirname, "../helpers/stand-still.cjs");

const startServer = (env: Record<string, string> = {}) =>
  startServedCommand({ env, program: [process.execPath, "--require", STAND_STILL, COMMAND] });

// Windows has none of these signals.
describe.skipIf(process.platform === "win32").concurrent("the watchdog of the server over HTTP", () => {
  test("ends a server whose event loop stands still, with one line", { timeout: 60_000 }, async () => {
    const server = await startServer();
    server.child.kill("SIGUSR2");
    const stoodStillAt = performance.now();
    expect(await server.ended).toEqual([null, "SIGKILL"]);
    const seconds = (performance.now() - stoodStillAt) / 1000;
    expect(seconds).toBeGreaterThan(8.5);
    expect(seconds).toBeLessThan(20);
    const last = JSON.parse(server.log().trim().split("\n").at(-1) ?? "");
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
    server.child.stderr.pause();
    server.child.kill("SIGUSR2");
    expect(await server.ended).toEqual([null, "SIGKILL"]);
  });

  test("leaves a server alone that was frozen as a whole for longer", { timeout: 60_000 }, async () => {
    const server = await startServer();
    server.child.kill("SIGSTOP");
    await setTimeout(13_000);
    server.child.kill("SIGCONT");
    await setTimeout(2500);
    const response = await fetch(server.url, { method: "GET" });
    expect(response.status).toBe(405);
    server.child.kill("SIGTERM");
    expect(await server.ended).toEqual([0, null]);
    expect(server.log()).not.toContain("stood still");
  });
});
