import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { replaceGenerated } from "../../scripts/generate/generated-block.ts";
import { table as textTable } from "../../scripts/generate/table.ts";
import type { Task } from "../generated/task.ts";
import { HOSTS } from "../retrieval/hosts.ts";
import {
  type Choice,
  choicesByName,
  foundAmong,
  instructedQueries,
  queriesOfModel,
  type Request,
  requestsOfUsers,
  search,
  writtenRequests,
} from "../retrieval/retrieval.ts";
import { type RunningCommand, startCommand } from "../run/command.ts";
import { startTempo } from "../run/tempo.ts";
import { readTasks } from "../task/read-tasks.ts";
import { readSeed } from "../task/seed.ts";
import { ledgerTable } from "../tools/ledger.ts";
import {
  checksumOf,
  keptRuns,
  type RunOfModel,
  readRun,
  readTranscripts,
  TRANSCRIPTS,
  type Transcript,
} from "../transcript/transcripts.ts";
import { type Metrics, metricsOf } from "./metrics.ts";

const DOCUMENT = join(import.meta.dirname, "../../docs/evals.md");

const RENDERED_BY = "evals -- --report";

/** The longest reason of a table, in characters: the transcript has all of it. */
const MAX_REASON = 160;

const ANY: Task = {
  id: "any",
  category: "any",
  language: "en",
  today: "2026-01-05",
  turns: [],
  check: {},
  ideal: [],
};

interface KeptRun {
  name: string;
  run: RunOfModel;
  checksum: string;
  transcripts: Transcript[];
}

/** Writes the tables of docs/evals.md anew, from the transcripts and the tools. */
export async function writeReport(): Promise<void> {
  writeFileSync(DOCUMENT, renderReport(readFileSync(DOCUMENT, "utf8"), await offered()));
}

/** The document with its tables as they should be. */
export function renderReport(
  document: string,
  { tools, instructions }: Pick<RunningCommand, "tools" | "instructions">,
): string {
  const tasks = new Map(readTasks().map((task) => [task.id, task]));
  const runs = keptRuns().map((name) => {
    const folder = join(TRANSCRIPTS, name);
    return { name, run: readRun(folder), checksum: checksumOf(folder), transcripts: readTranscripts(folder) };
  });
  const blocks = {
    "evals-tasks": tasksTable([...tasks.values()]),
    "evals-runs": runsTable(runs, tasks),
    "evals-categories": categoriesTable(runs, tasks),
    "evals-failures": failuresTable(runs),
    "evals-search": searchTable([...tasks.values()]),
    "evals-names": namesTable([...tasks.values()]),
    "evals-ledger": ledgerTable(tools, instructions),
  };
  return Object.entries(blocks).reduce(
    (text, [name, block]) => replaceGenerated(text, name, RENDERED_BY, block),
    document,
  );
}

/** All tools, as a model is offered them. */
export async function offered(): Promise<Pick<RunningCommand, "tools" | "instructions">> {
  const tempo = await startTempo("cloud", readSeed(ANY), []);
  const command = await startCommand(ANY, tempo, "all");
  await command.close();
  await tempo.close();
  return command;
}

function tasksTable(tasks: readonly Task[]): string {
  const categories = [...new Set(tasks.map(({ category }) => category))].sort();
  const row = (name: string, some: readonly Task[]) => [
    name,
    some.length,
    some.filter(({ hard }) => hard).length,
    some.reduce((sum, { bad = [] }) => sum + bad.length, 0),
  ];
  return table(
    ["category", "tasks", "of them hard", "bad runs"],
    [
      ...categories.map((name) =>
        row(
          name,
          tasks.filter(({ category }) => category === name),
        ),
      ),
      row("all", tasks),
    ],
  );
}

/** The number of tools that a search finds among those of other servers, as each host searches. */
function searchTable(tasks: readonly Task[]): string {
  const row = (name: string, requests: readonly Request[]) => [
    name,
    requests.length,
    ...HOSTS.flatMap((host) => {
      const found = search(requests, host);
      return [3, 5].map((first) => {
        const { length } = foundAmong(first, found);
        return `${length}, ${percent(length / requests.length)}`;
      });
    }),
  ];
  const instructed = instructedQueries(tasks);
  return table(
    ["searched with", "number", ...HOSTS.flatMap(({ name }) => [`${name}: first 3`, "first 5"])],
    [
      row("queries of a model, tuned half", queriesOfModel(tasks, "tuned")),
      row("queries of a model, other half", queriesOfModel(tasks, "heldOut")),
      row("queries of a model that has the instructions, for tasks", instructed.ofTasks),
      row("the same, for the sentences below", instructed.ofSentences),
      row("sentences written for this check", writtenRequests()),
      row("first sentences of the English tasks", requestsOfUsers(tasks)),
    ],
  );
}

/** The share of choices by name that have the right tool. */
function namesTable(tasks: readonly Task[]): string {
  const row = (name: string, choices: readonly Choice[]) => [
    name,
    choices.length,
    ...[3, 1].map((first) => {
      const { length } = choices.filter(({ tool, chosen }) => chosen.slice(0, first).includes(tool));
      return `${length}, ${percent(length / choices.length)}`;
    }),
  ];
  const { ofTasks, ofSentences } = choicesByName(tasks);
  return table(
    ["chosen for", "number", "among three", "first"],
    [row("first sentences of tasks", ofTasks), row("sentences written for this check", ofSentences)],
  );
}

function runsTable(runs: readonly KeptRun[], tasks: ReadonlyMap<string, Task>): string {
  const rows = runs.map(({ name, run, checksum, transcripts }) => {
    const metrics = metricsOf(transcripts, tasks);
    const { definitions, arguments: given, results } = metrics.tokens;
    return [
      name,
      `${run.model}, ${run.date}`,
      ...verdictsOf(metrics),
      percent(metrics.passAt1),
      metrics.passRow === undefined ? "" : percent(metrics.passRow),
      metrics.calls.toFixed(1),
      metrics.requests.toFixed(1),
      [definitions, given, results].map((tokens) => Math.round(tokens).toLocaleString("en-US")).join(" / "),
      metrics.otherFirstTool,
      metrics.skippedQuestions,
      metrics.skippedConfirmations,
      metrics.needlessQuestions,
      `\`${checksum}\``,
    ];
  });
  return table(
    [
      "run",
      "model, date",
      ...VERDICT_COLUMNS,
      "pass@1",
      "pass^4",
      "calls",
      "requests",
      "tokens: definitions / arguments / results",
      "another tool first",
      "questions skipped",
      "confirmations skipped",
      "questions not needed",
      "checksum",
    ],
    rows,
  );
}

const VERDICT_COLUMNS = ["runs", "solved", "declined", "wrong", "harmful"];

function verdictsOf({ runs, solved, declined, wrong, harmful }: Metrics): number[] {
  return [runs, solved, declined, wrong, harmful];
}

function categoriesTable(runs: readonly KeptRun[], tasks: ReadonlyMap<string, Task>): string {
  const rows = runs.flatMap(({ name, transcripts }) => {
    const categoryOf = ({ header }: Transcript) => tasks.get(header.task)?.category ?? "";
    return [...new Set(transcripts.map(categoryOf))].sort().map((category) => {
      const some = transcripts.filter((transcript) => categoryOf(transcript) === category);
      return [name, category, ...verdictsOf(metricsOf(some, tasks))];
    });
  });
  return table(["run", "category", ...VERDICT_COLUMNS], rows);
}

function failuresTable(runs: readonly KeptRun[]): string {
  const rows = runs.flatMap(({ name, transcripts }) =>
    transcripts
      .filter(({ judged }) => judged.verdict !== "solved")
      .map(({ header, judged }) => [
        name,
        `\`${header.task}\``,
        header.deployment,
        judged.verdict,
        judged.reasons.join("; ").slice(0, MAX_REASON),
      ]),
  );
  return table(["run", "task", "on", "verdict", "why"], rows);
}

function table(header: string[], rows: (string | number)[][]): string {
  return textTable(
    header,
    rows.map((row) => row.map(String)),
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
