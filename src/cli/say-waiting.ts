import type { ServerContext } from "../server/context.ts";
import { onAbort } from "../timesheet/on-abort.ts";
import { DEADLINE_SHARE } from "../timesheet/timeline.ts";

/** The time without a result after which a command says that it still waits, and then again and again. */
const SILENT_MS = 4000;

/** A shell has no host that gives up: a command that writes waits for an answer for as long as Tempo may take. */
const LONGEST_WAIT_MS = 300_000;

/** The usual limit of a call, in milliseconds. A smaller one is the user's wish. */
const USUAL_BUDGET_MS = 50_000;

/** The same context for a command that writes, with more time. */
export function waitingLong<Server extends Pick<ServerContext, "settings">>(server: Server): Server {
  const { budget } = server.settings;
  if (budget < USUAL_BUDGET_MS) return server;
  return { ...server, settings: { ...server.settings, budget: Math.max(budget, LONGEST_WAIT_MS) } };
}

/** Does what takes a call's time at most, and says on a terminal that it waits if that takes longer than users expect. */
export function sayWaiting<Value>(
  { settings, ...server }: Pick<ServerContext, "settings" | "log">,
  work: () => Promise<Value>,
  cancelled?: AbortSignal,
): Promise<Value> {
  return sayWaitingUpTo(settings.budget * DEADLINE_SHARE, server, work, cancelled);
}

/** The same for work with another limit. @param longest milliseconds @param cancelled ends the lines */
export async function sayWaitingUpTo<Value>(
  longest: number,
  { log }: Pick<ServerContext, "log">,
  work: () => Promise<Value>,
  cancelled?: AbortSignal,
): Promise<Value> {
  if (!process.stderr.isTTY && longest <= USUAL_BUDGET_MS) return work();
  const startedAt = Date.now();
  // Real time, whatever clock the work has: it is for who watches.
  const timer = setInterval(() => {
    const waited = Math.round((Date.now() - startedAt) / 1000);
    const left = Math.round(longest / 1000) - waited;
    if (left > 0)
      log(
        `there is no answer yet after ${waited} s; the command waits for up to ${left} s more, Ctrl-C ends that`,
      );
  }, SILENT_MS);
  const stopListening = onAbort(cancelled, () => clearInterval(timer));
  try {
    return await work();
  } finally {
    stopListening();
    clearInterval(timer);
  }
}
