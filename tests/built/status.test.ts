import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { showStatus } from "../../src/cli/status/status.ts";
import type { SandboxSeed } from "../../src/sandbox/state.ts";
import { runCommand } from "../helpers/command.ts";
import { embedded, TODAY } from "../helpers/demo-month.ts";
import { fencedBlocks } from "../helpers/fenced-blocks.ts";
import { ROOT } from "../helpers/root.ts";

interface Shown {
  month?: string;
  missing?: boolean;
  json?: boolean;
  seed?: SandboxSeed;
}

/** Runs the command on a given date. Returns its output and its exit code. */
async function show({ month, missing = false, json = false, seed }: Shown = {}) {
  const { server } = embedded(seed);
  const lines: string[] = [];
  const { signal } = new AbortController();
  const options = { month, missing, json, signal, print: (line: string) => lines.push(line) };
  return { code: await showStatus(options, server), lines };
}

const MISSING = ["2026-11-04  8 h", "2026-11-06  4 h", "2026-11-10  8 h", "2026-11-17  8 h"];

describe("tempofiller status", () => {
  test("prints one line, as docs/cli.md shows it", async () => {
    const { code, lines } = await show();
    expect(code).toBe(0);
    expect(
      fencedBlocks(await readFile(join(ROOT, "docs/cli.md"), "utf8")).map(({ text }) => text.trim()),
    ).toContain(lines.join("\n"));
  });

  test("--missing prints the days that lack hours, with exit code 11", async () => {
    expect(await show({ missing: true })).toEqual({ code: 11, lines: MISSING });
  });

  test("--missing prints nothing of a full month, with exit code 0", async () => {
    expect(await show({ missing: true, month: "2026-10" })).toEqual({ code: 0, lines: [] });
  });

  test("of a full month says so", async () => {
    expect(await show({ month: "2026-10" })).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(
          /^October 2026 up to 2026-10-31: (\d+) h logged of \1 h required; nothing missing\.$/,
        ),
      ],
    });
  });

  test("of a month to come says that it has not begun", async () => {
    expect(await show({ month: "2026-12" })).toEqual({ code: 0, lines: ["December 2026 has not begun."] });
    expect(await show({ month: "2026-12", missing: true })).toEqual({ code: 0, lines: [] });
  });

  test("--json prints what find_missing_days replies", async () => {
    const { code, lines } = await show({ json: true, missing: true });
    expect(code).toBe(11);
    expect(JSON.parse(lines.join())).toMatchObject({
      startDate: "2026-11-01",
      endDate: TODAY,
      summary: { missingDays: 4, missingHours: 28, requiredHours: 108, bookedHours: 80, balanceHours: -28 },
    });
  });

  test("runs as a command, and refuses what is no month", async () => {
    const shown = await runCommand(["status", "--sandbox", "2020-01"]);
    expect(shown).toMatchObject({
      code: 0,
      stdout: "January 2020 up to 2020-01-31: 0 h logged of 184 h required; 184 h missing on 23 days.\n",
    });
    const missing = await runCommand(["status", "--missing", "--sandbox=datacenter", "2020-01"]);
    expect([missing.code, missing.stdout.split("\n").length]).toEqual([11, 24]);
    const refused = await runCommand(["status", "January", "--sandbox"]);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("The month must be a calendar month, written YYYY-MM, not 'January'.");
  });
});
