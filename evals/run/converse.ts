import type { Task, Turn } from "../generated/task.ts";
import type { Conversation, Message, ModelSession, Step } from "../models/model.ts";
import type { RunningCommand } from "./command.ts";
import type { RunEvent } from "./events.ts";

/** A model that does not come to an end is stopped after so many steps. */
const MOST_STEPS = 60;

interface Parts {
  conversation: Omit<Conversation, "messages">;
  call: RunningCommand["call"];
  fingerprint(): string;
  session: ModelSession;
  /** Is given each event as it happens. */
  watch?: ((event: RunEvent) => void) | undefined;
}

/** Lets a user with a task talk to a model that has tools. Returns what happened. @throws if the model fails */
export async function converse(
  task: Task,
  { conversation, call, fingerprint, session, watch }: Parts,
): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  const messages: Message[] = [];
  const note = (event: RunEvent) => {
    events.push(event);
    watch?.(event);
  };
  let before = fingerprint();
  let steps = 0;

  /** Lets the model work until it says something without calling a tool. */
  async function answer(): Promise<string> {
    for (;;) {
      steps += 1;
      if (steps > MOST_STEPS) throw new Error(`The model did not come to an end in ${MOST_STEPS} steps`);
      const { text, calls }: Step = await session.next({ ...conversation, messages });
      messages.push({ role: "assistant", text, calls });
      if (text !== "") note({ type: "model", text });
      if (calls.length === 0) return text;
      for (const made of calls) note({ type: "call", ...made });
      const start = fingerprint();
      const results = await Promise.all(calls.map((made) => call(made.name, made.arguments)));
      const changed = fingerprint() !== start;
      for (const [index, { text: reply, isError }] of results.entries()) {
        const made = calls[index];
        if (!made) continue;
        messages.push({ role: "tool", callId: made.id, name: made.name, text: reply, isError });
        note({ type: "result", id: made.id, text: reply, isError, changed });
      }
    }
  }

  let lastAnswer = "";
  for (const [index, turn] of task.turns.entries()) {
    if (!applies(turn, fingerprint() !== before, lastAnswer)) continue;
    if (turn.if === undefined) before = fingerprint();
    messages.push({ role: "user", text: turn.says });
    note({ type: "user", turn: index, text: turn.says, conditional: turn.if !== undefined });
    lastAnswer = await answer();
  }
  return events;
}

function applies({ if: condition }: Turn, hasChanged: boolean, lastAnswer: string): boolean {
  switch (condition) {
    case "nothing changed":
      return !hasChanged;
    case "something changed":
      return hasChanged;
    case "asked":
      return lastAnswer.includes("?");
    default:
      return true;
  }
}
