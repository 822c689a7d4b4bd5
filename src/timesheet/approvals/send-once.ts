import type { CallContext, Writer } from "../call-context.ts";
import { mayTakeEffect, stillInDoubt } from "../ledger/errors.ts";
import { performOne } from "../ledger/perform.ts";
import { recover } from "../ledger/recover.ts";
import type { Approval, CallScope } from "../port.ts";
import { STATUS_LAG_MS } from "../timeline.ts";
import { notMade, notShownYet, unknownOutcome } from "./errors.ts";
import { readStatus } from "./locks.ts";

/** A change of how far a timesheet is approved. */
interface StatusChange {
  /** The timesheet before it. */
  period: Approval;
  effect: "submitted" | "recalled";
  send(scope: CallScope): Promise<Approval>;
  /** Whether a status is the one that it leads to. */
  isReached(found: Approval): boolean;
  /** Whether a timesheet that has that status is as this change leaves it. Else another client has changed it, or it was changed since. */
  isAsSent(found: Approval): boolean;
}

/** The timesheet after a change. */
export interface ChangedStatus {
  /** The one that Tempo holds after this call has changed it; undefined if it has not. */
  made?: Approval;
  /** The one that was found after sending, with another status than before, if it is not known what has changed it. */
  found?: Approval;
}

/**
 * Sends a change once. If no answer says what became of it, the timesheet's status does.
 *
 * @throws TimesheetError; nothing was changed unless it is an OutcomeUnknownError
 */
export async function sendOnce(
  change: StatusChange,
  context: CallContext,
  writer: Writer,
): Promise<ChangedStatus> {
  const { period, effect } = change;
  const { startDate } = period;
  const { changes } = context;
  let answer: Approval | undefined;
  const { sent, failure } = await performOne<Approval>(
    {
      intents: [{ op: "status", period: startDate, from: period.status, effect }],
      changes: { effect, names: [startDate] },
      send: (scope) => change.send(scope),
      fatesOf(response, intents) {
        // An answer with another status does not say whether the request took effect.
        if (!change.isReached(response)) return [];
        answer = response;
        return intents.map((it) => [it, "done"]);
      },
    },
    context,
    writer,
  );
  const { fate } = sent;
  if (fate.is === "done") {
    const made = answer ?? (await readStatus(startDate, context));
    if (answer === undefined && made && !change.isAsSent(made)) {
      changes.notMade(effect, startDate);
      return { found: made };
    }
    changes.made(effect, [startDate]);
    return { made: made ?? period };
  }
  if (fate.is === "void") throw notMade(period, effect, failure);
  const until = fate.is === "unsure" ? undefined : mayTakeEffect(sent, writer.ledger, context);
  throw unknownOutcome(period, effect, failure, until);
}

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
