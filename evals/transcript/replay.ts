import type { Task } from "../generated/task.ts";
import type { Model, Step } from "../models/model.ts";
import { eventsOf, type RunEvent } from "../run/events.ts";
import { type Run, runTask } from "../run/run-task.ts";
import type { RunOfModel, Transcript } from "./transcripts.ts";

/** Makes the calls of a transcript again, on the command as it is now. Returns what has become different; nothing if nothing has. */
export async function replay(task: Task, run: RunOfModel, before: Transcript): Promise<string[]> {
  const { events, judged } = await runAgain(task, run, before);
  return [
    ...newFailures(before.events, events),
    ...(judged.state === before.judged.state
      ? []
      : [`Tempo holds something else: ${judged.reasons.join("; ")}`]),
    ...(judged.verdict === before.judged.verdict
      ? []
      : [`judged ${judged.verdict} instead of ${before.judged.verdict}: ${judged.reasons.join("; ")}`]),
  ];
}

/** The transcript with the verdict of the task's check as it is now. @throws if its calls lead to another state */
export async function rejudge(task: Task, run: RunOfModel, before: Transcript): Promise<Transcript> {
  const { judged } = await runAgain(task, run, before);
  if (judged.state !== before.judged.state)
    throw new Error(`${task.id}: Tempo holds something else than before`);
  const { verdict, reasons } = judged;
  return { ...before, judged: { ...before.judged, verdict, reasons } };
}

function runAgain(
  task: Task,
  { toolSets, skills, spelling }: RunOfModel,
  { header, events }: Transcript,
): Promise<Run> {
  const { deployment } = header;
  const setting = { deployment, toolSets, inProcess: true, skills, spelling };
  return runTask(task, replayingModel(events), setting);
}

function newFailures(before: readonly RunEvent[], now: readonly RunEvent[]): string[] {
  const calls = eventsOf(now, "call");
  const results = eventsOf(now, "result");
  return eventsOf(before, "result").flatMap(({ isError }, index) => {
    const result = results[index];
    const call = calls.find(({ id }) => id === result?.id);
    if (isError || result?.isError === false) return [];
    return [`${call?.name} ${JSON.stringify(call?.arguments)} fails now: ${result?.text}`];
  });
}

/** A model that does what one did before. Ids and digests, which may be others now, are taken from where they were before. */
function replayingModel(events: readonly RunEvent[]): Model {
  const steps = stepsOf(events);
  const textsBefore = eventsOf(events, "result").map(({ text }) => text);
  let done = 0;
  return {
    name: "replay",
    open: () => ({
      async next({ messages }) {
        const step = steps[done];
        if (!step) throw new Error("The user says more than before: Tempo, or an answer, is another one.");
        done += 1;
        const texts = messages.flatMap((message) => (message.role === "tool" ? [message.text] : []));
        const replaced = replacements(textsBefore.slice(0, texts.length), texts);
        return {
          ...step,
          calls: step.calls.map((call) => ({
            ...call,
            arguments: replaceValues(call.arguments, replaced) as Record<string, unknown>,
          })),
        };
      },
      close: () => {},
    }),
  };
}

/** The steps of a model: all that it did between two answers of others is one. */
function stepsOf(events: readonly RunEvent[]): Step[] {
  const steps: Step[] = [];
  let open: Step | undefined;
  for (const event of events) {
    if (event.type === "user" || event.type === "result") open = undefined;
    else {
      if (!open) {
        open = { text: "", calls: [] };
        steps.push(open);
      }
      if (event.type === "model") open.text = event.text;
      else open.calls.push({ id: event.id, name: event.name, arguments: event.arguments });
    }
  }
  return steps;
}

/** The values that only a run knows, by how they were before: the ids and digests of results. */
function replacements(before: readonly string[], now: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const [index, text] of before.entries()) collect(parse(text), parse(now[index] ?? ""), found);
  return found;
}

const RUN_VALUES = new Set(["id", "worklogId", "confirm", "possibleDuplicateId", "worklogIds", "ref"]);

function collect(before: unknown, now: unknown, found: Map<string, string>, key = ""): void {
  if (typeof before === "string" && typeof now === "string") {
    if (RUN_VALUES.has(key)) found.set(before, now);
  } else if (Array.isArray(before) && Array.isArray(now)) {
    for (const [index, item] of before.entries()) collect(item, now[index], found, key);
  } else if (isObject(before) && isObject(now)) {
    for (const [name, item] of Object.entries(before)) collect(item, now[name], found, name);
  }
}

function replaceValues(value: unknown, replaced: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return replaced.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => replaceValues(item, replaced));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceValues(item, replaced)]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
