import { expect, test } from "vitest";
import type { Task } from "../../evals/generated/task.ts";
import { checkScriptedRun, scriptedRuns } from "../../evals/run/run-script.ts";
import { spelled } from "../../evals/run/spelling.ts";
import { readTasks } from "../../evals/task/read-tasks.ts";

const tasks = readTasks();

/**
 * The ideal runs with all tools on both deployments, one of them with the command; the others on one. It is another one from task to
 * task. `npm run evals -- --ideal --bad` makes every run on both, the ideal ones with the command.
 */
const runs = tasks.flatMap((task, index) => {
  const turn = index % 2 === 0 ? "cloud" : "datacenter";
  const all = scriptedRuns(task);
  const isOnBoth = new Set(all.map(({ setting }) => setting.deployment)).size === 2;
  return all.flatMap((run) => {
    const { setting, wanted } = run;
    if (!isOnBoth || setting.deployment === turn) return [run];
    const isIdeal = wanted === "solved" && setting.toolSets === "all";
    return isIdeal ? [{ ...run, setting: { ...setting, inProcess: true } }] : [];
  });
});

test.concurrent.each(runs.map((run) => [run.name, run.wanted, run] as const))(
  "%s is judged %s",
  async (_, __, run) => {
    expect(await checkScriptedRun(run)).toEqual([]);
  },
  120_000,
);

const takesParts = ({ ideal }: Task) =>
  ideal.some(({ calls = [] }) =>
    calls.some(({ arguments: args = {} }) => Object.values(args).some((value) => typeof value === "object")),
  );

// `npm run evals -- --ideal --spelling both` makes all of them, with the command.
const spelledRuns = tasks
  .filter(takesParts)
  .flatMap((task) => scriptedRuns(task, "both"))
  .filter(
    ({ wanted, setting }) =>
      wanted === "solved" && setting.deployment === "cloud" && setting.toolSets === "all",
  )
  .map((run) => ({ ...run, setting: { ...run.setting, inProcess: true } }));

test.concurrent.each(spelledRuns.map((run) => [run.name, run] as const))(
  "%s is solved through a client that spells arguments badly",
  async (_, run) => {
    expect(await checkScriptedRun(run)).toEqual([]);
  },
  120_000,
);

const inputSchema = {
  type: "object",
  required: ["rows"],
  properties: {
    rows: {
      type: "array",
      items: {
        type: "object",
        required: ["hours"],
        properties: { hours: { type: "number" }, comment: { type: "string" } },
      },
    },
    billable: { type: "boolean" },
    date: { type: "string" },
  },
};

test.each([
  ["text", { rows: '["{\\"hours\\":\\"1.5\\"}"]', date: "2026-01-05" }],
  ["null", { rows: [{ hours: 1.5, comment: null }], date: "2026-01-05", billable: null }],
  ["both", { rows: '["{\\"hours\\":\\"1.5\\",\\"comment\\":null}"]', date: "2026-01-05", billable: null }],
] as const)("the spelling %s is bad at each depth", (spelling, sent) => {
  expect(spelled({ rows: [{ hours: 1.5 }], date: "2026-01-05" }, { inputSchema }, spelling)).toEqual(sent);
});
