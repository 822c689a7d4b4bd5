import { sizeOf } from "../../scripts/sizes/size.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Task } from "../generated/task.ts";
import { judge, type Verdict } from "../judge/judge.ts";
import type { Model } from "../models/model.ts";
import { momentOf } from "../task/moment.ts";
import { readSeed } from "../task/seed.ts";
import { type OfferedTool, startCommand } from "./command.ts";
import { converse } from "./converse.ts";
import { eventsOf, type RunEvent } from "./events.ts";
import { startTempo } from "./tempo.ts";

export interface Setting {
  deployment: Deployment["kind"];
  /** As in TEMPO_TOOLSETS: `all`, a list, or nothing for the five tools that are always offered. */
  toolSets: string;
}

/** A run of a task, judged. */
export interface Run extends Setting, Verdict {
  task: Task;
  system: string;
  tools: OfferedTool[];
  events: RunEvent[];
  /** Tokens of o200k_base: the instructions and tools once, the arguments and results of all calls, and what the model said. */
  tokens: { definitions: number; arguments: number; results: number; said: number };
  /** The requests to Tempo and Jira. */
  requests: number;
}

/** Runs a task: a Tempo of its own, the built command over stdio, and a model. @throws if the model fails */
export async function runTask(
  task: Task,
  model: Model,
  setting: Setting,
  watch?: (event: RunEvent) => void,
): Promise<Run> {
  const start = readSeed(task);
  const tempo = await startTempo(setting.deployment, start, task.faults ?? []);
  const command = await startCommand(task, tempo, setting.toolSets);
  const session = model.open(task.id);
  try {
    const system = `${momentOf(task).sentence}\n\n${command.instructions}`;
    const { tools } = command;
    const events = await converse(task, {
      id: task.id,
      system,
      tools,
      call: command.call,
      fingerprint: tempo.fingerprint,
      session,
      watch,
    });
    return {
      ...setting,
      ...judge(task, start, tempo.state, events),
      task,
      system,
      tools,
      events,
      tokens: {
        definitions: sum([system, JSON.stringify(tools)]),
        arguments: sum(eventsOf(events, "call").map((call) => JSON.stringify(call.arguments))),
        results: sum(eventsOf(events, "result").map(({ text }) => text)),
        said: sum(eventsOf(events, "model").map(({ text }) => text)),
      },
      requests: tempo.requests(),
    };
  } finally {
    session.close();
    await command.close();
    await tempo.close();
  }
}

function sum(texts: readonly string[]): number {
  return texts.reduce((tokens, text) => tokens + sizeOf(text).tokens, 0);
}
