import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { COMMAND } from "../helpers/command.ts";
import { freePort } from "../helpers/free-port.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const SERVER_KIND = 1;
const ERROR_STATUS = 2;

test("an OpenTelemetry SDK that is loaded before the server gets a span for each call, as part of the caller's trace", async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [COMMAND, "serve", "--http", `127.0.0.1:${port}`, "--sandbox"], {
    env: commandEnvironment({
      NODE_OPTIONS: `--require "${join(import.meta.dirname, "trace-exporter.cjs")}"`,
    }),
  });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let [spans, log] = ["", ""];
  child.stdout.on("data", (chunk) => {
    spans += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    log += String(chunk);
  });
  await vi.waitUntil(() => log.includes("MCP is at"), { timeout: 15_000 });
  const call = async (name: string, args: object, meta?: object, headers?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: args, ...(meta && { _meta: meta }) },
      }),
    });
    await response.text();
  };
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  const day = { startDate: "2026-01-05" };
  await call("get_worklogs", day, { traceparent });
  await call("get_worklogs", day, undefined, { traceparent });
  await call("delete_worklog", { worklogId: "987654321" }, { traceparent });
  await call("no such tool, <b>", {}, { traceparent });
  await vi.waitUntil(() => spans.split("\n").length > 4, { timeout: 5000 });
  const ofTrace = { kind: SERVER_KIND, traceId: TRACE, parent: PARENT };
  const named = (tool: string, error?: string) => ({
    ...ofTrace,
    name: `tools/call ${tool}`,
    attributes: {
      "mcp.method.name": "tools/call",
      "gen_ai.tool.name": tool,
      ...(error && { "error.type": error }),
    },
    status: { code: error ? ERROR_STATUS : 0 },
  });
  expect(
    spans
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    named("get_worklogs"),
    named("get_worklogs"),
    named("delete_worklog", "not_found"),
    named("unknown"),
  ]);
  const calls = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === "call");
  expect(calls.map(({ traceId, code }) => [traceId, code])).toEqual([
    [TRACE, "ok"],
    [TRACE, "ok"],
    [TRACE, "not_found"],
  ]);
});
