import { describe, expect, test } from "vitest";
import { BRIDGES } from "../../scripts/view/bundle-host.ts";
import { worklog } from "../helpers/seeds.ts";
import { openView } from "./open-view.ts";

const DEPLOYMENTS = ["cloud", "datacenter"] as const;

describe.each(BRIDGES)("in a host on AppBridge %s", (bridge) => {
  test.each(DEPLOYMENTS)("the view starts on %s, and nothing is refused", async (deployment) => {
    const { view, host, errors, stored } = await openView({
      bridge,
      deployment,
      seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    });
    await view.getByText("PROJ-123").first().waitFor();
    const { mimeType, calls } = await host.records();
    expect(mimeType).toBe("text/html;profile=mcp-app");
    expect(calls.filter(({ name }) => !name.startsWith("get_"))).toEqual([]);
    expect(stored()).toEqual([worklog({ startDate: "2026-01-05" })]);
    expect(errors).toEqual([]);
  });

  test("the view runs under Trusted Types, which refuse HTML from strings", async () => {
    const { view, errors } = await openView({
      bridge,
      trustedTypes: true,
      seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    });
    await view.getByText("PROJ-123").first().waitFor();
    expect(errors).toEqual([]);
    const refused = await view.locator("body").evaluate((body) => {
      try {
        body.insertAdjacentHTML("beforeend", "<b>HTML</b>");
      } catch (error) {
        return String(error);
      }
      return "accepted";
    });
    expect(refused).toContain("TrustedHTML");
  });

  test("the view reports its height and leaves its width to the host", async () => {
    const { view, page, host } = await openView({ bridge });
    const height = () => view.locator("html").evaluate((html) => html.getBoundingClientRect().height);
    await expect
      .poll(async () => (await page.locator("iframe").boundingBox())?.height)
      .toBe(Math.ceil(await height()));
    const { sizes } = await host.records();
    expect(sizes.filter((size) => size.width !== undefined)).toEqual([]);
  });

  test("the view follows a change of the host's theme", async () => {
    const { view, host } = await openView({ bridge });
    const background = () => view.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    const light = await background();
    await host.changeContext({ theme: "dark" });
    await expect.poll(background).not.toBe(light);
  });

  test("the view answers a ping and its end, and refuses what it does not know", async () => {
    const { host } = await openView({ bridge });
    expect([await host.request("ping"), await host.request("ui/unknown"), await host.teardown()]).toEqual([
      { jsonrpc: "2.0", id: "probe-1", result: {} },
      { jsonrpc: "2.0", id: "probe-2", error: { code: -32601, message: expect.any(String) } },
      {},
    ]);
  });
});
