import { expect, test } from "vitest";
import { checkScriptedRun, scriptedRuns } from "../../evals/run/run-script.ts";
import { readTasks } from "../../evals/task/read-tasks.ts";

const runs = readTasks().flatMap(scriptedRuns);

test.concurrent.each(runs.map((run) => [run.name, run.wanted, run] as const))(
  "%s is judged %s",
  async (_, __, run) => {
    expect(await checkScriptedRun(run)).toEqual([]);
  },
  120_000,
);
