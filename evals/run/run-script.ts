import type { Script, Task } from "../generated/task.ts";
import { scriptedModel } from "../models/scripted.ts";
import type { RunEvent } from "./events.ts";
import { type Run, runTask, type Setting } from "./run-task.ts";
import type { Spelling } from "./spelling.ts";

export interface ScriptedRun {
  /** Such as `log-one-day, ideal, all tools, Cloud`. */
  name: string;
  task: Task;
  script: Script;
  setting: Setting;
  wanted: Run["judged"]["verdict"];
  /** A part of the reasons that the judge must give. */
  because: string | undefined;
}

const DEPLOYMENT_NAMES = { cloud: "Cloud", datacenter: "Data Center" };

/**
 * The scripted runs of a task, on each deployment that it is for: the ideal one with the command, the others in this process.
 *
 * @param spelling that of the client
 */
export function scriptedRuns(task: Task, spelling?: Spelling): ScriptedRun[] {
  const { deployment = "both", needs = [], ideal, idealFive, bad = [] } = task;
  const kinds = deployment === "both" ? (["cloud", "datacenter"] as const) : [deployment];
  const five = idealFive ?? (needs.length === 0 && usesOnlyFive(ideal) ? ideal : undefined);
  return kinds.flatMap((kind) => {
    const all = { deployment: kind, toolSets: "all", spelling };
    const inProcess = { ...all, inProcess: true };
    const none = { ...inProcess, toolSets: "" };
    const on = DEPLOYMENT_NAMES[kind];
    const solved = { task, wanted: "solved" as const, because: undefined };
    return [
      { ...solved, name: `${task.id}, ideal, all tools, ${on}`, script: ideal, setting: all },
      ...(five
        ? [{ ...solved, name: `${task.id}, ideal, five tools, ${on}`, script: five, setting: none }]
        : []),
      ...bad.map(({ name, verdict, steps, tools, because }) => ({
        name: `${task.id}, ${name}, ${on}`,
        task,
        script: steps,
        setting: tools === "five" ? none : inProcess,
        wanted: verdict,
        because,
      })),
    ];
  });
}

/** The problems of the outcome of a scripted run; none if it is as wanted. @throws if the script cannot be followed */
export async function checkScriptedRun(
  { task, script, setting, wanted, because }: ScriptedRun,
  watch?: (event: RunEvent) => void,
): Promise<string[]> {
  const model = scriptedModel(script, setting.deployment, { mayFail: wanted !== "solved" });
  const { verdict, reasons } = (await runTask(task, model, setting, watch)).judged;
  const found = `judged ${verdict}: ${reasons.join("; ")}`;
  return [
    ...(verdict === wanted ? [] : [found]),
    ...(because !== undefined && !reasons.join("; ").includes(because)
      ? [`not because "${because}": ${found}`]
      : []),
    ...(wanted === "solved" && model.left() > 0
      ? [`${model.left()} steps of the script were not needed`]
      : []),
  ];
}

const FIVE = ["get_schedule", "get_worklogs", "post_worklog", "bulk_post_worklogs", "delete_worklog"];

function usesOnlyFive(script: Script): boolean {
  return script.every(({ calls = [] }) => calls.every(({ tool }) => FIVE.includes(tool)));
}
