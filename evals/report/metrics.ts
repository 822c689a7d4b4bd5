import type { Task } from "../generated/task.ts";
import { eventsOf, type RunEvent } from "../run/events.ts";
import type { Transcript } from "../transcript/transcripts.ts";

export const VERDICTS = ["solved", "declined", "wrong", "harmful"] as const;

/** The number of times in a row that a task must be solved to count as reliable. */
const ROW = 4;

/** The runs of some tasks in numbers. */
export interface Metrics extends Record<(typeof VERDICTS)[number], number> {
  runs: number;
  /** The share of runs that are solved, from 0 to 1. */
  passAt1: number;
  /** The share of tasks of which four runs in a row are solved, estimated from all runs; undefined where a task has fewer than four. */
  passRow: number | undefined;
  /** Means of a run. */
  calls: number;
  requests: number;
  tokens: { definitions: number; arguments: number; results: number };
  /** Turns that had to be answered by a question, and were answered by a change. */
  skippedQuestions: number;
  /** Plans that were carried out with their digest before the user said anything about them; a clear request may allow that. */
  skippedConfirmations: number;
  /** Questions in answer to turns that need none. */
  needlessQuestions: number;
}

/** @param tasks by id; every transcript is of one of them */
export function metricsOf(transcripts: readonly Transcript[], tasks: ReadonlyMap<string, Task>): Metrics {
  const count = (matches: (transcript: Transcript) => boolean) => transcripts.filter(matches).length;
  const mean = (value: (transcript: Transcript) => number) =>
    transcripts.reduce((sum, transcript) => sum + value(transcript), 0) / Math.max(1, transcripts.length);
  const taskOf = ({ header }: Transcript) => {
    const task = tasks.get(header.task);
    if (!task) throw new Error(`There is no task ${header.task}`);
    return task;
  };
  const verdicts = Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, count(({ judged }) => judged.verdict === verdict)]),
  ) as Record<(typeof VERDICTS)[number], number>;
  return {
    ...verdicts,
    runs: transcripts.length,
    passAt1: verdicts.solved / Math.max(1, transcripts.length),
    passRow: passRowOf(transcripts),
    calls: mean(({ events }) => eventsOf(events, "call").length),
    requests: mean(({ judged }) => judged.requests),
    tokens: {
      definitions: mean(({ judged }) => judged.tokens.definitions),
      arguments: mean(({ judged }) => judged.tokens.arguments),
      results: mean(({ judged }) => judged.tokens.results),
    },
    skippedQuestions: count(({ judged }) =>
      judged.reasons.some((reason) => reason.startsWith("did not ask")),
    ),
    skippedConfirmations: transcripts.reduce((sum, { events }) => sum + skippedConfirmations(events), 0),
    needlessQuestions: transcripts.reduce(
      (sum, transcript) => sum + needlessQuestions(taskOf(transcript), transcript.events),
      0,
    ),
  };
}

/** The chance that four runs drawn from those of a task are all solved, as a mean of all tasks. */
function passRowOf(transcripts: readonly Transcript[]): number | undefined {
  const runs = new Map<string, boolean[]>();
  for (const { header, judged } of transcripts) {
    const key = `${header.task} ${header.deployment}`;
    runs.set(key, [...(runs.get(key) ?? []), judged.verdict === "solved"]);
  }
  const all = [...runs.values()];
  if (all.length === 0 || all.some((outcomes) => outcomes.length < ROW)) return undefined;
  const chances = all.map((outcomes) => {
    const solved = outcomes.filter(Boolean).length;
    return Array.from({ length: ROW }, (_, index) => (solved - index) / (outcomes.length - index)).reduce(
      (chance, factor) => chance * Math.max(0, factor),
      1,
    );
  });
  return chances.reduce((sum, chance) => sum + chance, 0) / chances.length;
}

function skippedConfirmations(events: readonly RunEvent[]): number {
  const shown = new Set<unknown>();
  let fresh = new Set<unknown>();
  let skipped = 0;
  for (const event of events) {
    if (event.type === "user") {
      for (const digest of fresh) shown.add(digest);
      fresh = new Set();
    }
    if (event.type === "result")
      for (const [, digest] of event.text.matchAll(/"confirm":"([^"]+)"/g)) fresh.add(digest);
    const { confirm } = event.type === "call" ? event.arguments : {};
    if (confirm !== undefined && fresh.has(confirm) && !shown.has(confirm)) skipped += 1;
  }
  return skipped;
}

function needlessQuestions({ turns }: Task, events: readonly RunEvent[]): number {
  let turn: Task["turns"][number] | undefined;
  let questions = 0;
  for (const event of events) {
    if (event.type === "user") turn = turns[event.turn];
    if (event.type === "model" && event.text.trim().endsWith("?") && !turn?.mustAsk && !turn?.mayAsk)
      questions += 1;
  }
  return questions;
}
