import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Deployment } from "../../src/tempo/deployment.ts";
import { TOOL_SETS } from "../../src/tools/tool.ts";
import type { Task } from "../generated/task.ts";
import { TRANSCRIPTS } from "../transcript/transcripts.ts";
import { UsageError } from "../usage-error.ts";
import { SPELLINGS, type Spelling } from "./spelling.ts";

export const USAGE = `npm run evals -- OPTIONS: runs tasks for a model, judged by what Tempo holds afterwards. See docs/evals.md.

What to do:
  --list               print the tasks
  --program COMMAND    run them with a program as model
  --openai             run them with an endpoint for chat completions; --anthropic: for Anthropic's Messages
  --ideal              run the ideal script of each task, which must be solved; --bad: its bad runs
  --replay             check all that needs no model, as CI does
  --report             write the tables of the documents anew, from the stored transcripts
  --rejudge            judge the stored transcripts anew, after a task's check was corrected

Which runs:
  --task ID            only this task; may be repeated
  --category NAME      only this category; may be repeated
  --deployment NAME    cloud (default), datacenter or both
  --toolsets LIST      all (default), none, or sets separated by commas: ${TOOL_SETS.join(", ")}
  --skills             offer the skills
  --spelling NAME      spell arguments badly: text (arrays, objects, numbers and booleans as text),
                       null (for all that is left out) or both
  --times N            run each task so often
  --parallel N         run so many at once; default 4

What is kept and printed:
  --transcripts FOLDER keep the transcripts there; a run goes on where it stopped
  --run NAME           the same in evals/transcripts/NAME
  --name NAME          the model's name in the transcripts
  --show               print what happens in each run
  --help               print this

Exit code: 0, 1 if a run was not made or a check failed, 2 if an option is wrong.`;

const DEPLOYMENTS: Record<string, Deployment["kind"][]> = {
  cloud: ["cloud"],
  datacenter: ["datacenter"],
  both: ["cloud", "datacenter"],
};

/** The options of a command line, whose values are right. @throws UsageError */
export function readOptions(args: string[]) {
  const { deployment, toolsets, spelling, times, parallel, ...options } = parse(args);
  const deployments = DEPLOYMENTS[deployment];
  if (!deployments) throw new UsageError("--deployment must be cloud, datacenter or both.");
  return {
    ...options,
    deployments,
    toolSets: readToolSets(toolsets),
    spelling: readSpelling(spelling),
    times: readCount("--times", times),
    parallel: readCount("--parallel", parallel),
    folder: transcriptsFolder(options),
  };
}

/** The tasks of these ids and categories. @throws UsageError if there is none of one of them */
export function chooseTasks(
  tasks: readonly Task[],
  { task: ids, category: categories }: { task?: string[] | undefined; category?: string[] | undefined },
): Task[] {
  refuseUnknown("task", ids, new Set(tasks.map(({ id }) => id)));
  refuseUnknown("category", categories, new Set(tasks.map(({ category }) => category)));
  const chosen = tasks.filter(
    ({ id, category }) => (ids ?? [id]).includes(id) && (categories ?? [category]).includes(category),
  );
  if (chosen.length === 0) throw new UsageError("None of these tasks is in this category.");
  return chosen;
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        help: { type: "boolean", default: false },
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
        spelling: { type: "string" },
        times: { type: "string", default: "1" },
        run: { type: "string" },
        transcripts: { type: "string" },
        show: { type: "boolean", default: false },
        parallel: { type: "string", default: "4" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n--help prints all options.`);
  }
}

/** A value of TEMPO_TOOLSETS. */
function readToolSets(list: string): string {
  if (list === "none") return "";
  const known: readonly string[] = ["all", ...TOOL_SETS];
  if (!list.split(",").every((name) => known.includes(name.trim())))
    throw new UsageError(`--toolsets must be all, none, or some of ${TOOL_SETS.join(", ")}.`);
  return list;
}

function readSpelling(name: string | undefined): Spelling | undefined {
  const spelling = SPELLINGS.find((it) => it === name);
  if (spelling === name) return spelling;
  throw new UsageError(`--spelling must be ${SPELLINGS.slice(0, -1).join(", ")} or ${SPELLINGS.at(-1)}.`);
}

function readCount(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`${name} must be a number from 1.`);
  return Number(text);
}

/** Runs without a name and a folder are kept until `build/` is removed. */
function transcriptsFolder({ run, transcripts }: Pick<ReturnType<typeof parse>, "run" | "transcripts">) {
  if (run !== undefined && transcripts !== undefined)
    throw new UsageError("Give --run or --transcripts, not both.");
  if (transcripts !== undefined) return resolve(transcripts);
  if (run !== undefined) return join(TRANSCRIPTS, run);
  const now = new Date().toISOString().replaceAll(/[:.]/g, "-");
  return join(import.meta.dirname, "../../build/evals", now);
}

function refuseUnknown(kind: string, given: readonly string[] = [], known: ReadonlySet<string>): void {
  const unknown = given.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new UsageError(`There is no ${kind} ${unknown.join(", ")}. --list prints what there is.`);
}
