import { createHash } from "node:crypto";
import { sizeOf } from "../../scripts/sizes/size.ts";
import type { SandboxState } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Task } from "../generated/task.ts";
import type { Judged } from "../generated/transcript.ts";
import { judge } from "../judge/judge.ts";
import { type Model, systemText } from "../models/model.ts";
import { momentOf } from "../task/moment.ts";
import { readSeed } from "../task/seed.ts";
import { type OfferedTool, startCommand } from "./command.ts";
import { converse } from "./converse.ts";
import { eventsOf, type RunEvent } from "./events.ts";
import { canRunInProcess, startInProcess } from "./in-process.ts";
import { skillsWith } from "./skills.ts";
import { type Spelling, spelled } from "./spelling.ts";
import { startTempo } from "./tempo.ts";

export interface Setting {
  deployment: Deployment["kind"];
  /** A value of TEMPO_TOOLSETS: `all`, a list, or nothing for the five tools that are always offered. */
  toolSets: string;
  /** Whether the model is offered the skills, too. */
  skills?: boolean;
  /** Whether a server in this process will do instead of the command, where that makes no difference. */
  inProcess?: boolean;
  /** The bad spelling of the client; it sends arguments as the model gave them unless given. */
  spelling?: Spelling | undefined;
  /** Is given the offer before the model is, and throws if that must not be run. */
  check?: ((offer: Offer) => void) | undefined;
}

/** Instructions and tools, which a model is offered whatever the task. */
export interface Offer {
  instructions: string;
  tools: OfferedTool[];
}

/** A run of a task, judged. */
export interface Run {
  offer: Offer;
  events: RunEvent[];
  judged: Judged;
}

let conversations = 0;

/** Runs a task: a Tempo of its own, the built command over stdio, and a model. @throws if the model fails */
export async function runTask(
  task: Task,
  model: Model,
  { deployment, toolSets, skills: withSkills = false, inProcess = false, spelling, check }: Setting,
  watch?: (event: RunEvent) => void,
): Promise<Run> {
  const start = readSeed(task);
  const tempo = await startTempo(deployment, start, task.faults ?? []);
  const startServer = inProcess && canRunInProcess(task) ? startInProcess : startCommand;
  const command = await startServer(task, tempo, toolSets);
  const session = model.open();
  conversations += 1;
  try {
    const skills = withSkills ? await skillsWith(command.tools) : undefined;
    const offer = {
      instructions: [command.instructions, ...(skills ? [skills.instructions] : [])].join("\n\n"),
      tools: [...command.tools, ...(skills ? [skills.tool] : [])],
    };
    check?.(offer);
    const conversation = { id: `c${conversations}`, today: momentOf(task).sentence, ...offer };
    const sent = (name: string, args: Record<string, unknown>) => {
      const tool = command.tools.find((it) => it.name === name);
      return tool && spelling ? spelled(args, tool, spelling) : args;
    };
    const events = await converse(task, {
      conversation,
      call: async (name, args) =>
        name === skills?.tool.name ? skills.read(args.name) : command.call(name, sent(name, args)),
      fingerprint: tempo.fingerprint,
      session,
      watch,
    });
    return {
      offer,
      events,
      judged: {
        type: "verdict",
        ...judge(task, start, tempo.state, events),
        state: digestOf(tempo.state),
        requests: tempo.requests(),
        tokens: {
          definitions: sum([systemText({ ...conversation, messages: [] }), JSON.stringify(offer.tools)]),
          arguments: sum(eventsOf(events, "call").map((call) => JSON.stringify(call.arguments))),
          results: sum(eventsOf(events, "result").map(({ text }) => text)),
          said: sum(eventsOf(events, "model").map(({ text }) => text)),
        },
      },
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

/** A digest of what Tempo holds, without ids, which depend on the order of requests. */
function digestOf({ worklogs, approvals }: SandboxState): string {
  const contents = [...worklogs.values()].map(({ id: _, createdAt: __, attributes = {}, ...worklog }) =>
    JSON.stringify([...Object.entries(worklog).sort(), Object.entries(attributes).sort()]),
  );
  const statuses = [...approvals].map(
    ([start, { status, reviewer }]) => `${start} ${status} ${reviewer ?? ""}`,
  );
  const text = [...contents.sort(), ...statuses.sort()].join("\n");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
