import type { CallContext } from "../call-context.ts";
import { stillInDoubt } from "../ledger/errors.ts";
import { recover } from "../ledger/recover.ts";
import type { Approval } from "../port.ts";
import { STATUS_LAG_MS } from "../timeline.ts";
import type { Writer } from "../writers.ts";
import { notShownYet } from "./errors.ts";

/**
 * Decides what became of a request of an earlier call, and waits until Tempo shows the last one that has taken effect, or may have. Returns
 * whether it has waited, so that the timesheet has to be read again.
 *
 * @throws NotSentError if that takes longer than the call may
 */
export async function waitForEarlier(
  approval: Approval,
  context: CallContext,
  writer: Writer,
): Promise<boolean> {
  const { startDate, status } = approval;
  const { clock, signal, deadline } = context;
  const { ledger } = writer;
  const isPeriod = (sent: { op: string; period?: string }) =>
    sent.op === "status" && sent.period === startDate;
  const wasInDoubt = ledger.inDoubt().some(isPeriod);
  const [left] = await recover(isPeriod, context, writer);
  if (left) throw stillInDoubt(left, writer, context);
  if (wasInDoubt) return true;
  const last = ledger.lastStatus(startDate);
  const isShown = !last || (last.effect === "recalled") === (status === "open");
  const wait =
    last && !isShown && "at" in last.fate && last.fate.is === "done"
      ? last.fate.at + STATUS_LAG_MS - clock.wallClock()
      : 0;
  if (wait <= 0) return false;
  if (clock.now() + wait >= deadline) throw notShownYet(approval);
  await clock.sleep(wait, signal);
  return true;
}
