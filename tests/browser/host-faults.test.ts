import type { FrameLocator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { BRIDGES } from "../../scripts/view/bundle-host.ts";
import { POST } from "../helpers/inputs.ts";
import { worklog } from "../helpers/seeds.ts";
import { openView } from "./open-view.ts";

const WORKLOG = worklog({ startDate: "2026-01-05" });
const MONTH = { startDate: "2026-01-01", endDate: "2026-01-31" };

interface Response {
  result?: { content?: { text: string }[] };
  error?: { message: string };
}

/** Sends a request from the view's document, and returns the response, or undefined after some milliseconds without one. */
function callFromView(view: FrameLocator, method: string, params: object, milliseconds = 5000) {
  return view.locator("html").evaluate(
    (_, sent) =>
      new Promise<Response | undefined>((resolve) => {
        const id = `test-${sent.method}-${performance.now()}`;
        addEventListener("message", ({ data }) => data?.id === id && resolve(data));
        setTimeout(() => resolve(undefined), sent.milliseconds);
        parent.postMessage({ jsonrpc: "2.0", id, method: sent.method, params: sent.params }, "*");
      }),
    { method, params, milliseconds },
  );
}

const post = (view: FrameLocator, milliseconds?: number) =>
  callFromView(view, "tools/call", { name: "post_worklog", arguments: POST }, milliseconds);
const read = (view: FrameLocator, milliseconds?: number) =>
  callFromView(view, "tools/call", { name: "get_worklogs", arguments: MONTH }, milliseconds);

describe.each(BRIDGES)("a host on AppBridge %s", (bridge) => {
  test("passes the view's calls on, and records them", async () => {
    const { view, host, stored } = await openView({ bridge, sends: [] });
    const posted = await post(view);
    expect(posted?.error).toBeUndefined();
    expect(stored()).toEqual([WORKLOG]);
    expect((await host.records()).calls).toContainEqual({ name: "post_worklog", arguments: POST });
  });

  test("refuses the view's writes, until it allows them", async () => {
    const { view, host, stored } = await openView({ bridge, sends: [], calls: { denies: "writes" } });
    expect((await post(view))?.error?.message).toContain("did not allow");
    expect((await read(view))?.error).toBeUndefined();
    expect(stored()).toEqual([]);
    await host.setFaults({});
    expect((await post(view))?.error).toBeUndefined();
    expect(stored().length).toBe(1);
  });

  test("loses the response to a write that the server has done", async () => {
    const { view, stored } = await openView({ bridge, sends: [], calls: { loses: "writes" } });
    expect(await post(view, 1000)).toBeUndefined();
    await expect.poll(() => stored().length).toBe(1);
    expect((await read(view))?.result?.content?.[0]?.text).toContain("PROJ-123");
  });

  test("delays the view's calls", async () => {
    const { view, host } = await openView({ bridge, sends: [], calls: { delay: 500 } });
    expect(await read(view, 300)).toBeUndefined();
    await host.setFaults({});
    expect(await read(view)).toBeDefined();
  });

  test("without server tools and resources, says so and passes nothing on", async () => {
    const { view, stored } = await openView({
      bridge,
      sends: [],
      lacks: ["serverTools", "serverResources"],
    });
    expect((await post(view))?.error?.message).toContain("calls no tools");
    const resource = await callFromView(view, "resources/read", { uri: "tempo://issues/recent" });
    expect(resource?.error?.message).toContain("reads no resources");
    expect(stored()).toEqual([]);
  });

  test("sends input, result, cancellation and a result of another call, when a test wants it", async () => {
    const { view, host } = await openView({ bridge, sends: [], strips: true });
    await view.locator("html").evaluate((html) => {
      addEventListener("message", ({ data }) => {
        // The responses to what the view asks for come in between.
        if (data.method) html.dataset.received = `${html.dataset.received ?? ""}${JSON.stringify(data)}\n`;
      });
    });
    const foreign = { content: [{ type: "text" as const, text: "Of another call" }], isError: true };
    for (const what of ["input", "result", "cancelled", foreign] as const) await host.send(what);
    const received = () =>
      view.locator("html").evaluate(({ dataset }) =>
        (dataset.received ?? "")
          .split("\n", 4)
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      );
    await expect.poll(async () => (await received()).length).toBe(4);
    const text = expect.stringContaining('"totalHours":0');
    expect((await received()).map(({ method, params }) => [method, params])).toEqual([
      ["ui/notifications/tool-input", { arguments: MONTH }],
      ["ui/notifications/tool-result", { content: [{ type: "text", text }] }],
      ["ui/notifications/tool-cancelled", { reason: "The user cancelled the call" }],
      ["ui/notifications/tool-result", foreign],
    ]);
  });

  test("replays a stored result without calling the tool", async () => {
    const replay = { content: [{ type: "text" as const, text: "Stored" }] };
    const { tempo } = await openView({ bridge, tool: "post_worklog", arguments: POST, replay });
    expect(tempo.count("write")).toBe(0);
  });

  test("says so when the command does not start", async () => {
    const opened = openView({ bridge, command: { args: ["--unknown"] } });
    await expect(opened).rejects.toThrow("Connection closed");
  });
});
