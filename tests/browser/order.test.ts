import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { BRIDGES } from "../../scripts/view/bundle-host.ts";
import { entry } from "../helpers/inputs.ts";
import { builtView } from "../helpers/view.ts";
import { browser } from "./browser.ts";
import { openView } from "./open-view.ts";
import { themeOf } from "./states.ts";

const WORKLOGS = {
  startDate: "2025-12-01",
  endDate: "2025-12-31",
  worklogs: [],
  byIssue: [],
  summary: { totalEntries: 0, totalHours: 0 },
};
const OF_DECEMBER = { content: [{ type: "text" as const, text: JSON.stringify(WORKLOGS) }] };

describe.each(BRIDGES)("in a host on AppBridge %s", (bridge) => {
  test("the receipt is drawn however long the assistant writes the worklogs", async () => {
    const { view, host } = await openView({
      bridge,
      tool: "bulk_post_worklogs",
      arguments: { worklogs: [entry("2026-01-05")] },
      sends: [],
    });
    for (let part = 0; part < 8; part += 1) {
      await host.send("partial input");
      await view.getByText("Waiting for the timesheet…").waitFor();
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect((await host.records()).calls).toEqual([]);
    await host.send("input");
    await view.getByText("The assistant asked to log them.").waitFor();
    await host.send("result");
    await view.getByText("1 worklog logged, 8 h").waitFor();
  });
});

test("a reply that comes late takes the place of the month that the view has read without it", async () => {
  const { view, host } = await openView({ sends: [], calls: { denies: "all" } });
  await view.getByText("did not allow").waitFor();
  await expect.poll(() => view.getByText("From the last reply").count()).toBe(0);
  await host.setFaults({});
  await host.send("result");
  await view.getByText("missing on 11 days").waitFor();
  await view.getByText("From the last reply").waitFor();
});

test("a late reply leaves alone what the user has begun to work with", async () => {
  const { view, host } = await openView({ sends: [] });
  await view.getByRole("button", { name: /^Fill all/ }).click();
  await host.send(OF_DECEMBER);
  await host.changeContext({ theme: "dark" });
  await expect.poll(() => themeOf(view)).toBe("dark");
  await view.getByRole("heading", { name: "Fill the missing days" }).waitFor();
  await view.getByRole("heading", { name: "January 2026" }).waitFor();
});

test("the error of a call stays if its arguments come after it", async () => {
  const { view, host } = await openView({ sends: [] });
  await host.send({ isError: true, content: [{ type: "text", text: "Tempo is down" }] });
  await view.getByText("Tempo is down").waitFor();
  await host.send("input");
  await host.send("partial input");
  // Longer than the view waits for data.
  await new Promise((resolve) => setTimeout(resolve, 3500));
  await expect.poll(() => view.getByRole("status").first().textContent()).toBe("Tempo is down");
  await view.getByRole("button", { name: "Show January 2026" }).click();
  await view.getByText("missing on 11 days").waitFor();
});

/** Shows the view in a window that answers the handshake with the result, if one is given, after it has sent a message. */
async function openIn(result: object | undefined, message?: object): Promise<Page> {
  const context = await (await browser()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.setContent("<iframe></iframe>");
  await page.evaluate(
    (given) => {
      const frame = document.querySelector("iframe") as HTMLIFrameElement;
      const send = (sent: object) => frame.contentWindow?.postMessage({ jsonrpc: "2.0", ...sent }, "*");
      addEventListener("message", ({ data }) => {
        if (data.method === "tools/call") document.title = data.params.name;
        if (data.method !== "ui/initialize") return;
        if (given.message) send(given.message);
        if (given.result) send({ id: data.id, result: given.result });
      });
      frame.srcdoc = given.html;
    },
    { html: await builtView(), result, message },
  );
  return page;
}

const REPLY = { method: "ui/notifications/tool-result", params: OF_DECEMBER };

test("in a window that does not answer, the view says what it needs", async () => {
  const page = await openIn(undefined);
  await page.frameLocator("iframe").getByText("This view needs a host with MCP Apps").waitFor();
});

test("a host that names neither capabilities nor a context gets what it has sent drawn", async () => {
  const page = await openIn({ protocolVersion: "2026-01-26" }, REPLY);
  await page.frameLocator("iframe").getByRole("heading", { name: "December 2025" }).waitFor();
  const silent = await openIn({ protocolVersion: "2026-01-26" });
  await silent.frameLocator("iframe").getByText("This view may not read the hours itself.").waitFor();
});

test("what a reply lacks is read even if it came before the handshake was done", async () => {
  const page = await openIn({ protocolVersion: "2026-01-26", hostCapabilities: { serverTools: {} } }, REPLY);
  await expect.poll(() => page.title()).toBe("get_schedule");
});
