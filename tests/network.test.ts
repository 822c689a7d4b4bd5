import { once } from "node:events";
import { createServer, request as send } from "node:http";
import { type AddressInfo, connect } from "node:net";
import pLimit from "p-limit";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../src/cli/clock.ts";
import { sandboxDeployment } from "../src/cli/sandbox-deployment.ts";
import type { BulkPostWorklogsResponse } from "../src/generated/responses.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../src/sandbox/sandbox.ts";
import { runTool } from "../src/server/run-tool.ts";
import { openTimesheet } from "../src/tempo/deployment.ts";
import { paceOf } from "../src/tempo/pace.ts";
import { bulkPostWorklogs } from "../src/tools/bulk-post-worklogs.ts";
import { startCommand } from "./helpers/command.ts";
import { serveOnLoopback } from "./helpers/http-server.ts";
import { seed } from "./helpers/seeds.ts";
import { replyOf } from "./helpers/session.ts";

const PAT = "pat-S3CRET-token-4d5e6f";
const credentials = { ...SANDBOX_CREDENTIALS, personalAccessToken: PAT };
const DAY = { startDate: "2026-01-05" };

/** A proxy on loopback that notes what it is asked for, until the running test ends. */
async function startProxy(): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const proxy = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const { method, headers, url = "" } = incoming;
    incoming.pipe(
      send(url, { method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(outgoing);
      }),
    );
  });
  proxy.on("connect", ({ url = "" }, socket, head) => {
    asked.push(`CONNECT ${url}`);
    const [host = "", port] = url.split(":");
    if (host !== "127.0.0.1") {
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      return;
    }
    const upstream = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on("error", () => end.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}

describe("a proxy of the environment", () => {
  test("is used, and not for what NO_PROXY names", async () => {
    const upstream = await serveOnLoopback(createSandbox(seed(), { credentials }).fetch);
    const { address, asked } = await startProxy();
    const settings = { TEMPO_BASE_URL: upstream, TEMPO_PAT: PAT, HTTP_PROXY: address };
    const through = await startCommand([], settings);
    replyOf(await through.client.callTool({ name: "get_worklogs", arguments: DAY }));
    expect(asked.length).toBeGreaterThan(0);
    const seen = asked.length;
    const past = await startCommand([], { ...settings, NO_PROXY: "127.0.0.1" });
    replyOf(await past.client.callTool({ name: "get_worklogs", arguments: DAY }));
    expect(asked.length).toBe(seen);
  });

  test("is used for https, by a tunnel, whatever placeholders a host leaves in the other variables", async () => {
    const { address, asked } = await startProxy();
    const settings = {
      TEMPO_BASE_URL: "https://jira.invalid",
      TEMPO_PAT: PAT,
      HTTPS_PROXY: address,
      HTTP_PROXY: `\${user_config.http_proxy}`,
      NO_PROXY: `\${user_config.no_proxy}`,
      TEMPO_CALL_BUDGET_MS: "2000",
    };
    const { client } = await startCommand([], settings);
    const { isError } = await client.callTool({ name: "get_worklogs", arguments: DAY });
    expect(isError).toBe(true);
    expect(new Set(asked)).toEqual(new Set(["CONNECT jira.invalid:443"]));
  });
});

test("a batch whose process was killed in the middle is stored once when it is sent again", async () => {
  const sandbox = createSandbox(seed(), { credentials });
  const address = await serveOnLoopback(async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return sandbox.fetch(request);
  });
  const settings = { TEMPO_BASE_URL: address, TEMPO_PAT: PAT };
  const worklogs = Array.from({ length: 60 }, (_, index) => ({
    issueKey: index % 2 ? "PROJ-7" : "PROJ-123",
    hours: 0.5,
    date: `2026-01-${String(1 + (index % 28)).padStart(2, "0")}`,
  }));
  const call = { name: "bulk_post_worklogs", arguments: { worklogs } };

  const first = await startCommand([], settings);
  const killed = first.client.callTool(call).catch((error: unknown) => error);
  await expect.poll(() => sandbox.state.worklogs.size, { timeout: 10_000, interval: 5 }).toBeGreaterThan(12);
  process.kill(first.pid ?? 0, "SIGKILL");
  expect(await killed).toBeInstanceOf(Error);
  const before = sandbox.state.worklogs.size;
  expect(before).toBeLessThan(60);

  const second = await startCommand([], settings);
  const { summary, results } = replyOf(await second.client.callTool(call)) as BulkPostWorklogsResponse;
  expect(summary).toEqual({ total: 60, succeeded: 60, failed: 0, totalHours: 30 });
  expect(results.filter(({ alreadyLogged }) => alreadyLogged).length).toBeGreaterThanOrEqual(before);
  expect(sandbox.state.worklogs.size).toBe(60);
});

test("100 entries over 20 issues under a limit of 5 requests a second are all stored, within twice the limit's own time", async () => {
  const issues = Array.from({ length: 20 }, (_, index) => ({
    id: 700 + index,
    key: `LIM-${index}`,
    summary: "",
  }));
  const sandbox = createSandbox(seed({ issues }));
  const times: number[] = [];
  let refused = 0;
  const timesheet = openTimesheet(sandboxDeployment("cloud", SANDBOX_CREDENTIALS), {
    clock: systemClock,
    timeout: 30_000,
    pace: paceOf("cloud"),
    async fetch(request) {
      if (!request.url.includes("/4/")) return sandbox.fetch(request);
      const now = performance.now();
      if (times.filter((time) => now - time < 1000).length >= 5) {
        refused += 1;
        return new Response("", { status: 429 });
      }
      times.push(now);
      return sandbox.fetch(request);
    },
  });
  const worklogs = Array.from({ length: 100 }, (_, index) => ({
    issueKey: `LIM-${index % 20}`,
    hours: 0.25,
    date: `2026-01-${String(1 + Math.floor(index / 20)).padStart(2, "0")}`,
  }));
  const start = performance.now();
  const result = await runTool(
    bulkPostWorklogs,
    { worklogs },
    {
      openTimesheet: async () => timesheet,
      budget: 50_000,
      clock: systemClock,
      duplicates: "skip",
      turn: pLimit(1),
      checkReplies: true,
      log: () => {},
      redact: (text) => text,
    },
    { signal: new AbortController().signal, progress: () => {} },
  );
  const elapsed = performance.now() - start;
  expect(result.structuredContent).toMatchObject({ summary: { succeeded: 100, failed: 0 } });
  expect(sandbox.state.worklogs.size).toBe(100);
  // 21 requests at 5 a second: the last one may go after 4 seconds.
  expect({ requests: times.length, refused }).toEqual({ requests: 21, refused: 0 });
  expect(elapsed).toBeLessThan(2 * 4000);
});
