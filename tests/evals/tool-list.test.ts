import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Task } from "../../evals/generated/task.ts";
import { foreignTools, requestsOfModels, search } from "../../evals/retrieval/retrieval.ts";
import { type RunningCommand, startCommand } from "../../evals/run/command.ts";
import { startTempo } from "../../evals/run/tempo.ts";
import { readSeed } from "../../evals/task/seed.ts";
import { ledgerTable } from "../../evals/tools/ledger.ts";
import { lintTools } from "../../evals/tools/lint-tools.ts";
import { replaceGenerated } from "../../scripts/generate/generated-block.ts";
import { ROOT } from "../helpers/root.ts";

const TASK: Task = {
  id: "any",
  category: "any",
  language: "en",
  today: "2026-01-05",
  turns: [],
  check: {},
  ideal: [],
};

let offered: Pick<RunningCommand, "tools" | "instructions">;

beforeAll(async () => {
  const tempo = await startTempo("cloud", readSeed(TASK), []);
  const command = await startCommand(TASK, tempo, "all");
  offered = command;
  await command.close();
  await tempo.close();
});

describe("the list of tools", () => {
  test("describes every argument, claims nothing twice, and is not too long", () => {
    expect(lintTools(offered.tools)).toEqual([]);
    expect(offered.tools.length).toBeGreaterThan(10);
  });

  test("costs the tokens that docs/evals.md says", () => {
    const document = readFileSync(join(ROOT, "docs/evals.md"), "utf8");
    const table = ledgerTable(offered.tools, offered.instructions);
    expect(replaceGenerated(document, "evals-ledger", "evals -- --report", table)).toBe(document);
  });

  test.each([
    [
      "an argument without a description",
      { inputSchema: { properties: { date: {} } } },
      "log_it.date has no description",
    ],
    ["a tool without one", { description: "" }, "log_it has no description"],
    [
      "a sentence of another tool",
      { description: "Delete one of them. Log it at once." },
      'read_it and log_it both say "Log it at once."',
    ],
    ["too long a text", { description: "x".repeat(601) }, "log_it has a description of 601 characters"],
  ])("is refused with %s", (_, change, problem) => {
    const tool = { name: "log_it", description: "Log it.", inputSchema: {}, ...change };
    const other = { name: "read_it", description: "Read it. Log it at once.", inputSchema: {} };
    expect(lintTools([other, tool])).toEqual([problem]);
  });
});

describe("a search for a tool", () => {
  test("is made among two hundred tools of other servers", () => {
    expect(foreignTools()).toHaveLength(200);
  });

  /** Measured; the aim is 95 %, and no change of a description may lose what is found. */
  test("finds no fewer tools among the first three than it did", () => {
    const found = search(requestsOfModels());
    expect(found).toHaveLength(90);
    expect(found.filter(({ isFound }) => isFound).length).toBeGreaterThanOrEqual(60);
  });
});
