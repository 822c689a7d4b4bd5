import { mkdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { COMMAND } from "../helpers/command.ts";
import { pngSize } from "../helpers/png-size.ts";
import { type } from "../helpers/pseudo-terminal.ts";
import { ROOT } from "../helpers/root.ts";
import { emptyHome, twoServices } from "../helpers/setup.ts";
import { browser } from "./browser.ts";
import { SCALE, UPDATES } from "./pictures.ts";

const XTERM = dirname(createRequire(import.meta.url).resolve("@xterm/xterm/package.json"));

const COLUMNS = 100;

const THEMES = {
  light: {
    background: "#ffffff",
    foreground: "#1f2328",
    cyan: "#1b7c83",
    green: "#1a7f37",
    brightBlack: "#6e7781",
  },
  dark: {
    background: "#0d1117",
    foreground: "#e6edf3",
    cyan: "#39c5cf",
    green: "#3fb950",
    brightBlack: "#6e7681",
  },
};

/** A session of setup with a sandbox, as a terminal gets it, with names in place of this machine's. */
async function session(): Promise<string> {
  const { home, env } = emptyHome();
  const { jira } = await twoServices("Server");
  mkdirSync(join(home, ".cursor"));
  const { raw, code, left } = await type(
    [
      ["Where is your Jira?", `${jira}/browse/DEMO-1\r`],
      ["Personal access token", `${SANDBOX_CREDENTIALS.personalAccessToken}\r`],
      ["Should TempoFiller draft your timesheet", "\r"],
      ["Which hosts", "\r"],
      ["Make these 2 changes?", "\r"],
    ],
    ["setup"],
    env,
    COLUMNS,
  );
  expect({ code, left }).toEqual({ code: 0, left: 0 });
  const names = {
    [jira]: "https://jira.example.com",
    [COMMAND]: "/home/ada/tempofiller/dist/tempofiller.cjs",
  };
  return Object.entries({ ...names, [home]: "/home/ada", [process.execPath]: "/usr/bin/node" }).reduce(
    (text, [own, name]) => text.replaceAll(own, name),
    raw,
  );
}

test.skipIf(process.platform === "win32")(
  "the picture of setup is a session on a terminal as it is now",
  async () => {
    const written = await session();
    for (const [theme, colours] of Object.entries(THEMES)) {
      const page = await (await browser()).newPage({ deviceScaleFactor: SCALE });
      await page.setContent(
        `<style>body { margin: 0; background: ${colours.background}; } #terminal { padding: 12px; width: max-content; } .scrollbar { display: none; }</style><div id="terminal"></div>`,
      );
      await page.addStyleTag({ path: join(XTERM, "css/xterm.css") });
      await page.addScriptTag({ path: join(XTERM, "lib/xterm.js") });
      const lines = await page.evaluate(draw, { written, colours, columns: COLUMNS });
      expect(lines).toContain("◇  https://jira.example.com is Jira Data Center.");
      expect(lines).toContain("◇  Make these 2 changes? Nothing else in these files changes.");
      expect(lines).toContain("Created /home/ada/.cursor/mcp.json.");
      expect(lines.join("\n")).not.toContain(ROOT);
      const png = await page.locator("#terminal").screenshot();
      await page.close();
      const file = join(ROOT, `assets/setup-${theme}.png`);
      if (UPDATES) await writeFile(file, png);
      const kept = await readFile(file);
      const [size, keptSize] = [pngSize(png), pngSize(kept)];
      expect(Math.abs(size.width - keptSize.width)).toBeLessThan(0.2 * keptSize.width);
      expect(Math.abs(size.height - keptSize.height)).toBeLessThan(0.2 * keptSize.height);
      expect(kept.length).toBeLessThan(400_000);
    }
  },
  90_000,
);

/** Draws what a terminal got, as high as it is, in the page. The lines that are then on it, without blanks at their ends. */
async function draw({ written, colours, columns }: { written: string; colours: object; columns: number }) {
  const { Terminal } = globalThis as unknown as typeof import("@xterm/xterm");
  const options = { cols: columns, rows: 100, theme: colours, fontSize: 13, fontFamily: '"Liberation Mono"' };
  const terminal = new Terminal({ ...options, lineHeight: 1.2, allowProposedApi: true });
  terminal.open(document.querySelector("#terminal") as HTMLElement);
  await new Promise<void>((resolve) => terminal.write(`${written}\x1b[?25l`, resolve));
  const { active } = terminal.buffer;
  const lines = Array.from(
    { length: active.cursorY },
    (_, row) => active.getLine(row)?.translateToString(true) ?? "",
  );
  terminal.resize(columns, lines.length);
  await new Promise((resolve) => setTimeout(resolve, 300));
  return lines;
}
