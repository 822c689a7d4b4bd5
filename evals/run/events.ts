import type { Call, Model, Result, User } from "../generated/transcript.ts";

/** An event of a run. */
export type RunEvent = User | Model | Call | Result;

type EventOf<Type extends RunEvent["type"]> = Extract<RunEvent, { type: Type }>;

export function eventsOf<Type extends RunEvent["type"]>(
  events: readonly RunEvent[],
  type: Type,
): EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}

/** An event as a reader sees it. */
export function showEvent(event: RunEvent): string {
  switch (event.type) {
    case "user":
      return `USER    ${event.text}`;
    case "model":
      return `MODEL   ${event.text}`;
    case "call":
      return `CALL    ${event.name} ${JSON.stringify(event.arguments)}`;
    case "result":
      return `${event.isError ? "ERROR   " : "RESULT  "}${event.text}${event.changed ? "\n        (Tempo changed)" : ""}`;
  }
}
