import type { LimitFunction } from "p-limit";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Task } from "../generated/task.ts";
import type { Model } from "../models/model.ts";
import {
  checkRun,
  hasTranscript,
  openRun,
  readTranscript,
  type Transcript,
  writeTranscript,
} from "../transcript/transcripts.ts";
import { type RunEvent, showEvent } from "./events.ts";
import { runTask } from "./run-task.ts";
import type { Spelling } from "./spelling.ts";

export interface ModelRuns {
  deployments: readonly Deployment["kind"][];
  toolSets: string;
  skills: boolean;
  spelling: Spelling | undefined;
  /** The number of times that each task is run. */
  times: number;
  /** The folder of the transcripts; those that are there are not made again. */
  folder: string;
  limit: LimitFunction;
  print(line: string): void;
  /** Whether what happens is printed, too. */
  show: boolean;
}

/**
 * Lets a model do tasks, keeps the transcripts and prints the verdicts, also those of runs that were made before. A run that fails is
 * printed and not kept. Returns whether there is none.
 */
export async function runModel(
  tasks: readonly Task[],
  model: Model,
  { deployments, toolSets, skills, spelling, times, folder, limit, print, show }: ModelRuns,
): Promise<boolean> {
  const wanted = Array.from({ length: times }, (_, index) => index + 1).flatMap((time) =>
    tasks.flatMap((task) =>
      deployments
        .filter((kind) => (task.deployment ?? "both") === "both" || task.deployment === kind)
        .map((deployment) => ({ task, header: { task: task.id, deployment, time } })),
    ),
  );
  const missing = wanted.filter(({ header }) => !hasTranscript(folder, header));
  const made = wanted.filter(({ header }) => hasTranscript(folder, header));
  print(`Runs to make: ${missing.length}, made before: ${made.length}. Transcripts in ${folder}`);
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const printVerdict = ({ header, judged }: Transcript, note = "") => {
    count(judged.verdict);
    const { task, deployment, time } = header;
    const line = `${judged.verdict.padEnd(8)} ${task}, ${deployment}, ${time}${note}`;
    print([line, ...judged.reasons].join("\n         "));
  };
  for (const { header } of made) printVerdict(readTranscript(folder, header), ", made before");
  await limit.map(missing, async ({ task, header }) => {
    const { deployment, time } = header;
    const events: RunEvent[] = [];
    const shared = { model: model.name, toolSets, skills, ...(spelling && { spelling }) };
    try {
      const { offer, judged } = await runTask(
        task,
        model,
        {
          ...{ deployment, toolSets, skills, spelling },
          check: (offer) => checkRun(folder, { ...shared, spelling, offer }),
        },
        (event) => events.push(event),
      );
      openRun(folder, { ...shared, date: new Date().toISOString().slice(0, 10), offer });
      const transcript: Transcript = { header: { type: "run", ...header }, events, judged };
      writeTranscript(folder, transcript);
      if (show) for (const event of events) print(showEvent(event));
      printVerdict(transcript);
    } catch (error) {
      count("not run");
      print(`NOT RUN  ${task.id}, ${deployment}, ${time}: ${(error as Error).message}`);
    }
  });
  print([...counts].map(([name, number]) => `${number} ${name}`).join(", "));
  return !counts.has("not run");
}
