import type { CallContext } from "../call-context.ts";
import type { StatusRequest } from "../journal/submissions.ts";
import type { Approval } from "../port.ts";
import { STATUS_LAG_MS } from "../timeline.ts";
import type { Writer } from "../writers.ts";
import { earlierRequest, notShownYet } from "./errors.ts";

/**
 * Waits until a request of an earlier call has taken effect, or never will, or until Tempo shows the last one that has or may have. Returns
 * whether it has waited, so that the timesheet has to be read again, and may have to be waited for again.
 *
 * @param willSend whether another request follows, which the earlier one must not overtake
 * @throws NotSentError if that takes longer than the call may
 */
export async function waitForEarlier(
  timesheet: Approval,
  willSend: boolean,
  { clock, signal, deadline }: CallContext,
  { journal }: Writer,
): Promise<boolean> {
  const { pending, made, refused } = journal.submissions.of(timesheet.startDate);
  const left = (request: StatusRequest | undefined, matters: boolean) =>
    request && (matters || !leadsTo(request, timesheet)) ? request.until - clock.wallClock() : 0;
  const untilOver = left(pending, willSend);
  const over = pending && untilOver <= 0 ? { ...pending, until: pending.until + STATUS_LAG_MS } : undefined;
  // Nothing is said from a status that may be older than a request, even one that Tempo refused; another request finds out.
  const untilShown = willSend ? 0 : Math.max(left(over, false), left(refused, false));
  const wait = Math.max(untilOver, left(made, false), untilShown);
  if (wait <= 0) return false;
  if (pending && clock.now() + untilOver >= deadline) throw earlierRequest(timesheet, pending.effect);
  if (clock.now() + wait >= deadline) throw notShownYet(timesheet);
  await clock.sleep(wait, signal);
  return true;
}

/** Whether a timesheet has the status that a request leads to. */
function leadsTo({ effect }: StatusRequest, { status }: Approval): boolean {
  return (effect === "recalled") === (status === "open");
}
