import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AnsiUp } from "ansi_up";
import { expect, test } from "vitest";
import { drawCalendar } from "../helpers/demo-month.ts";
import { pngSize } from "../helpers/png-size.ts";
import { ROOT } from "../helpers/root.ts";
import { browser } from "./browser.ts";
import { SCALE, UPDATES } from "./pictures.ts";

const THEMES = {
  light: { background: "#ffffff", text: "#1f2328", green: "#1a7f37", red: "#cf222e" },
  dark: { background: "#0d1117", text: "#e6edf3", green: "#3fb950", red: "#f85149" },
};

const FONT_PX = 13;

test.each([
  [80, "light"],
  [80, "dark"],
  [120, "light"],
  [120, "dark"],
] as const)(
  "the picture of a month at %i columns on a %s terminal is as it is drawn",
  async (width, theme) => {
    const lines = await drawCalendar({ width, colour: true });
    const { background, text, green, red } = THEMES[theme];
    const html = Object.assign(new AnsiUp(), { use_classes: true }).ansi_to_html(lines.join("\n"));
    const page = await (await browser()).newPage({ deviceScaleFactor: SCALE });
    await page.setContent(`
    <style>
      body { margin: 0; background: ${background}; color: ${text}; font: ${FONT_PX}px/1.4 "Liberation Mono", monospace; }
      pre { margin: 0; padding: 12px; width: max-content; font: inherit; }
      .ansi-green-fg { color: ${green}; }
      .ansi-red-fg { color: ${red}; }
    </style>
    <pre>${html}</pre>`);
    for (const colour of ["green", "red"])
      expect(await page.locator(`.ansi-${colour}-fg`).count()).toBeGreaterThan(2);
    const png = await page.locator("pre").screenshot();
    await page.close();
    const file = join(ROOT, `assets/month-${width}-${theme}.png`);
    if (UPDATES) await writeFile(file, png);
    const kept = await readFile(file);
    const [size, keptSize] = [pngSize(png), pngSize(kept)];
    expect(Math.abs(size.width - keptSize.width)).toBeLessThan(0.2 * keptSize.width);
    expect(Math.abs(size.height - keptSize.height)).toBeLessThan(0.2 * keptSize.height);
    expect(kept.length).toBeLessThan(250_000);
  },
);
