import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { replaceGenerated } from "../../scripts/generate/generated-block.ts";
import type { Task } from "../generated/task.ts";
import type { Offer } from "../run/run-task.ts";
import { ledgerTable } from "../tools/ledger.ts";
import { renderResults, renderSearch, renderTasks } from "./render.ts";

const DOCUMENT = join(import.meta.dirname, "../../docs/evals.md");

/** The document with all that is measured rendered anew, and as it is. @param offer all tools */
export function renderDocument(
  tasks: readonly Task[],
  { tools, instructions }: Offer,
): { now: string; is: string } {
  const is = readFileSync(DOCUMENT, "utf8");
  const blocks = {
    "evals-tasks": renderTasks(tasks),
    "evals-results": renderResults(tasks),
    "evals-search": renderSearch(tasks),
    "evals-ledger": ledgerTable(tools, instructions),
  };
  const now = Object.entries(blocks).reduce(
    (text, [name, block]) => replaceGenerated(text, name, "evals", block),
    is,
  );
  return { now, is };
}

export function updateDocument(tasks: readonly Task[], offer: Offer): void {
  writeFileSync(DOCUMENT, renderDocument(tasks, offer).now);
}
