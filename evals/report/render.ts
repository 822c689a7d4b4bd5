import { join } from "node:path";
import { table } from "../../scripts/generate/table.ts";
import type { Task } from "../generated/task.ts";
import { requestsOfModels, requestsOfUsers, search } from "../retrieval/retrieval.ts";
import {
  checksumOf,
  keptRuns,
  type RunOfModel,
  readRun,
  readTranscripts,
  TRANSCRIPTS,
  type Transcript,
} from "../transcript/transcripts.ts";
import { confusion, type Measured, measure } from "./measure.ts";

/** What all tasks are about, and how many there are. */
export function renderTasks(tasks: readonly Task[]): string {
  const categories = [...new Set(tasks.map(({ category }) => category))];
  const row = (name: string, some: readonly Task[]) => [
    name,
    String(some.length),
    String(some.filter(({ hard }) => hard).length),
    String(some.flatMap(({ bad = [] }) => bad).length),
  ];
  return table(
    ["category", "tasks", "of them hard", "bad runs"],
    [
      ...categories.map((category) =>
        row(
          category,
          tasks.filter((task) => task.category === category),
        ),
      ),
      row("all", tasks),
    ],
  );
}

/** The results of all runs that are part of the project, from their transcripts. */
export function renderResults(tasks: readonly Task[]): string {
  const known = new Map(tasks.map((task) => [task.id, task]));
  const names = keptRuns();
  if (names.length === 0) return "No run of a model is part of the project yet.";
  return names
    .map((name) => {
      const folder = join(TRANSCRIPTS, name);
      return renderRun(name, readRun(folder), readTranscripts(folder), known, checksumOf(folder));
    })
    .join("\n\n");
}

function renderRun(
  name: string,
  { model, date, toolSets, skills }: RunOfModel,
  transcripts: readonly Transcript[],
  tasks: ReadonlyMap<string, Task>,
  checksum: string,
): string {
  const hasSet = (set: string) => toolSets === "all" || toolSets.split(",").includes(set);
  const categoryOf = ({ header }: Transcript) => tasks.get(header.task)?.category ?? "";
  const categories = [...new Set(transcripts.map(categoryOf))].sort();
  const rows = categories.map((category) =>
    row(
      category,
      measure(
        transcripts.filter((it) => categoryOf(it) === category),
        tasks,
        hasSet,
      ),
    ),
  );
  const all = measure(transcripts, tasks, hasSet);
  const confused = [...confusion(transcripts, tasks)].sort(([, one], [, other]) => other - one);
  const failed = transcripts.filter(({ judged }) => !["solved", "declined"].includes(judged.verdict));
  return [
    `**\`${name}\`**: ${model}, ${date}, ${toolSets === "" ? "five tools" : `tools: ${toolSets}`}${skills ? ", with skills" : ""}; ` +
      `checksum of the transcripts ${checksum}.`,
    "",
    table(
      [
        "category",
        "runs",
        "solved",
        "declined (rightly)",
        "wrong",
        "harmful",
        "pass^4",
        "calls",
        "requests",
        "tokens: definitions / arguments / results / said",
      ],
      [...rows, row("all", all)],
    ),
    "",
    `Confirmations skipped: ${all.confirmationsSkipped}. Needless questions: ${all.needlessQuestions}. ` +
      `Tools called that the ideal run does without: ${confused.length === 0 ? "none" : confused.map(([tool, count]) => `\`${tool}\` ${count}`).join(", ")}.`,
    ...(failed.length === 0
      ? []
      : [
          "",
          ...failed.map(
            ({ header, judged }) =>
              `- ${judged.verdict}: \`${header.task}\`, ${header.deployment}: ${judged.reasons.join("; ")}`,
          ),
        ]),
  ].join("\n");
}

function row(name: string, measured: Measured): string[] {
  const { runs, verdicts, rightlyDeclined, passPow4, calls, requests, tokens } = measured;
  const whole = (number: number) => Math.round(number).toLocaleString("en-US");
  return [
    name,
    String(runs),
    String(verdicts.solved),
    `${verdicts.declined} (${rightlyDeclined})`,
    String(verdicts.wrong),
    String(verdicts.harmful),
    passPow4 === undefined ? "" : `${Math.round(passPow4 * 100)} %`,
    calls.toFixed(1),
    requests.toFixed(1),
    [tokens.definitions, tokens.arguments, tokens.results, tokens.said].map(whole).join(" / "),
  ];
}

/** How many tools a search finds. */
export function renderSearch(tasks: readonly Task[]): string {
  const row = (name: string, found: ReturnType<typeof search>) => {
    const count = found.filter(({ isFound }) => isFound).length;
    return [name, String(found.length), String(count), `${Math.round((count / found.length) * 100)} %`];
  };
  return table(
    ["sentences", "number", "tool among the first three", "share"],
    [
      row("what a model that searches would write", search(requestsOfModels())),
      row("the first sentences of the English tasks, as users say them", search(requestsOfUsers(tasks))),
    ],
  );
}
