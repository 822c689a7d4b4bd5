import { expect, test, vi } from "vitest";
import { connectHost } from "../../../src/view/bridge.ts";

/** The view's window and the host's, as far as the bridge uses them. */
function connect() {
  const own = new EventTarget();
  const sent: { message: unknown; origin: unknown }[] = [];
  const host = { postMessage: (message: unknown, origin: unknown) => void sent.push({ message, origin }) };
  const heard: unknown[] = [];
  const bridge = connectHost(own, host, {
    "ui/notifications/tool-input": (params) => heard.push(params),
  });
  const receive = (data: unknown, source: unknown = host) =>
    own.dispatchEvent(Object.assign(new Event("message"), { data, source }));
  return { bridge, heard, receive, messages: () => sent.map(({ message }) => message), sent };
}

test("a request is sent with an id of its own, and gets the result of that id", async () => {
  const { bridge, receive, sent } = connect();
  const first = bridge.request("tools/call", { name: "get_schedule" });
  const second = bridge.request("ui/open-link", {});
  expect(sent).toEqual([
    {
      message: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_schedule" } },
      origin: "*",
    },
    { message: { jsonrpc: "2.0", id: 2, method: "ui/open-link", params: {} }, origin: "*" },
  ]);
  receive({ jsonrpc: "2.0", id: 2, result: "second" });
  receive({ jsonrpc: "2.0", id: 1, result: { a: 1 } });
  await expect(Promise.all([first, second])).resolves.toEqual([{ a: 1 }, "second"]);
});

test.each([
  [{ code: -32_000, message: "The user refused" }, "The user refused"],
  [{ code: -32_000 }, "The host gave no reason."],
])("the host's error %j rejects the request", async (error, message) => {
  const { bridge, receive } = connect();
  const request = bridge.request("tools/call", {});
  receive({ jsonrpc: "2.0", id: 1, error });
  await expect(request).rejects.toEqual(new Error(message));
});

test("the first response to a request counts, and an unrequested one does not", async () => {
  const { bridge, receive, heard, messages } = connect();
  const request = bridge.request("tools/call", {});
  receive({ jsonrpc: "2.0", id: 7, result: "another's" });
  receive({ jsonrpc: "2.0", id: null, error: { code: -32_700, message: "Parse error" } });
  receive({ jsonrpc: "2.0", id: 1, result: "first" });
  receive({ jsonrpc: "2.0", id: 1, error: { message: "second" } });
  await expect(request).resolves.toBe("first");
  expect(heard).toEqual([]);
  expect(messages()).toHaveLength(1);
});

test("ping and teardown are answered, and any other request is not supported", () => {
  const { receive, heard, messages } = connect();
  receive({ jsonrpc: "2.0", id: 0, method: "ping" });
  receive({ jsonrpc: "2.0", id: "b", method: "ui/resource-teardown", params: {} });
  receive({ jsonrpc: "2.0", id: 3, method: "sampling/createMessage", params: {} });
  expect(messages()).toEqual([
    { jsonrpc: "2.0", id: 0, result: {} },
    { jsonrpc: "2.0", id: "b", result: {} },
    { jsonrpc: "2.0", id: 3, error: { code: -32_601, message: "sampling/createMessage is not supported" } },
  ]);
  expect(heard).toEqual([]);
});

test("notifications reach the view, and those that it does not know do nothing", () => {
  const { receive, heard, messages } = connect();
  const params = { arguments: { startDate: "2026-11-04" } };
  receive({ jsonrpc: "2.0", method: "ui/notifications/tool-input", params });
  receive({ jsonrpc: "2.0", method: "ui/notifications/tool-input" });
  receive({ jsonrpc: "2.0", method: "ui/notifications/unknown", params });
  expect(heard).toEqual([params, {}]);
  expect(messages()).toEqual([]);
});

test("messages of other windows are ignored", async () => {
  const { bridge, receive, heard, messages } = connect();
  const settled = vi.fn<() => void>();
  bridge.request("tools/call", {}).then(settled, settled);
  for (const source of [{}, null]) {
    receive({ jsonrpc: "2.0", id: 1, result: "forged" }, source);
    receive({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: {} }, source);
    receive({ jsonrpc: "2.0", id: 5, method: "ping" }, source);
  }
  await Promise.resolve();
  expect([settled.mock.calls, heard, messages().length]).toEqual([[], [], 1]);
});

test.each([
  undefined,
  null,
  "text",
  5,
  [],
  {},
  { id: 1, result: "no version" },
  { jsonrpc: "1.0", id: 1, result: "old" },
  { type: "webpackOk" },
  { jsonrpc: "2.0" },
])("the host's message %j, which is no JSON-RPC of ours, is ignored", async (data) => {
  const { bridge, receive, heard, messages } = connect();
  const settled = vi.fn<() => void>();
  bridge.request("tools/call", {}).then(settled, settled);
  receive(data);
  await Promise.resolve();
  expect([settled.mock.calls, heard, messages().length]).toEqual([[], [], 1]);
});

test("the handshake introduces the view, and says that it is done only when the host has answered", async () => {
  const { bridge, receive, messages } = connect();
  const initialized = bridge.initialize();
  const request = {
    jsonrpc: "2.0",
    id: 1,
    method: "ui/initialize",
    params: {
      appInfo: { name: "tempofiller-timesheet", version: "1" },
      appCapabilities: { availableDisplayModes: ["inline"] },
      protocolVersion: "2026-01-26",
    },
  };
  expect(messages()).toEqual([request]);
  const result = { protocolVersion: "2026-01-26", hostCapabilities: { serverTools: {} }, hostContext: {} };
  receive({ jsonrpc: "2.0", id: 1, result });
  await expect(initialized).resolves.toEqual(result);
  const done = { jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} };
  expect(messages()).toEqual([request, done]);
});

test("a host that refuses the handshake gets no word that it is done", async () => {
  const { bridge, receive, messages } = connect();
  const initialized = bridge.initialize();
  receive({ jsonrpc: "2.0", id: 1, error: { message: "Unknown version" } });
  await expect(initialized).rejects.toEqual(new Error("Unknown version"));
  expect(messages()).toHaveLength(1);
});

test("a notification has no id, and what cannot be posted rejects its request", async () => {
  const { bridge, messages } = connect();
  bridge.notify("ui/notifications/size-changed", { height: 320 });
  expect(messages()).toEqual([
    { jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height: 320 } },
  ]);
  const closed = {
    postMessage() {
      throw new Error("The window is closed");
    },
  };
  const request = connectHost(new EventTarget(), closed, {}).request("tools/call", {});
  await expect(request).rejects.toEqual(new Error("The window is closed"));
});
