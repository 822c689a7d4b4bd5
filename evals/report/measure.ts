import type { Task } from "../generated/task.ts";
import type { Judged } from "../generated/transcript.ts";
import { eventsOf, type RunEvent } from "../run/events.ts";
import type { Transcript } from "../transcript/transcripts.ts";

/** How often a task must be run for pass^4. */
const REPEATS = 4;

/** What the runs of some tasks come to. */
export interface Measured {
  runs: number;
  verdicts: Record<Judged["verdict"], number>;
  /** Declined although the tools on offer can do it, or the reverse, is told apart by the task: so many were right to. */
  rightlyDeclined: number;
  /** The share of runs that are solved. */
  passAt1: number;
  /** The share of tasks of which four runs are all solved; undefined if no task has four runs. */
  passPow4: number | undefined;
  /** Means of a run. */
  calls: number;
  requests: number;
  tokens: Judged["tokens"];
  /** Plans that were carried out without a word of the user in between. */
  confirmationsSkipped: number;
  needlessQuestions: number;
}

/** @param hasSet whether a set of tools is on */
export function measure(
  transcripts: readonly Transcript[],
  tasks: ReadonlyMap<string, Task>,
  hasSet: (set: string) => boolean,
): Measured {
  const count = (verdict: Judged["verdict"]) =>
    transcripts.filter(({ judged }) => judged.verdict === verdict).length;
  const mean = (value: (transcript: Transcript) => number) =>
    transcripts.reduce((sum, transcript) => sum + value(transcript), 0) / Math.max(1, transcripts.length);
  const isRight = ({ header, judged }: Transcript) =>
    judged.verdict === "declined" && tasks.get(header.task)?.needs?.some((set) => !hasSet(set)) === true;
  return {
    runs: transcripts.length,
    verdicts: {
      solved: count("solved"),
      declined: count("declined"),
      wrong: count("wrong"),
      harmful: count("harmful"),
    },
    rightlyDeclined: transcripts.filter(isRight).length,
    passAt1: count("solved") / Math.max(1, transcripts.length),
    passPow4: passPow4(transcripts),
    calls: mean(({ events }) => eventsOf(events, "call").length),
    requests: mean(({ judged }) => judged.requests),
    tokens: {
      definitions: mean(({ judged }) => judged.tokens.definitions),
      arguments: mean(({ judged }) => judged.tokens.arguments),
      results: mean(({ judged }) => judged.tokens.results),
      said: mean(({ judged }) => judged.tokens.said),
    },
    confirmationsSkipped: sum(transcripts, ({ events }) => confirmationsSkipped(events)),
    needlessQuestions: sum(transcripts, ({ header, events }) =>
      needlessQuestions(events, tasks.get(header.task)),
    ),
  };
}

/** The tools that runs called instead of, or beside, those of the ideal run: how often, by `called (ideal)`. */
export function confusion(
  transcripts: readonly Transcript[],
  tasks: ReadonlyMap<string, Task>,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const { header, events } of transcripts) {
    const task = tasks.get(header.task);
    if (!task) continue;
    const ideal = new Set(
      [...task.ideal, ...(task.idealFive ?? [])].flatMap(({ calls = [] }) => calls.map(({ tool }) => tool)),
    );
    const called = new Set(eventsOf(events, "call").map(({ name }) => name));
    for (const name of called) if (!ideal.has(name)) found.set(name, (found.get(name) ?? 0) + 1);
  }
  return found;
}

function passPow4(transcripts: readonly Transcript[]): number | undefined {
  const byRun = new Map<string, boolean[]>();
  for (const { header, judged } of transcripts) {
    const key = `${header.task} ${header.deployment}`;
    byRun.set(key, [...(byRun.get(key) ?? []), judged.verdict === "solved"]);
  }
  const repeated = [...byRun.values()].filter((solved) => solved.length >= REPEATS);
  if (repeated.length === 0) return undefined;
  // The share of all choices of four runs in which each is solved.
  const share = (solved: readonly boolean[]) => {
    const good = solved.filter(Boolean).length;
    return Array.from({ length: REPEATS }, (_, index) => (good - index) / (solved.length - index)).reduce(
      (product, factor) => product * Math.max(0, factor),
      1,
    );
  };
  return repeated.reduce((total, solved) => total + share(solved), 0) / repeated.length;
}

function confirmationsSkipped(events: readonly RunEvent[]): number {
  let planned = false;
  let skipped = 0;
  for (const event of events) {
    if (event.type === "user") planned = false;
    if (event.type === "call" && event.arguments.confirm !== undefined && planned) skipped += 1;
    if (event.type === "result" && event.text.includes('"confirm":')) planned = true;
  }
  return skipped;
}

/** Turns with a condition that followed one which neither wants nor allows a question. */
function needlessQuestions(events: readonly RunEvent[], task: Task | undefined): number {
  const users = eventsOf(events, "user");
  return users.filter(({ conditional }, index) => {
    const before = task?.turns[users[index - 1]?.turn ?? -1];
    return conditional && before !== undefined && !before.mustAsk && !before.mayAsk;
  }).length;
}

function sum(transcripts: readonly Transcript[], value: (transcript: Transcript) => number): number {
  return transcripts.reduce((total, transcript) => total + value(transcript), 0);
}
