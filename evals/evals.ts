/** Runs evals: tasks for a model that has the built command's tools, judged by what Tempo holds afterwards. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import pLimit, { type LimitFunction } from "p-limit";
import { buildIfChanged } from "../scripts/build/if-changed.ts";
import type { Task } from "./generated/task.ts";
import { chooseModel } from "./models/choose-model.ts";
import { writeReport } from "./report/report.ts";
import { type RunEvent, showEvent } from "./run/events.ts";
import { chooseTasks, readOptions, USAGE } from "./run/options.ts";
import { runModel } from "./run/run-model.ts";
import { checkScriptedRun, scriptedRuns } from "./run/run-script.ts";
import { listTasks, readTasks } from "./task/read-tasks.ts";
import { rejudge as judgeAnew } from "./transcript/replay.ts";
import {
  checkRun,
  keptRuns,
  readRun,
  readTranscripts,
  TRANSCRIPTS,
  writeTranscript,
} from "./transcript/transcripts.ts";
import { UsageError } from "./usage-error.ts";

/** The exit codes besides 0. */
const NOT_ALL = 1;
const USAGE_ERROR = 2;

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = USAGE_ERROR;
}

/** Returns the exit code. @throws UsageError */
async function main(options: ReturnType<typeof readOptions>): Promise<number> {
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  if (options.replay) {
    const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
    const replayed = spawnSync(process.execPath, [vitest, "run", "--project", "built", "tests/evals"], {
      stdio: "inherit",
    });
    return replayed.status ?? NOT_ALL;
  }
  const tasks = chooseTasks(readTasks(), options);
  if (options.list) {
    console.log(listTasks(tasks));
    return 0;
  }
  const { report, rejudge, ideal, bad, folder } = options;
  const model = report || rejudge || ideal || bad ? undefined : chooseModel(options, process.env);
  const limit = pLimit(options.parallel);
  if (model) {
    const { toolSets, skills, spelling } = options;
    checkRun(folder, { model: model.name, toolSets, skills, spelling });
  }
  buildIfChanged();
  if (model) {
    const print = (line: string) => console.log(line);
    return (await runModel(tasks, model, { ...options, limit, print })) ? 0 : NOT_ALL;
  }
  if (ideal || bad) return (await runScripts(tasks, options, limit)) ? 0 : NOT_ALL;
  if (rejudge) await rejudgeAll(tasks, limit);
  else await writeReport();
  return 0;
}

async function rejudgeAll(tasks: readonly Task[], limit: LimitFunction): Promise<void> {
  for (const name of keptRuns()) {
    const folder = join(TRANSCRIPTS, name);
    const run = readRun(folder);
    await limit.map(readTranscripts(folder), async (before) => {
      const task = tasks.find(({ id }) => id === before.header.task);
      if (!task) return;
      const after = await judgeAnew(task, run, before);
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

/** Returns whether all were judged as they should be. */
async function runScripts(
  tasks: readonly Task[],
  { ideal, bad, show, spelling }: Pick<ReturnType<typeof readOptions>, "ideal" | "bad" | "show" | "spelling">,
  limit: LimitFunction,
): Promise<boolean> {
  const scripted = tasks.flatMap((task) => scriptedRuns(task, spelling));
  const runs = scripted.filter(({ wanted }) => (wanted === "solved" ? ideal : bad));
  const outcomes = await limit.map(runs, async (run) => {
    const events: RunEvent[] = [];
    const problems = await checkScriptedRun(run, (event) => events.push(event)).catch((error: Error) => [
      error.message,
    ]);
    if (show) for (const event of events) console.log(showEvent(event));
    console.log([`${problems.length === 0 ? "ok" : "NOT OK"}  ${run.name}`, ...problems].join("\n        "));
    return problems.length === 0;
  });
  const failed = outcomes.filter((isOk) => !isOk).length;
  console.log(`${runs.length} scripted runs of ${tasks.length} tasks, ${failed} not as they should be`);
  return failed === 0;
}
