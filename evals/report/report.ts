import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { replaceGenerated } from "../../scripts/generate/generated-block.ts";
import { table as textTable } from "../../scripts/generate/table.ts";
import { groupBy } from "../../src/timesheet/group-by.ts";
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
import { type Metrics, metricsOf, VERDICTS } from "./metrics.ts";

const ROOT = join(import.meta.dirname, "../..");

const RENDERED_BY = "evals -- --report";

/** The most reasons of a cell: the transcript has all of them. */
const MAX_REASONS = 3;

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

/** Writes the tables of the documents anew, from the transcripts and the tools. */
export async function writeReport(): Promise<void> {
  for (const [path, text] of Object.entries(renderReport(await offered())))
    writeFileSync(join(ROOT, path), text);
}

/** The documents with their tables as they should be, by path. */
export function renderReport({
  tools,
  instructions,
}: Pick<RunningCommand, "tools" | "instructions">): Record<string, string> {
  const tasks = new Map(readTasks().map((task) => [task.id, task]));
  const runs = keptRuns().map((name) => {
    const folder = join(TRANSCRIPTS, name);
    return { name, run: readRun(folder), checksum: checksumOf(folder), transcripts: readTranscripts(folder) };
  });
  const documents = {
    "docs/evals.md": {
      "evals-tasks": describeTasks([...tasks.values()]),
      "evals-runs": runsTable(runs, tasks),
    },
    "evals/measured.md": {
      "evals-failures": failuresTable(runs),
      "evals-search": searchTable([...tasks.values()]),
      "evals-names": namesTable([...tasks.values()]),
      "evals-ledger": ledgerTable(tools, instructions),
    },
  };
  return Object.fromEntries(
    Object.entries(documents).map(([path, blocks]) => [
      path,
      Object.entries(blocks).reduce(
        (text, [name, block]) => replaceGenerated(text, name, RENDERED_BY, block),
        readFileSync(join(ROOT, path), "utf8"),
      ),
    ]),
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

function describeTasks(tasks: readonly Task[]): string {
  const hard = tasks.filter((task) => task.hard).length;
  const categories = new Set(tasks.map(({ category }) => category)).size;
  const bad = tasks.reduce((sum, task) => sum + (task.bad?.length ?? 0), 0);
  return `There are ${tasks.length} tasks in ${categories} categories, ${hard} of them hard, and ${bad} bad runs.`;
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

/** A row for each figure, with what it means. */
function runsTable(runs: readonly KeptRun[], tasks: ReadonlyMap<string, Task>): string {
  const measured = runs.map((kept) => ({ ...kept, metrics: metricsOf(kept.transcripts, tasks) }));
  const row = (name: string, meaning: string, value: (run: (typeof measured)[number]) => string | number) => [
    name,
    ...measured.map(value),
    meaning,
  ];
  const ofMetrics = (name: string, meaning: string, value: (metrics: Metrics) => string | number) =>
    row(name, meaning, ({ metrics }) => value(metrics));
  const tokens = (name: keyof Metrics["tokens"], meaning: string) =>
    ofMetrics(`tokens: ${name}`, meaning, (metrics) =>
      Math.round(metrics.tokens[name]).toLocaleString("en-US"),
    );
  const isRepeated = measured.some(({ metrics }) => metrics.passRow !== undefined);
  return table(
    ["", ...runs.map(({ name }) => name), "meaning"],
    [
      row("model", "", ({ run }) => run.model),
      row("date", "", ({ run }) => run.date),
      ofMetrics("runs", "", ({ runs }) => runs),
      ...VERDICTS.map((verdict) => ofMetrics(verdict, "", (metrics) => metrics[verdict])),
      ofMetrics("pass@1", "the share solved", ({ passAt1 }) => percent(passAt1)),
      ...(isRepeated
        ? [
            ofMetrics("pass^4", "the share solved four times in a row", ({ passRow }) =>
              passRow === undefined ? "–" : percent(passRow),
            ),
          ]
        : []),
      ofMetrics("calls", "", ({ calls }) => calls.toFixed(1)),
      ofMetrics("requests", "to Tempo and Jira", ({ requests }) => requests.toFixed(1)),
      tokens("definitions", "of instructions and tools"),
      tokens("arguments", ""),
      tokens("results", ""),
      ofMetrics(
        "questions skipped",
        "changes where the model had to ask first",
        ({ skippedQuestions }) => skippedQuestions,
      ),
      ofMetrics(
        "confirmations skipped",
        "plans confirmed before the user answered; a clear request may allow it",
        ({ skippedConfirmations }) => skippedConfirmations,
      ),
      ofMetrics("questions not needed", "", ({ needlessQuestions }) => needlessQuestions),
      row("checksum", "of the transcripts", ({ checksum }) => `\`${checksum}\``),
    ],
  );
}

/** A row for each task that was not solved in every run. */
function failuresTable(runs: readonly KeptRun[]): string {
  const failed = runs.flatMap(({ name, transcripts }) =>
    transcripts
      .filter(({ judged }) => judged.verdict !== "solved")
      .map(({ header, judged }) => ({ ...header, run: name, ...judged })),
  );
  const keyOf = ({ task, deployment }: (typeof failed)[number]) => `${task} ${deployment}`;
  const rows = [...groupBy(failed, keyOf)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, of]) => {
      const byReason = groupBy(of, ({ reasons }) => listReasons(reasons));
      const why = [...byReason].map(([reasons, same]) =>
        byReason.size === 1 ? reasons : `${same.map(({ run }) => run).join(", ")}: ${reasons}`,
      );
      return [
        `\`${of[0]?.task}\``,
        of[0]?.deployment ?? "",
        ...runs.map(({ name }) =>
          of
            .filter(({ run }) => run === name)
            .map(({ verdict }) => verdict)
            .join(", "),
        ),
        why.join("<br>"),
      ];
    });
  return table(["task", "on", ...runs.map(({ name }) => name), "why"], rows);
}

function listReasons(reasons: readonly string[]): string {
  const more = reasons.length - MAX_REASONS;
  return [...reasons.slice(0, MAX_REASONS), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
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
