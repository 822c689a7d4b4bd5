import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { showStatus } from "../../src/cli/status/status.ts";
import { replyErrors } from "../../src/contract/index.ts";
import type { SandboxSeed } from "../../src/sandbox/state.ts";
import { runCommand } from "../helpers/command.ts";
import { embedded, TODAY } from "../helpers/demo-month.ts";
import { fencedBlocks } from "../helpers/fenced-blocks.ts";
import { ROOT } from "../helpers/root.ts";

interface Shown {
  period?: string;
  missing?: boolean;
  json?: boolean;
  seed?: SandboxSeed;
}

/** Runs the command on a given date. Returns its output and its exit code. */
async function show({ period, missing = false, json = false, seed }: Shown = {}) {
  const { server } = embedded(seed);
  const lines: string[] = [];
  const { signal } = new AbortController();
  const options = { period, missing, json, signal, print: (line: string) => lines.push(line) };
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
    expect(await show({ missing: true, period: "2026-10" })).toEqual({ code: 0, lines: [] });
  });

  test("of a full month says so", async () => {
    expect(await show({ period: "2026-10" })).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(
          /^October 2026 up to 2026-10-31: (\d+) h logged of \1 h required; nothing missing\.$/,
        ),
      ],
    });
  });

  test("of a month to come says that it has not begun", async () => {
    expect(await show({ period: "2026-12" })).toEqual({ code: 0, lines: ["December 2026 has not begun."] });
    expect(await show({ period: "2026-12", missing: true })).toEqual({ code: 0, lines: [] });
  });

  test("--json of a month to come holds nothing, since nothing is due", async () => {
    const { lines } = await show({ period: "2026-12", json: true });
    const output = JSON.parse(lines.join());
    expect(output).toEqual({
      startDate: "2026-12-01",
      endDate: "2026-12-31",
      days: [],
      summary: { missingDays: 0, missingHours: 0, requiredHours: 0, loggedHours: 0, balanceHours: 0 },
    });
    expect(replyErrors("find_missing_days", output)).toEqual([]);
  });

  test.each([
    ["last-week", "2026-W46 up to 2026-11-15: 24 h logged of 32 h required; 8 h missing on 1 day."],
    ["this-week", "2026-W47 up to 2026-11-21: 28 h logged of 36 h required; 8 h missing on 1 day."],
    ["-1", "2026-11-20: 4 h logged of 4 h required; nothing missing."],
    ["-5..today", "2026-11-16 to 2026-11-21: 28 h logged of 36 h required; 8 h missing on 1 day."],
    [
      "monday..2026-11-30",
      "2026-11-16 to 2026-11-30 up to 2026-11-21: 28 h logged of 36 h required; 8 h missing on 1 day.",
    ],
  ])("takes %s", async (period, line) => {
    expect(await show({ period })).toEqual({ code: 0, lines: [line] });
  });

  test("--json prints what find_missing_days replies", async () => {
    const { code, lines } = await show({ json: true, missing: true });
    expect(code).toBe(11);
    expect(JSON.parse(lines.join())).toMatchObject({
      startDate: "2026-11-01",
      endDate: TODAY,
      summary: { missingDays: 4, missingHours: 28, requiredHours: 108, loggedHours: 80, balanceHours: -28 },
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
    const none = await runCommand(["status", "Janury", "--sandbox"]);
    expect(none).toMatchObject({ code: 2, stdout: "" });
    expect(none.stderr).toContain("'Janury' names no dates. Did you mean january?");
  });
});
