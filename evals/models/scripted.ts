import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Script } from "../generated/task.ts";
import type { Message, Model } from "./model.ts";
import { resolveReferences } from "./references.ts";

/** A model that does what a script says, and how much is left of it. It throws if a conversation takes another course. */
export function scriptedModel(
  script: Script,
  kind: Deployment["kind"],
  { mayFail }: { mayFail: boolean },
): Model & { left(): number } {
  const steps = script.filter(({ on = kind }) => on === kind);
  let done = 0;
  return {
    name: "script",
    left: () => steps.length - done,
    open: () => ({
      async next({ messages }) {
        const step = steps[done];
        if (!step) throw new Error("The script has no step left, and the user has said more.");
        if (!mayFail) checkFailures(steps[done - 1]?.calls ?? [], messages);
        done += 1;
        const results = messages.flatMap((message) => (message.role === "tool" ? parsed(message.text) : []));
        return {
          text: step.says ?? "",
          calls: (step.calls ?? []).map(({ tool, arguments: args = {} }, index) => ({
            id: `call-${done}-${index + 1}`,
            name: tool,
            arguments: resolveReferences(args, results) as Record<string, unknown>,
          })),
        };
      },
      close: () => {},
    }),
  };
}

/** The calls of the step before must have ended as the script says. */
function checkFailures(calls: NonNullable<Script[number]["calls"]>, messages: readonly Message[]): void {
  for (const [index, { text, isError, name }] of lastResults(messages, calls.length).entries()) {
    const { fails = false } = calls[index] ?? {};
    if (isError !== fails) throw new Error(`${name} ${isError ? "failed" : "did not fail"}: ${text}`);
  }
}

function lastResults(messages: readonly Message[], count: number) {
  return count === 0
    ? []
    : messages.slice(-count).flatMap((message) => (message.role === "tool" ? [message] : []));
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
