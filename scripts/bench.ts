/**
 * Measures the built command: its start, its size, its calls. Prints tables, and writes the figures as JSON.
 *
 *   npm run bench                    everything, about four minutes
 *   npm run bench -- start calls     these sections alone
 *   npm run bench -- --write         also writes the tables into docs/performance.md
 *   npm run bench -- --against DIR   drafts of a month in pairs with those of another checkout, which is built
 *
 * Fails if a limit is exceeded. Figures of a busy machine are noisy: compare ratios and medians.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { measureBulk } from "./bench/bulk.ts";
import { measureCalls } from "./bench/calls.ts";
import { measureCompare } from "./bench/compare.ts";
import { measureDrafts, measureDraftsAgainst } from "./bench/drafts.ts";
import { measurePackage, packPackage } from "./bench/package.ts";
import { measureReads } from "./bench/reads.ts";
import { render, type Section } from "./bench/section.ts";
import { measureStart } from "./bench/start.ts";
import { measureState } from "./bench/state.ts";
import { replaceGenerated } from "./generate/generated-block.ts";

const ROOT = join(import.meta.dirname, "..");
const COMMAND = join(ROOT, "dist/tempofiller.cjs");
const JSON_FILE = join(ROOT, "build/bench.json");
const DOCUMENT = join(ROOT, "docs/performance.md");

const SECTIONS: Record<string, (command: string) => Promise<Section>> = {
  start: measureStart,
  package: async () => measurePackage(ROOT, await packPackage(ROOT, "--dry-run")),
  calls: measureCalls,
  state: measureState,
  bulk: measureBulk,
  reads: measureReads,
  compare: measureCompare,
  drafts: measureDrafts,
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: "boolean", default: false }, against: { type: "string" } },
  });
  const unknown = positionals.filter((name) => !(name in SECTIONS));
  if (unknown.length > 0)
    throw new Error(`No section ${unknown.join(", ")}. There are ${Object.keys(SECTIONS).join(", ")}.`);
  if (values.write && positionals.length > 0)
    throw new Error("--write takes all sections: their figures belong to one run.");
  if (values.against !== undefined) {
    const other = join(resolve(values.against), "dist/tempofiller.cjs");
    process.stdout.write(`${render(await measureDraftsAgainst(COMMAND, other))}\n`);
    return;
  }

  const machine = `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores`;
  const measured: Record<string, Section> = {};
  process.stdout.write(`${machine}\n`);
  for (const [name, measure] of Object.entries(SECTIONS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const section = await measure(COMMAND);
    measured[name] = section;
    process.stdout.write(`\n${render(section)}\n`);
  }
  await mkdir(join(ROOT, "build"), { recursive: true });
  await writeFile(JSON_FILE, `${JSON.stringify({ machine, measured }, undefined, 2)}\n`);
  if (values.write) {
    const tables = [machine, ...Object.values(measured).map(render)].join("\n\n");
    await writeFile(
      DOCUMENT,
      replaceGenerated(await readFile(DOCUMENT, "utf8"), "bench", "bench -- --write", tables),
    );
  }
  const missed = Object.values(measured).flatMap((section) => section.missed);
  for (const line of missed) process.stdout.write(`\nMissed: ${line}.`);
  if (missed.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
