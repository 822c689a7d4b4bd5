import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import type { Figures } from "./figures.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Each line is the figures of a test. */
    figuresFile: string;
  }
}

/** Prints what tests have measured when all have run: the acceptance of the server for a team. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-figures-"));
  const file = join(folder, "figures.jsonl");
  project.provide("figuresFile", file);
  return () => {
    let text = "";
    try {
      text = readFileSync(file, "utf8");
    } catch {
      // No acceptance test has run.
    }
    rmSync(folder, { recursive: true, force: true });
    const rows = text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Figures);
    if (rows.length === 0) return;
    const lines = rows
      .sort((one, other) => one.row - other.row)
      .map(({ row, check, figures }) => `| ${row} | ${check} | ${describe(figures)} |`);
    process.stdout.write(["", "| # | check | measured |", "|---|---|---|", ...lines, "", ""].join("\n"));
  };
}

function describe(figures: Figures["figures"]): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${typeof value === "number" ? Math.round(value * 100) / 100 : value}`)
    .join(", ");
}
