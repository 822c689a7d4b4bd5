import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { COMMAND } from "../helpers/command.ts";
import { deferred } from "../helpers/deferred.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { seed } from "../helpers/seeds.ts";

const ROWS = 24;

/** A server with an open session, as a host that speaks the protocol by hand starts it. */
async function startServer(env: Record<string, string> = {}, args: string[] = []) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: commandEnvironment(env),
    timeout: 25_000,
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const messages: { id?: number | null; method?: string; error?: unknown; result?: unknown }[] = [];
  createInterface(child.stdout).on("line", (line) => messages.push(JSON.parse(line)));
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const answered = async (id: number | null) => {
    await expect.poll(() => messages.some((message) => message.id === id), { timeout: 10_000 }).toBe(true);
    return messages.find((message) => message.id === id);
  };
  const clientInfo = { name: "raw", version: "1" };
  send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
  });
  await answered(1);
  send({ method: "notifications/initialized" });
  return { child, messages, send, answered, stderr: () => stderr };
}

/** A batch under way on a Data Center that holds its responses to posts until they are released. */
async function startBatch() {
  const sandbox = createSandbox(seed());
  let posts = 0;
  const { promise: held, resolve: release } = deferred();
  const address = await serveOnLoopback(async (request) => {
    const response = await sandbox.fetch(request);
    if (request.method === "POST" && new URL(request.url).pathname.endsWith("/worklogs")) {
      posts += 1;
      await held;
    }
    return response;
  });
  const server = await startServer({
    TEMPO_BASE_URL: address,
    TEMPO_PAT: SANDBOX_CREDENTIALS.personalAccessToken,
  });
  const worklogs = Array.from({ length: ROWS }, (_, index) => ({
    // One write an issue is under way at a time.
    issueKey: index % 2 === 0 ? "PROJ-7" : "PROJ-123",
    hours: 1,
    date: `2026-01-${String(index + 1).padStart(2, "0")}`,
  }));
  const params = { name: "bulk_post_worklogs", arguments: { worklogs }, _meta: { progressToken: "p" } };
  server.send({ id: 2, method: "tools/call", params });
  await expect.poll(() => posts, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
  return { ...server, sandbox, release, posts: () => posts };
}

type Batch = Awaited<ReturnType<typeof startBatch>>;

const isWindows = process.platform === "win32";

describe("a server whose host goes away in the middle of a batch", () => {
  test.each<[string, (batch: Batch) => void]>([
    ["stdin is closed", ({ child }) => child.stdin.end()],
    ["stdout is closed", ({ child }) => child.stdout.destroy()],
    // Windows has no signals to send.
    ...(isWindows
      ? []
      : [
          ["SIGTERM", ({ child }) => child.kill("SIGTERM")] as [string, (batch: Batch) => void],
          ["SIGINT", ({ child }) => child.kill("SIGINT")] as [string, (batch: Batch) => void],
        ]),
  ])("%s: what was sent is awaited and logged, the rest is not sent", async (_, end) => {
    const batch = await startBatch();
    const closed = once(batch.child, "close");
    end(batch);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(batch.child.exitCode).toBe(null);
    batch.release();
    const [code] = await closed;
    const stored = [...batch.sandbox.state.worklogs.keys()].map(String).sort();
    const [, logged = ""] = /cancelled; before that it had stored worklog (.+)\n/.exec(batch.stderr()) ?? [];
    expect({ code, logged: logged.split(", ").sort() }).toEqual({ code: 0, logged: stored });
    expect(stored.length).toBeLessThan(ROWS);
    expect(batch.posts()).toBe(stored.length);
  });

  test.skipIf(isWindows)("a second signal ends the process at once", async () => {
    const { child, stderr } = await startBatch();
    const closed = once(child, "close");
    child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill("SIGTERM");
    const [code] = await closed;
    expect({ code, last: stderr().trim().split("\n").at(-1) }).toEqual({
      code: 130,
      last: "tempofiller: ended at once; a request on its way may have taken effect, so check your worklogs",
    });
  });
});

test.skipIf(isWindows).each(["SIGTERM", "SIGINT"] as const)(
  "%s ends a server without calls at once, and without a word",
  async (signal) => {
    const { child, stderr } = await startServer({}, ["--sandbox"]);
    const closed = once(child, "close");
    child.kill(signal);
    const [code] = await closed;
    expect({ code, stderr: stderr() }).toEqual({ code: 0, stderr: "" });
  },
);

describe("a message that is too long to read", () => {
  const tooLong = "x".repeat(11 * 1024 * 1024);

  test.each([
    ["last", { method: "tools/call", params: { text: tooLong }, jsonrpc: "2.0", id: 3 }],
    ["first", { jsonrpc: "2.0", id: 3, method: "tools/call", params: { text: tooLong } }],
  ])("is answered with an error if its id comes %s, and the batch under way goes on", async (_, message) => {
    const { child, answered, release, sandbox, stderr } = await startBatch();
    child.stdin.write(`${JSON.stringify(message)}\n`);
    const refused = await answered(3);
    expect(refused?.error).toEqual({
      code: -32600,
      message:
        "This message has more than 10485760 bytes, so it was not read and nothing was sent to Tempo. Send less in one message.",
    });
    release();
    expect(await answered(2)).toMatchObject({
      result: { structuredContent: { summary: { succeeded: ROWS } } },
    });
    expect(sandbox.state.worklogs.size).toBe(ROWS);
    child.stdin.end();
    const [code] = await once(child, "close");
    expect({ code, stderr: stderr() }).toEqual({
      code: 0,
      stderr: "tempofiller: protocol: dropped a message of more than 10485760 bytes\n",
    });
  });
});

test.each(['[{"jsonrpc":"2.0","id":3,"method":"ping"}]', "null"])(
  "%s, which is not one message, is answered as an invalid request, and the batch under way goes on",
  async (line) => {
    const { child, answered, release, stderr } = await startBatch();
    child.stdin.write(`${line}\n`);
    expect(await answered(null)).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: {
        code: -32600,
        message:
          "This line is not one message, so it was not read and nothing was sent to Tempo. Send each message as an object on a line of its own.",
      },
    });
    release();
    expect(await answered(2)).toMatchObject({
      result: { structuredContent: { summary: { succeeded: ROWS } } },
    });
    child.stdin.end();
    const [code] = await once(child, "close");
    expect({ code, stderr: stderr() }).toEqual({
      code: 0,
      stderr: "tempofiller: protocol: dropped a line that is not one message\n",
    });
  },
);

test("a line that is not JSON is answered with a parse error, a blank one is not, and the batch under way goes on", async () => {
  const { child, answered, messages, release, sandbox, stderr } = await startBatch();
  child.stdin.write('\n{"jsonrpc":"2.0","id":3,"method":"ping"\r\n  \n');
  expect(await answered(null)).toEqual({
    jsonrpc: "2.0",
    id: null,
    error: {
      code: -32700,
      message:
        "This message is not JSON, so it was not read and nothing was sent to Tempo. Send each message as one line of JSON.",
    },
  });
  child.stdin.write('{"jsonrpc":"2.0","id":4,"method":"ping"}\n');
  expect(await answered(4)).toMatchObject({ result: {} });
  release();
  expect(await answered(2)).toMatchObject({
    result: { structuredContent: { summary: { succeeded: ROWS } } },
  });
  expect(sandbox.state.worklogs.size).toBe(ROWS);
  child.stdin.end();
  const [code] = await once(child, "close");
  const errors = messages.filter(({ error }) => error !== undefined);
  expect({ code, stderr: stderr(), errors: errors.length }).toEqual({
    code: 0,
    stderr: "tempofiller: protocol: dropped a message that is not JSON\n",
    errors: 1,
  });
});
