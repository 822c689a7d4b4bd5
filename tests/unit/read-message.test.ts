import { isJSONRPCRequest } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerTo, readMessage, readMessages } from "../../src/server/read-message.ts";

const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call" };
const SCHEDULE = { name: "get_schedule", arguments: { startDate: "2026-01-05" } };

describe("what hosts are known to add to a request", () => {
  test.each<[what: string, sent: object, read: object]>([
    ["no parameters as null", { ...CALL, params: null }, CALL],
    [
      "no arguments as null",
      { ...CALL, params: { name: "x", arguments: null } },
      { ...CALL, params: { name: "x" } },
    ],
    [
      "arguments as JSON text",
      { ...CALL, params: { ...SCHEDULE, arguments: JSON.stringify(SCHEDULE.arguments) } },
      { ...CALL, params: SCHEDULE },
    ],
    [
      "arguments as JSON text of JSON text",
      { ...CALL, params: { ...SCHEDULE, arguments: JSON.stringify(JSON.stringify(SCHEDULE.arguments)) } },
      { ...CALL, params: SCHEDULE },
    ],
    ...["", " ", "null", '"null"', []].map((none): [string, object, object] => [
      `no arguments as ${JSON.stringify(none)}`,
      { ...CALL, params: { name: "x", arguments: none } },
      { ...CALL, params: { name: "x" } },
    ]),
    [
      "capabilities of nulls",
      {
        ...CALL,
        method: "initialize",
        params: {
          capabilities: { roots: null, elicitation: { form: null } },
          clientInfo: { name: "x", title: null },
        },
      },
      {
        ...CALL,
        method: "initialize",
        params: { capabilities: { elicitation: {} }, clientInfo: { name: "x" } },
      },
    ],
    [
      "arguments of a prompt as null",
      {
        ...CALL,
        method: "prompts/get",
        params: { name: "x", arguments: { month: "2026-01", username: null } },
      },
      { ...CALL, method: "prompts/get", params: { name: "x", arguments: { month: "2026-01" } } },
    ],
    [
      "metadata of nulls",
      { ...CALL, params: { ...SCHEDULE, cursor: null, _meta: { progressToken: null, a: 1 } } },
      { ...CALL, params: { ...SCHEDULE, _meta: { a: 1 } } },
    ],
    ["no metadata as null", { ...CALL, params: { ...SCHEDULE, _meta: null } }, { ...CALL, params: SCHEDULE }],
    [
      "members of its own",
      { ...CALL, params: SCHEDULE, result: null, trace: 1 },
      { ...CALL, params: SCHEDULE },
    ],
  ])("%s is left out", (_, sent, read) => {
    expect(readMessage(sent)).toEqual({ message: read });
  });

  test("null in the arguments of a tool stays, since its schema says what is optional", () => {
    const sent = { ...CALL, params: { name: "x", arguments: { endDate: null, rows: [null] } } };
    expect(readMessage(sent)).toEqual({ message: sent });
  });

  test("a text that is no object stays, to be named", () => {
    for (const given of ["[1]", "{", "[]", "x", '"x"', '"[1]"']) {
      const sent = { ...CALL, params: { name: "x", arguments: given } };
      expect(readMessage(sent)).toEqual({ message: sent });
    }
  });
});

test.each<[sent: object, id: unknown]>([
  [{ id: 1, method: "ping" }, 1],
  [{ jsonrpc: "1.0", id: "a", method: "ping" }, "a"],
  [{ jsonrpc: "2.0", id: 7, method: 5 }, 7],
  [{ jsonrpc: "2.0", id: 7 }, 7],
  [{ jsonrpc: "2.0", id: 7, method: "ping", params: [] }, 7],
  [{ jsonrpc: "2.0", id: 1.5, method: "ping" }, 1.5],
  [{ jsonrpc: "2.0", id: null, method: "ping" }, null],
  [{ jsonrpc: "2.0", id: true, method: "ping" }, true],
  [{ jsonrpc: "2.0", id: { a: 1 }, method: "ping" }, { a: 1 }],
  [{ jsonrpc: "2.0", id: ["x".repeat(300)], method: "ping" }, null],
])("%j is refused, by its own id if that is short", (sent, id) => {
  const { refused } = readMessage(sent);
  expect({ id: refused?.id, isSentence: refused?.message.endsWith(".") }).toEqual({
    id: JSON.stringify(id),
    isSentence: true,
  });
});

const LONG = "a".repeat(257);

test.each<[name: string, sent: object, headers?: Record<string, string>]>([
  ["name", { ...CALL, params: { name: LONG } }],
  ["uri", { ...CALL, method: "resources/read", params: { uri: LONG } }],
  ["name", { ...CALL, method: "completion/complete", params: { ref: { name: LONG } } }],
  ["method", { ...CALL, method: LONG }],
  ["progressToken", { ...CALL, params: { ...SCHEDULE, _meta: { progressToken: LONG } } }],
  ["id", { ...CALL, id: LONG }],
  ["mcp-name", CALL, { "mcp-name": LONG }],
])("a %s that is longer than any is refused, since an error would repeat it", (name, sent, headers) => {
  expect(readMessage(sent, headers)).toEqual({
    refused: {
      id: name === "id" ? "null" : "1",
      code: -32_602,
      message: `The ${name} of the message has more than 256 characters. Send a shorter one.`,
    },
  });
});

test("notifications and responses pass as they are", () => {
  for (const sent of [
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: null },
    { jsonrpc: "2.0", id: 3, result: {} },
    { jsonrpc: "2.0", id: 3, error: { code: 1, message: "no" } },
    {},
  ]) {
    expect(readMessage(sent)).toEqual({ message: sent });
  }
});

test("every message with an id becomes a request that the SDK takes, or is refused with that id", () => {
  const member = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom("2.0", "ping", "tools/call", null));
  const sent = fc.record(
    { jsonrpc: member, id: member, method: member, params: member, extra: member },
    { requiredKeys: ["id"] },
  );
  fc.assert(
    fc.property(sent, (value) => {
      const { message, refused } = readMessage(JSON.parse(JSON.stringify(value)));
      const own = JSON.parse(JSON.stringify(value.id));
      if (message) expect(isJSONRPCRequest(message) && message.id).toEqual(own);
      else expect([own, null]).toContainEqual(JSON.parse(refused?.id ?? ""));
    }),
    { numRuns: 2000 },
  );
});

const BAD = "\xe9";
const REST = '"jsonrpc":"2.0","method":"ping"';

test.each<[what: string, sent: string, ids: string[]]>([
  ["an id beyond safe numbers", `{${REST},"id":12345678901234567890}`, ["12345678901234567890"]],
  ["one just beyond them", `{"id": -9007199254740993 ,${REST}}`, ["-9007199254740993"]],
  ["a fraction", `{"id":1.50,${REST}}`, ["1.50"]],
  ["an exponent", `{"id":1e400,${REST}}`, ["1e400"]],
  ["an object", `{"id":{"a":[9007199254740993,"}"]},${REST}}`, ['{"a":[9007199254740993,"}"]}']],
  ["odd ids in a list", ` [{"id":1e99,${REST}} , {"id":2.5,${REST}}]`, ["1e99", "2.5"]],
  ["a byte that is not UTF-8", `{${REST},"id":5,"params":{"id":6,"x":"${BAD}"}}`, ["5"]],
  ["one in a list", `[{"id":"a",${REST}},{"id":2,"x":"${BAD}",${REST}}]`, ['"a"', "2"]],
  ["one in the id itself", `{"id":"${BAD}",${REST}}`, ["null"]],
  ["one and no id", `{"x":"${BAD}",${REST}}`, ["null"]],
  ["a number that JSON has not", `{${REST},"params":{"hours":NaN},"id":5}`, ["5"]],
  ["a comma too many", `{"id":"x\\"y",${REST},}`, ['"x\\"y"']],
  ["no end", `{"id":5,${REST}`, ["null"]],
  ["two ends", `{"id":5,${REST}}}`, ["null"]],
  ["two ids and no JSON", `{"id":5,"id":6,"x":NaN,${REST}}`, ["null"]],
  ["an id within alone", `{"params":{"id":5,"x":NaN},${REST}}`, ["null"]],
  ["a response that is no JSON", '{"id":5,"jsonrpc":"2.0","result":NaN}', ["null"]],
  ["a number in place of a message", "7", ["null"]],
])("a message with %s is refused by the very id, or by none that is guessed", (_, sent, ids) => {
  const read = readMessages(Buffer.from(sent, "latin1"));
  expect(read.map(({ refused }) => refused?.id)).toEqual(ids);
  for (const { refused } of read)
    expect(refused && JSON.parse(answerTo(refused))).toMatchObject({ jsonrpc: "2.0" });
});

test("a message that is not in UTF-8 is refused for that", () => {
  const [read] = readMessages(Buffer.from(`{"id":5,${REST},"x":"${BAD}"}`, "latin1"));
  expect(read).toEqual({
    refused: {
      id: "5",
      code: -32_700,
      message:
        "This message is not in UTF-8, so it was not read and nothing was sent to Tempo. Send each message in UTF-8.",
    },
  });
});

test.each([(args: string) => args, (args: string) => JSON.stringify(args)])(
  "an argument that the SDK would drop for its name is refused",
  (spelled) => {
    const args = spelled('{"startDate":"2026-01-05","__proto__":{"billable":false}}');
    const sent = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":${args}}}`;
    expect(readMessages(Buffer.from(sent))).toEqual([
      {
        refused: {
          id: "1",
          code: -32_602,
          message:
            "Invalid input: unknown argument `__proto__`. Nothing was sent to Tempo; leave it out and call again.",
        },
      },
    ]);
  },
);
