import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { COMMAND } from "../helpers/command.ts";
import { deploymentFile } from "../helpers/deployment-files.ts";
import { freePort } from "../helpers/free-port.ts";
import { ROOT } from "../helpers/root.ts";
import { startPrometheus } from "./prometheus.ts";

/** A time in which Prometheus has scraped and evaluated, every second, what has changed. */
const SOON = { timeout: 20_000, interval: 250 };

interface Rule {
  name: string;
  state: string;
  health: string;
  lastError?: string;
}

/** A server with the sandbox, whose metrics are at the second address, and which has answered a call. */
async function startServer() {
  const [port, internalPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [COMMAND, "serve", "--http", `127.0.0.1:${port}`, "--sandbox"], {
    env: commandEnvironment({ TEMPOFILLER_INTERNAL: `127.0.0.1:${internalPort}` }),
  });
  const ended = once(child, "close");
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(stop);
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += String(chunk);
  });
  await vi.waitUntil(() => log.includes("MCP is at"), SOON);
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "post_worklog", arguments: { issueKey: "DEMO-1", hours: 1, startDate: "2026-01-05" } },
    }),
  });
  await response.text();
  return { metrics: `127.0.0.1:${internalPort}`, stop };
}

/** The expressions of the dashboard, with an interval instead of Grafana's variable. */
function dashboard(): string[] {
  const { panels } = JSON.parse(deploymentFile("monitoring/dashboard.json")) as {
    panels: { targets: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll("$__rate_interval", "30s")),
  );
}

test("a real Prometheus evaluates each alert and each expression of the dashboard, and sees that a server is down", async () => {
  const server = await startServer();
  const prometheus = await startPrometheus(server.metrics, join(ROOT, "deploy/monitoring/alerts.yaml"));
  const states = async () => {
    const { groups } = await prometheus.ask<{ groups: { rules: Rule[] }[] }>("rules");
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.filter(({ health }) => health !== "ok")).toEqual([]);
    return new Map(rules.map(({ name, state }) => [name, state]));
  };
  await vi.waitFor(async () => {
    const { result } = await prometheus.ask<{ result: unknown[] }>("query", {
      query: "tempofiller_calls_total",
    });
    expect(result.length).toBe(1);
    expect([...new Set((await states()).values())]).toEqual(["inactive"]);
  }, SOON);
  for (const query of dashboard()) await prometheus.ask("query", { query });
  await server.stop();
  await vi.waitFor(async () => expect((await states()).get("TempoFillerDown")).toBe("pending"), SOON);
});
