import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoSeed } from "../../src/sandbox/demo-seed.ts";
import { pngSize } from "../helpers/png-size.ts";
import { ROOT } from "../helpers/root.ts";
import { openDraft } from "./drafted.ts";
import { type OpenView, openView, type ViewOptions } from "./open-view.ts";
import { SCALE, UPDATES } from "./pictures.ts";
import { themeOf } from "./states.ts";
import { openFill, previewed } from "./writing.ts";

const WIDTH = 760;

const demo: ViewOptions = {
  seed: demoSeed("2026-11-24"),
  now: "2026-11-24T10:00:00Z",
  arguments: { startDate: "2026-11-01", endDate: "2026-11-30" },
  context: { deviceScaleFactor: SCALE, viewport: { width: WIDTH, height: 1000 } },
};

/** The rows with which the view fills the month, as arguments of a batch. */
async function filling(): Promise<Record<string, unknown>> {
  const { view } = await openView(demo);
  await openFill(view, "DEMO-1");
  return { worklogs: await previewed(view) };
}

const { context = {} } = demo;

const FACES: [string, () => Promise<OpenView>, (view: FrameLocator) => Promise<void>][] = [
  [
    "month",
    () => openView(demo),
    (view) => view.getByRole("button", { name: /24 November, today/ }).waitFor(),
  ],
  [
    "receipt",
    async () => openView({ ...demo, tool: "bulk_post_worklogs", arguments: await filling() }),
    (view) => view.getByRole("heading", { name: /worklogs logged/ }).waitFor(),
  ],
  [
    "draft",
    () => openDraft({ context, arguments: { startDate: "2026-01-05", endDate: "2026-01-06" } }),
    (view) => view.getByRole("heading", { name: /^Draft: / }).waitFor(),
  ],
];

describe.each(FACES)("the face %s", (name, open, isDrawn) => {
  test("is as wide as its pictures, light and dark", async () => {
    const { view, host, page } = await open();
    for (const theme of ["light", "dark"] as const) {
      await host.changeContext({ theme });
      await expect.poll(() => themeOf(view)).toBe(theme);
      await isDrawn(view);
      const png = await page.locator("iframe").screenshot();
      const file = join(ROOT, `assets/view-${name}-${theme}.png`);
      if (UPDATES) await writeFile(file, png);
      const kept = await readFile(file);
      expect(pngSize(kept).width).toBe(WIDTH * SCALE);
      expect(pngSize(png).width).toBe(WIDTH * SCALE);
      // The height depends on the fonts, within limits.
      expect(Math.abs(pngSize(kept).height - pngSize(png).height)).toBeLessThan(0.2 * pngSize(kept).height);
      expect(kept.length).toBeLessThan(250_000);
    }
  });
});
