import type { LimitFunction } from "p-limit";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Task } from "../generated/task.ts";
import type { Model } from "../models/model.ts";
import { hasTranscript, openRun, writeTranscript } from "../transcript/transcripts.ts";
import { type RunEvent, showEvent } from "./events.ts";
import { runTask } from "./run-task.ts";

export interface ModelRuns {
  deployments: readonly Deployment["kind"][];
  toolSets: string;
  skills: boolean;
  /** The number of times that each task is run. */
  times: number;
  /** The folder of the transcripts; those that are there are not made again. */
  folder: string;
  limit: LimitFunction;
  print(line: string): void;
  /** Whether what happens is printed, too. */
  show: boolean;
}

/** Lets a model do tasks, keeps the transcripts and prints the verdicts. A run that fails is printed and not kept. */
export async function runModel(tasks: readonly Task[], model: Model, options: ModelRuns): Promise<void> {
  const { deployments, toolSets, times, folder, limit, print, show } = options;
  const wanted = Array.from({ length: times }, (_, index) => index + 1).flatMap((time) =>
    tasks.flatMap((task) =>
      deployments
        .filter((kind) => (task.deployment ?? "both") === "both" || task.deployment === kind)
        .map((deployment) => ({ task, deployment, time })),
    ),
  );
  const missing = wanted.filter(
    ({ task, ...header }) => !hasTranscript(folder, { ...header, task: task.id }),
  );
  print(
    `Runs to make: ${missing.length}, made before: ${wanted.length - missing.length}. Transcripts in ${folder}`,
  );
  const counts: Record<string, number> = {};
  await limit.map(missing, async ({ task, deployment, time }) => {
    const events: RunEvent[] = [];
    try {
      const { offer, judged } = await runTask(
        task,
        model,
        { deployment, toolSets, skills: options.skills },
        (event) => events.push(event),
      );
      openRun(folder, {
        model: model.name,
        date: new Date().toISOString().slice(0, 10),
        toolSets,
        skills: options.skills,
        offer,
      });
      writeTranscript(folder, { header: { type: "run", task: task.id, deployment, time }, events, judged });
      counts[judged.verdict] = (counts[judged.verdict] ?? 0) + 1;
      if (show) for (const event of events) print(showEvent(event));
      print(
        [`${judged.verdict.padEnd(8)} ${task.id}, ${deployment}, ${time}`, ...judged.reasons].join(
          "\n         ",
        ),
      );
    } catch (error) {
      counts["not run"] = (counts["not run"] ?? 0) + 1;
      print(`NOT RUN  ${task.id}, ${deployment}, ${time}: ${(error as Error).message}`);
    }
  });
  print(
    Object.entries(counts)
      .map(([verdict, count]) => `${count} ${verdict}`)
      .join(", "),
  );
}
