import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { COMMAND } from "../helpers/command.ts";
import { sendRaw } from "../helpers/raw-requests.ts";
import { HANDSHAKE, linesOf, startRaw } from "../helpers/raw-stdio.ts";
import { startTeamServer } from "../helpers/team-server.ts";

const MARK = "\ufeff";

/** The ids that a new server answers to the bytes, in order. */
async function idsAnswered(chunks: readonly Buffer[]): Promise<unknown[]> {
  const child = spawn(process.execPath, [COMMAND, "--sandbox"], {
    env: commandEnvironment(),
    timeout: 25_000,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ids: unknown[] = [];
  const ended = new Promise((resolve) => child.once("close", resolve));
  createInterface(child.stdout).on("line", (line) => ids.push(JSON.parse(line).id));
  for (const chunk of chunks) {
    child.stdin.write(chunk);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  await expect.poll(() => ids.length, { timeout: 10_000 }).toBe(2);
  child.stdin.end();
  await ended;
  return ids;
}

describe("a byte order mark", () => {
  const bytes = Buffer.from(MARK + linesOf([...HANDSHAKE, { id: 2, method: "ping" }]));

  test("before the first message is read over", async () => {
    expect(await idsAnswered([bytes])).toEqual([1, 2]);
  });

  test("may be split over chunks, and stand before later lines", async () => {
    const later = Buffer.from(
      linesOf([HANDSHAKE[0] as object]) + MARK + linesOf([{ id: 2, method: "ping" }]),
    );
    expect(await idsAnswered([bytes.subarray(0, 1), bytes.subarray(1, 2), bytes.subarray(2)])).toEqual([
      1, 2,
    ]);
    expect(await idsAnswered([later])).toEqual([1, 2]);
  });

  test.each([`${MARK}${MARK}`, ` ${MARK}`, `${MARK}\r\n`, `\r\n\n \t\n${MARK}`])(
    "may be %j before a message whose lines end as on Windows",
    async (before) => {
      const lines = linesOf([...HANDSHAKE, { id: 2, method: "ping" }]).replaceAll("\n", "\r\n");
      expect(await idsAnswered([Buffer.from(before + lines)])).toEqual([1, 2]);
    },
  );
});

test("each message with an id gets one response with that id, whatever it is", async () => {
  const server = await startRaw({}, ["--sandbox"]);
  const member = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom("2.0", "ping", "tools/list", null));
  const odd = fc.record(
    { jsonrpc: member, method: member, params: member, more: member },
    { requiredKeys: [] },
  );
  const sent = fc.sample(odd, { numRuns: 150, seed: 20261128 }).map((value, index) => ({
    jsonrpc: "2.0",
    ...value,
    id: index % 3 ? 100 + index : `text-${index}`,
  }));
  // A response has no response.
  const requests = sent.filter(({ id }) => id !== undefined);
  for (const message of sent) server.child.stdin.write(`${JSON.stringify(message)}\n`);
  server.send({ id: 99, method: "ping" });
  await server.answered(99);
  await expect
    .poll(() => server.messages.length, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(requests.length + 2);
  const ids = server.messages.map(({ id }) => id as unknown).filter((id) => id !== 1 && id !== 99);
  expect(ids.map(String).sort()).toEqual(requests.map(({ id }) => String(id)).sort());
});

test("each line of odd bytes gets one response, by the id that it has", async () => {
  const { child, messages, send, answered } = await startRaw({}, ["--sandbox"]);
  const value = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 12 }), { numRuns: 100, seed: 20261128 });
  for (const [index, bytes] of value.entries()) {
    const inText = Buffer.from(bytes.map((byte) => (byte < 32 || byte === 34 || byte === 92 ? 0xe9 : byte)));
    const [before, after] = [
      `{"jsonrpc":"2.0","method":"ping","params":{"id":0,"x":"`,
      `"},"id":${100 + index}}\n`,
    ];
    child.stdin.write(Buffer.concat([Buffer.from(before), inText, Buffer.from(after)]));
  }
  send({ id: 99, method: "ping" });
  await answered(99);
  const ids = messages.map(({ id }) => id).filter((id) => id !== 1 && id !== 99);
  expect(ids.map(Number).sort((one, other) => one - other)).toEqual(value.map((_, index) => 100 + index));
});

test("a list of messages, which the protocol 2025-03-26 had, is read as its messages", async () => {
  const { child, messages, send, answered } = await startRaw({}, ["--sandbox"]);
  const [call, list] = ["tools/call", "tools/list"].map((method) => ({ jsonrpc: "2.0", method }));
  const params = { name: "get_schedule", arguments: { startDate: "2026-01-05" } };
  const odd = { jsonrpc: "2.0", id: 6, method: 5 };
  const noted = { jsonrpc: "2.0", method: "notifications/progress" };
  child.stdin.write(`${JSON.stringify([{ ...call, id: 4, params }, { ...list, id: 5 }, odd, noted, 7])}\n`);
  child.stdin.write(`[]\n${JSON.stringify([noted])}\n`);
  for (const id of [4, 5, 6]) await answered(id);
  send({ id: 8, method: "ping" });
  await answered(8);
  const answers = messages.map(({ id, error }) => `${id} ${error ? "refused" : "answered"}`);
  expect(answers.sort()).toEqual([
    "1 answered",
    "4 answered",
    "5 answered",
    "6 refused",
    "8 answered",
    // The 7, and the list of none.
    "null refused",
    "null refused",
  ]);
});

test.each<[accept: string | undefined, status: number, type: string]>([
  ["application/json, text/event-stream", 200, "text/event-stream"],
  ["*/*", 200, "text/event-stream"],
  ["APPLICATION/*;q=0.5, text/*", 200, "text/event-stream"],
  [undefined, 200, "text/event-stream"],
  ["text/event-stream", 200, "text/event-stream"],
  ["application/json", 200, "application/json"],
  ["application/json, text/event-stream;q=0", 200, "application/json"],
  ["text/event-stream;q=0.1, */*;q=0.01", 200, "text/event-stream"],
  ["text/html, application/json;q=0.9, */*;q=0.8", 200, "text/event-stream"],
  ["application/json;charset=utf-8", 200, "application/json"],
  ["text/event-stream; charset=utf-8", 200, "text/event-stream"],
  ["*/*;charset=utf-8", 200, "text/event-stream"],
  ["application/json;v=1;q=0.9, text/html", 200, "application/json"],
  ['application/json; profile="a,b;q=0" ; q=0.5,text/event-stream;v=1;q=0.4', 200, "text/event-stream"],
  ["", 200, "text/event-stream"],
  ["application/json;charset=utf-8;q=0", 406, "application/json"],
  ["application/json;q=0, text/event-stream;q=0", 406, "application/json"],
  ["*/*;q=0", 406, "application/json"],
  ["text/html", 406, "application/json"],
])("over HTTP, Accept: %s has status %d and %s", async (accept, status, type) => {
  const { url } = await startTeamServer();
  const body = JSON.stringify({ jsonrpc: "2.0", id: 5, method: "ping" });
  const response = await sendRaw(url, { body, headers: { accept: accept ?? [] } });
  expect([response.status, response.headers["content-type"]]).toEqual([status, type]);
  if (status === 200) expect(response.text).toContain('"id":5');
});

test.each<[what: string, body: string, status: number, id?: string]>([
  ["a mark before it", `${MARK}{"jsonrpc":"2.0","id":5,"method":"ping"}`, 200],
  ["marks and blank lines before it", `\r\n${MARK}${MARK}{"jsonrpc":"2.0","id":5,"method":"ping"}\r\n`, 200],
  ["parameters as a list", '{"jsonrpc":"2.0","id":5,"method":"ping","params":[1]}', 400],
  ["no parameters as null", '{"jsonrpc":"2.0","id":5,"method":"ping","params":null}', 200],
  [
    "an id that JavaScript rounds",
    '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}',
    400,
    "12345678901234567890",
  ],
  ["a number that JSON has not", '{"jsonrpc":"2.0","id":5,"method":"ping","params":{"a":NaN}}', 400],
  ["no version", '{"id":5,"method":"ping"}', 400],
  ["no method", '{"jsonrpc":"2.0","id":5}', 400],
])("over HTTP, a request with %s is answered with its id", async (_, body, status, id = "5") => {
  const { url } = await startTeamServer();
  const response = await sendRaw(url, { body });
  expect([response.status, response.text.includes(`"id":${id}`)]).toEqual([status, true]);
});

test("over HTTP, a request with a byte that is not UTF-8 is refused by its id, with the reason", async () => {
  const { url } = await startTeamServer();
  const body = Buffer.from(
    '{"jsonrpc":"2.0","method":"ping","params":{"id":6,"x":"caf\xe9"},"id":5}',
    "latin1",
  );
  const { status, text } = await sendRaw(url, { body });
  expect({ status, answer: JSON.parse(text) }).toEqual({
    status: 400,
    answer: {
      jsonrpc: "2.0",
      id: 5,
      error: {
        code: -32_700,
        message:
          "This message is not in UTF-8, so it was not read and nothing was sent to Tempo. Send each message in UTF-8.",
      },
    },
  });
});
