/**
 * Runs evals: tasks for a model that has the built command's tools, judged by what Tempo holds afterwards. See docs/evals.md.
 *
 *   npm run evals -- --ideal              the ideal run of each task, which must be solved; --bad: its bad runs
 *   npm run evals -- --replay             all that CI checks, without a model
 *   npm run evals -- --report             writes the tables of docs/evals.md anew, from the stored transcripts
 *   npm run evals -- --rejudge            judges the stored transcripts anew, after a task's check was corrected
 *   npm run evals -- --program COMMAND    a program as model; --openai or --anthropic: an endpoint
 *
 *   npm run evals -- --list               the tasks
 *
 * Choice of runs: --task ID …, --category NAME …, --deployment cloud|datacenter|both, --toolsets all|none|LIST, --skills, --times N,
 * --parallel N. --run NAME keeps the transcripts in evals/transcripts/NAME, --transcripts FOLDER elsewhere; both go on where they
 * stopped. --show prints what happens.
 */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import pLimit from "p-limit";
import { buildIfChanged } from "../scripts/build/if-changed.ts";
import { chooseModel } from "./models/choose-model.ts";
import { writeReport } from "./report/report.ts";
import { type RunEvent, showEvent } from "./run/events.ts";
import { runModel } from "./run/run-model.ts";
import { checkScriptedRun, scriptedRuns } from "./run/run-script.ts";
import { listTasks, readTasks } from "./task/read-tasks.ts";
import { rejudge } from "./transcript/replay.ts";
import {
  keptRuns,
  readRun,
  readTranscripts,
  TRANSCRIPTS,
  writeTranscript,
} from "./transcript/transcripts.ts";

const { values: options } = parseArgs({
  options: {
    task: { type: "string", multiple: true },
    category: { type: "string", multiple: true },
    ideal: { type: "boolean", default: false },
    bad: { type: "boolean", default: false },
    replay: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    report: { type: "boolean", default: false },
    rejudge: { type: "boolean", default: false },
    openai: { type: "boolean", default: false },
    anthropic: { type: "boolean", default: false },
    program: { type: "string" },
    name: { type: "string" },
    deployment: { type: "string", default: "cloud" },
    toolsets: { type: "string", default: "all" },
    skills: { type: "boolean", default: false },
    times: { type: "string", default: "1" },
    run: { type: "string" },
    transcripts: { type: "string" },
    show: { type: "boolean", default: false },
    parallel: { type: "string", default: "4" },
  },
});

if (options.replay) {
  const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
  const { status } = spawnSync(process.execPath, [vitest, "run", "--project", "evals"], { stdio: "inherit" });
  process.exit(status ?? 1);
}

if (options.report) {
  buildIfChanged();
  await writeReport();
  process.exit();
}

const tasks = readTasks().filter(
  ({ id, category }) =>
    (options.task ?? [id]).includes(id) && (options.category ?? [category]).includes(category),
);
if (tasks.length === 0) throw new Error("No task has this id and category; --list prints them.");
if (options.list) {
  console.log(listTasks(tasks));
  process.exit();
}
buildIfChanged();
const limit = pLimit(Number(options.parallel));
if (options.rejudge) await rejudgeAll();
else if (options.ideal || options.bad) await runScripts();
else {
  const model = chooseModel(options, process.env);
  const { toolsets, deployment } = options;
  await runModel(tasks, model, {
    deployments:
      deployment === "both" ? ["cloud", "datacenter"] : [deployment === "cloud" ? "cloud" : "datacenter"],
    toolSets: toolsets === "none" ? "" : toolsets,
    skills: options.skills,
    times: Number(options.times),
    folder: transcriptsFolder(),
    limit,
    print: (line) => console.log(line),
    show: options.show,
  });
}

/** Runs without a name and a folder are kept until `build/` is removed. */
function transcriptsFolder(): string {
  const { run, transcripts } = options;
  if (run !== undefined && transcripts !== undefined)
    throw new Error("Give --run or --transcripts, not both.");
  if (transcripts !== undefined) return resolve(transcripts);
  if (run !== undefined) return join(TRANSCRIPTS, run);
  return join(import.meta.dirname, "../build/evals", new Date().toISOString().replaceAll(/[:.]/g, "-"));
}

async function rejudgeAll(): Promise<void> {
  for (const name of keptRuns()) {
    const folder = join(TRANSCRIPTS, name);
    const run = readRun(folder);
    await limit.map(readTranscripts(folder), async (before) => {
      const task = tasks.find(({ id }) => id === before.header.task);
      if (!task) return;
      const after = await rejudge(task, run, before);
      if (
        after.judged.verdict === before.judged.verdict &&
        after.judged.reasons.join() === before.judged.reasons.join()
      )
        return;
      writeTranscript(folder, after);
      console.log(`${name}: ${task.id} is ${after.judged.verdict}, and was ${before.judged.verdict}`);
    });
  }
}

async function runScripts(): Promise<void> {
  const runs = tasks
    .flatMap(scriptedRuns)
    .filter(({ wanted }) => (wanted === "solved" ? options.ideal : options.bad));
  const outcomes = await limit.map(runs, async (run) => {
    const events: RunEvent[] = [];
    const problems = await checkScriptedRun(run, (event) => events.push(event)).catch((error: Error) => [
      error.message,
    ]);
    if (options.show) for (const event of events) console.log(showEvent(event));
    console.log([`${problems.length === 0 ? "ok" : "NOT OK"}  ${run.name}`, ...problems].join("\n        "));
    return problems.length === 0;
  });
  const failed = outcomes.filter((isOk) => !isOk).length;
  console.log(`${runs.length} scripted runs of ${tasks.length} tasks, ${failed} not as they should be`);
  process.exitCode = failed > 0 ? 1 : 0;
}
