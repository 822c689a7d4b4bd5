import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { frameOf, named, openAlone, openState, resize, STATES } from "./states.ts";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const WIDTHS = [280, 760, 1200];
const THEMES = ["light", "dark"] as const;

/** The violations that axe finds with all its rules, best practices included. */
async function violationsIn(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(AXE);
  const { violations, passes } = await frame.evaluate<AxeResults>("axe.run()");
  expect(passes.length).toBeGreaterThan(10);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any.map(({ message }) => message)}`),
  );
}

test.each(named(STATES))("axe finds nothing in %s, light and dark, narrow and wide", async (_, state) => {
  const { page, host, view } = await openState(state);
  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      if (state.isBrief) await host.show();
      await host.changeContext({ theme });
      await resize(page, width);
      await expect.poll(() => view.locator("html").getAttribute("data-theme")).toBe(theme);
      expect(await violationsIn(frameOf(page)), `${theme}, ${width} px`).toEqual([]);
      await view.getByText(state.shows).first().waitFor();
    }
  }
});

test.each(named(STATES).filter(([name]) => ["a month", "a receipt"].includes(name)))(
  "axe finds nothing in %s on Data Center with AppBridge 1.x",
  async (_, state) => {
    const { page } = await openState(state, { deployment: "datacenter", bridge: "1.x" });
    expect(await violationsIn(frameOf(page))).toEqual([]);
  },
);

test("axe finds nothing in the view without a host", async () => {
  const page = await openAlone();
  expect(await violationsIn(page.mainFrame())).toEqual([]);
});
