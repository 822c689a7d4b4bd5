import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { startRaw } from "../helpers/raw-stdio.ts";
import { serveHeldTempo, TWO_ISSUES } from "../helpers/served-tempo.ts";

/** A batch under way. */
async function startBatch() {
  const { sandbox, env, posts, release } = await serveHeldTempo();
  const server = await startRaw(env);
  const worklogs = TWO_ISSUES;
  const params = { name: "bulk_post_worklogs", arguments: { worklogs }, _meta: { progressToken: "p" } };
  server.send({ id: 2, method: "tools/call", params });
  await expect.poll(posts, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
  return { ...server, sandbox, release, posts };
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
    expect(stored.length).toBeLessThan(TWO_ISSUES.length);
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
    const { child, stderr } = await startRaw({}, ["--sandbox"]);
    const closed = once(child, "close");
    child.kill(signal);
    const [code] = await closed;
    expect({ code, stderr: stderr() }).toEqual({ code: 0, stderr: "" });
  },
);

const tooLong = "x".repeat(11 * 1024 * 1024);

const TOO_LONG = {
  id: 3,
  error: {
    code: -32600,
    message:
      "This message has more than 10485760 bytes, so it was not read and nothing was sent to Tempo. Send less in one message.",
  },
  logged: "dropped a message of more than 10485760 bytes",
};

const NOT_ONE = {
  id: null,
  error: {
    code: -32600,
    message:
      "This is not a JSON-RPC message, so it was not read and nothing was sent to Tempo. Send each message as an object on a line of its own.",
  },
  logged: "refused a request that is not as MCP defines it",
};

const NOT_JSON = {
  id: null,
  error: {
    code: -32700,
    message:
      "This message is not JSON, so it was not read and nothing was sent to Tempo. Send each message as one line of JSON.",
  },
  logged: "dropped a message that is not JSON in UTF-8",
};

test.each([
  [
    "a message that is too long, its id last",
    `{"params":{"text":"${tooLong}"},"jsonrpc":"2.0","id":3}`,
    TOO_LONG,
  ],
  [
    "a message that is too long, its id first",
    `{"jsonrpc":"2.0","id":3,"params":{"text":"${tooLong}"}}`,
    TOO_LONG,
  ],
  ["a list of no messages", "[]", NOT_ONE],
  ["null", "null", NOT_ONE],
  ["a line that is cut off, between blank ones", '\n{"jsonrpc":"2.0","id":3,"method":"ping"\r\n  ', NOT_JSON],
])(
  "%s is answered with one error, and the batch under way goes on",
  async (_, line, { id, error, logged }) => {
    const { child, send, answered, messages, release, sandbox, stderr } = await startBatch();
    child.stdin.write(`${line}\n`);
    expect(await answered(id)).toEqual({ jsonrpc: "2.0", id, error });
    send({ id: 4, method: "ping" });
    expect(await answered(4)).toMatchObject({ result: {} });
    release();
    expect(await answered(2)).toMatchObject({
      result: { structuredContent: { summary: { succeeded: TWO_ISSUES.length } } },
    });
    expect(sandbox.state.worklogs.size).toBe(TWO_ISSUES.length);
    child.stdin.end();
    const [code] = await once(child, "close");
    expect({
      code,
      stderr: stderr(),
      errors: messages.filter((it) => it.error !== undefined).length,
    }).toEqual({
      code: 0,
      stderr: `tempofiller: protocol: ${logged}\n`,
      errors: 1,
    });
  },
);
