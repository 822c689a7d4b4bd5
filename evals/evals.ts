/**
 * Runs evals: tasks for a model that has the built command's tools, judged by what Tempo holds afterwards. See evals/README.md.
 *
 *   npm run evals -- --ideal              the ideal run of each task, which must be solved
 *   npm run evals -- --bad                its bad runs, which must be judged as they say
 *   npm run evals -- --task ID …          only these tasks; --category NAME …, only these categories
 *   npm run evals -- --ideal --show       prints what is called and returned, too
 */
import { parseArgs } from "node:util";
import pLimit from "p-limit";
import { buildCommand } from "./run/build-command.ts";
import { type RunEvent, showEvent } from "./run/events.ts";
import { checkScriptedRun, scriptedRuns } from "./run/run-script.ts";
import { readTasks } from "./task/read-tasks.ts";

const { values: options } = parseArgs({
  options: {
    task: { type: "string", multiple: true },
    category: { type: "string", multiple: true },
    ideal: { type: "boolean", default: false },
    bad: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
    parallel: { type: "string", default: "4" },
  },
});

const tasks = readTasks().filter(
  ({ id, category }) =>
    (options.task ?? [id]).includes(id) && (options.category ?? [category]).includes(category),
);
if (tasks.length === 0) throw new Error("No task has this id and category.");
buildCommand();
const runs = tasks
  .flatMap(scriptedRuns)
  .filter(({ wanted }) => (wanted === "solved" ? options.ideal : options.bad));
const limit = pLimit(Number(options.parallel));
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
