import { setImmediate } from "node:timers/promises";
import type { CallContext } from "../../timesheet/call-context.ts";

/** The time for which a calendar may keep the process busy before other work has its turn, in milliseconds. */
const TURN_MS = 10;

/** Lets other work have its turn if this one has taken long, and ends it once its signal aborts. @throws the signal's reason */
export type Pace = () => Promise<void> | undefined;

export function createPace({ clock }: Pick<CallContext, "clock">, signal: AbortSignal): Pace {
  let began = clock.now();
  return () => {
    if (clock.now() - began < TURN_MS) return undefined;
    return setImmediate().then(() => {
      signal.throwIfAborted();
      began = clock.now();
    });
  };
}
