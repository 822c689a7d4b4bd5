import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { offered, renderReport } from "../../evals/report/report.ts";
import { HOSTS, type Host } from "../../evals/retrieval/hosts.ts";
import {
  choicesByName,
  foreignTools,
  foundAmong,
  instructedQueries,
  queriesOfModel,
  search,
  writtenRequests,
} from "../../evals/retrieval/retrieval.ts";
import { readTasks } from "../../evals/task/read-tasks.ts";
import { lintTools } from "../../evals/tools/lint-tools.ts";
import { ROOT } from "../helpers/root.ts";

const tasks = readTasks();

let allOffered: Awaited<ReturnType<typeof offered>>;

beforeAll(async () => {
  allOffered = await offered();
});

describe("the list of tools", () => {
  test("describes every argument, claims nothing twice, and is not too long", () => {
    expect(lintTools(allOffered.tools)).toEqual([]);
    expect(allOffered.tools.length).toBeGreaterThan(10);
  });

  test("costs the tokens that evals/measured.md says, and the other tables are as the transcripts say", () => {
    for (const [path, text] of Object.entries(renderReport(allOffered)))
      expect(readFileSync(join(ROOT, path), "utf8"), path).toBe(text);
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
    expect(foreignTools).toHaveLength(200);
  });

  const instructed = instructedQueries(tasks);

  /** Measured; the aim is 95 %, and no change of a description may lose what is found. */
  test.each([
    ["plain", "queries of a model, tuned half", queriesOfModel(tasks, "tuned"), 46],
    // 39 while no description had a format: hosts that drop patterns need YYYY-MM-DD in each, and longer texts are found less often.
    ["plain", "queries of a model, other half", queriesOfModel(tasks, "heldOut"), 36],
    ["plain", "sentences written for it", writtenRequests(), 68],
    ["plain", "queries with the instructions, for tasks", instructed.ofTasks, 91],
    ["plain", "queries with the instructions, for sentences", instructed.ofSentences, 85],
    ["stemmed", "queries with the instructions, for tasks", instructed.ofTasks, 91],
    ["stemmed", "queries with the instructions, for sentences", instructed.ofSentences, 87],
    ["stemmed", "queries of a model, tuned half", queriesOfModel(tasks, "tuned"), 46],
    ["stemmed", "queries of a model, other half", queriesOfModel(tasks, "heldOut"), 41],
    ["stemmed", "sentences written for it", writtenRequests(), 76],
  ] as const)(
    "in a %s host, by %s, finds no fewer among the first three than it did",
    (name, _, requests, least) => {
      const host = HOSTS.find((host) => host.name === name) as Host;
      expect(foundAmong(3, search(requests, host)).length).toBeGreaterThanOrEqual(least);
    },
  );

  test("is not needed where names are shown: 95 % of the tools are among the three that a model chose by name", () => {
    const { ofTasks, ofSentences } = choicesByName(tasks);
    for (const choices of [ofTasks, ofSentences]) {
      const right = choices.filter(({ tool, chosen }) => chosen.slice(0, 3).includes(tool));
      expect(right.length / choices.length).toBeGreaterThanOrEqual(0.95);
      const names = new Set(allOffered.tools.map(({ name }) => name));
      expect(choices.filter(({ tool }) => !names.has(tool))).toEqual([]);
    }
    expect([ofTasks.length, ofSentences.length]).toEqual([102, writtenRequests().length]);
  });
});
