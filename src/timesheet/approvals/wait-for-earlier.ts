import type { CallContext } from "../call-context.ts";
import type { StatusRequest } from "../journal/submissions.ts";
import type { Approval } from "../port.ts";
import type { Writer } from "../writers.ts";
import { earlierRequest, notShownYet } from "./errors.ts";

/**
 * Waits until a request of an earlier call has taken effect, or never will, and until Tempo shows the last one that has. Returns
 * whether it has waited, so that the timesheet has to be read again.
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
  // Nothing is said from a status that may be older than a request, even one that Tempo refused; another request finds out.
  const wait = Math.max(untilOver, left(made, false), willSend ? 0 : left(refused, false));
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
