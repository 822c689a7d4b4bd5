import type { ServerContext } from "../server/context.ts";
import { DEADLINE_SHARE } from "../timesheet/timeline.ts";

/** The time without a result after which a terminal shows that the command still waits. */
const SILENT_MS = 4000;

/** Does some work, and says on a terminal, once, that it waits if that takes longer than users expect. */
export async function sayWaiting<Value>(
  { settings, clock, log }: Pick<ServerContext, "settings" | "clock" | "log">,
  work: () => Promise<Value>,
): Promise<Value> {
  if (!process.stderr.isTTY) return work();
  const left = Math.ceil((settings.budget * DEADLINE_SHARE - SILENT_MS) / 1000);
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
