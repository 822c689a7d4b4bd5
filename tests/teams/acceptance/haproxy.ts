import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { freePort } from "../../helpers/free-port.ts";
import type { Replica } from "./replica.ts";

/** Debian's HAProxy before the replicas, which take turns, until the running test ends. Returns the address of MCP. */
export async function startHaproxy(replicas: readonly Replica[]): Promise<URL> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  const servers = replicas.map(
    (replica, index) =>
      `  server replica${index + 1} 127.0.0.1:${replica.port} check port ${replica.internalPort} inter 500ms fall 1 rise 1`,
  );
  const lines = [
    "defaults",
    "  mode http",
    "  timeout connect 2s",
    "  timeout client 70s",
    "  timeout server 70s",
    // A replica that is busy answers its probe late, and is not to be left alone with that.
    "  timeout check 3s",
    // Only where no connection was made: a request that was sent is never sent again.
    "  retries 3",
    "  option redispatch 1",
    "listen mcp",
    `  bind 127.0.0.1:${port}`,
    "  balance roundrobin",
    "  option forwardfor",
    "  option httpchk GET /readyz",
    ...servers,
    "",
  ];
  writeFileSync(file, lines.join("\n"));
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "ignore", "pipe"] });
  const killAtExit = () => void child.kill("SIGKILL");
  process.on("exit", killAtExit);
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += String(chunk);
  });
  const failed = once(child, "error").then(([error]) => `${error}`);
  onTestFinished(async () => {
    process.off("exit", killAtExit);
    if (child.pid !== undefined && child.exitCode === null) {
      const ended = once(child, "close");
      child.kill("SIGKILL");
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  for (let tries = 0; ; tries += 1) {
    const reason = await Promise.race([failed, sleep(50)]);
    if (reason !== undefined || child.exitCode !== null || tries === 200)
      throw new Error(`These tests need the Debian package haproxy: ${reason ?? output}`);
    // Without a server that is ready, HAProxy says 503 itself.
    const status = await fetch(url, { method: "GET" }).then(
      (response) => response.status,
      () => 503,
    );
    if (status !== 503) return url;
  }
}
