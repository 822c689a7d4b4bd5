import type { ServerContext } from "../server/context.ts";
import { DEADLINE_SHARE } from "../timesheet/timeline.ts";

/** The time without a result after which a terminal shows that the command still waits. */
const SILENT_MS = 4000;

/** Does what takes a call's time at most, and says on a terminal, once, that it waits if that takes longer than users expect. */
export function sayWaiting<Value>(
  { settings, ...server }: Pick<ServerContext, "settings" | "clock" | "log">,
  work: () => Promise<Value>,
): Promise<Value> {
  return sayWaitingUpTo(settings.budget * DEADLINE_SHARE, server, work);
}

/** The same for work with another limit. @param longest milliseconds */
export async function sayWaitingUpTo<Value>(
  longest: number,
  { clock, log }: Pick<ServerContext, "clock" | "log">,
  work: () => Promise<Value>,
): Promise<Value> {
  if (!process.stderr.isTTY) return work();
  const left = Math.ceil((longest - SILENT_MS) / 1000);
  const finished = new AbortController();
  void clock.sleep(SILENT_MS, finished.signal).then(() => {
    if (!finished.signal.aborted) log(`there is no answer yet; the command waits for up to ${left} s more`);
  });
  try {
    return await work();
  } finally {
    finished.abort();
  }
}
