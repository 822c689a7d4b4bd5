import type { CallContext } from "../call-context.ts";
import { mayTakeEffect } from "../ledger/errors.ts";
import { performOne } from "../ledger/perform.ts";
import type { Approval, CallScope } from "../port.ts";
import type { Writer } from "../writers.ts";
import { notMade, unknownOutcome } from "./errors.ts";
import { readStatus } from "./read-status.ts";

/** A change of how far a timesheet is approved. */
export interface StatusChange {
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
