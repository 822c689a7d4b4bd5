import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { demoSeed } from "../../src/sandbox/demo-seed.ts";
import { pngSize } from "../helpers/png-size.ts";
import { ROOT } from "../helpers/root.ts";
import { browser } from "./browser.ts";
import { openView } from "./open-view.ts";
import { SCALE, UPDATES } from "./pictures.ts";
import { themeOf } from "./states.ts";

const WIDTH = 760;
const MARGIN = 12;

const SAID = "Fill my timesheet for November up to today: DEMO-1, and on Mondays an hour of DEMO-4.";

/** The entries that an assistant logs then, as `tempofiller demo` does. */
const LOGGED = [
  ["2026-11-04", "DEMO-1", 8],
  ["2026-11-06", "DEMO-1", 4],
  ["2026-11-10", "DEMO-1", 8],
  ["2026-11-17", "DEMO-1", 8],
  ["2026-11-23", "DEMO-4", 1],
  ["2026-11-23", "DEMO-1", 7],
  ["2026-11-24", "DEMO-1", 8],
].map(([date, issueKey, hours]) => ({ date, issueKey, hours }));

const THEMES = {
  light: { background: "#ffffff", text: "#1f2328", said: "#e7eefb" },
  dark: { background: "#1f1f1d", text: "#e6edf3", said: "#2b3d5c" },
};

test("the picture of the pitch is what is said, above the month that is full up to today", async () => {
  const { view, host, page } = await openView({
    seed: demoSeed("2026-11-24"),
    now: "2026-11-24T10:00:00Z",
    tool: "bulk_post_worklogs",
    arguments: { worklogs: LOGGED },
    context: { deviceScaleFactor: SCALE, viewport: { width: WIDTH, height: 1000 } },
  });
  await view.getByRole("button", { name: "Show the month" }).click();
  await view.getByRole("button", { name: /24 November, today/ }).waitFor();
  for (const words of ["124 of 156 h logged", "No hours are missing up to today"])
    await view.getByText(words).first().waitFor();
  for (const theme of ["light", "dark"] as const) {
    await host.changeContext({ theme });
    await expect.poll(() => themeOf(view)).toBe(theme);
    const height = await bottomOf(view.getByRole("table").first());
    const month = await page.screenshot({ clip: { x: 0, y: 0, width: WIDTH, height } });
    const png = await draw(month, theme);
    const file = join(ROOT, `assets/pitch-${theme}.png`);
    if (UPDATES) await writeFile(file, png);
    const kept = await readFile(file);
    expect(pngSize(kept).width).toBe(WIDTH * SCALE);
    expect(Math.abs(pngSize(kept).height - pngSize(png).height)).toBeLessThan(0.2 * pngSize(kept).height);
    expect(kept.length).toBeLessThan(250_000);
  }
});

/** Pixels from the top of the page to the end of an element, and some room below it. */
async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return Math.ceil((box?.y ?? 0) + (box?.height ?? 0)) + MARGIN;
}

/** A picture of what is said, in a bubble, above the picture of its answer. */
async function draw(answer: Buffer, theme: keyof typeof THEMES): Promise<Buffer> {
  const { background, text, said } = THEMES[theme];
  const page = await (await browser()).newPage({
    deviceScaleFactor: SCALE,
    viewport: { width: WIDTH, height: 1000 },
  });
  await page.setContent(`
    <style>
      body { margin: 0; background: ${background}; color: ${text}; font: 16px/1.4 sans-serif; }
      main { display: flow-root; }
      p { margin: ${MARGIN}px ${MARGIN}px ${MARGIN}px auto; padding: 10px 16px; width: max-content; max-width: 560px;
        border-radius: 16px 16px 4px 16px; background: ${said}; }
      img { display: block; width: ${WIDTH}px; }
    </style>
    <main><p>${SAID}</p><img src="data:image/png;base64,${answer.toString("base64")}"></main>`);
  const png = await page.locator("main").screenshot();
  await page.close();
  return png;
}
