import { SEND_AGAIN, words } from "../../text/words.ts";
import type { CallContext, Writer } from "../call-context.ts";
import {
  NoAnswerError,
  NotSentError,
  OutcomeUnknownError,
  type TimesheetError,
  UnavailableError,
} from "../errors.ts";
import { isInDoubt, type Ledger, type Sent } from "./ledger.ts";

/** Why something is not sent while an intent is in doubt. */
export function stillInDoubt(
  sent: Sent,
  { ledger }: Pick<Writer, "ledger">,
  context: CallContext,
): NotSentError {
  const what = sent.op === "status" ? "about this timesheet" : "on the same date or issue";
  return new NotSentError(
    `Not sent: Tempo has not said what became of an earlier request ${what}. ${mayTakeEffect(sent, ledger, context)}`,
    undefined,
    {
      next:
        context.duplicates === "skip"
          ? words`${SEND_AGAIN} then: what exists by then is not stored again.`
          : "Send what is missing again then.",
    },
  );
}

/** The sentence that says until when an intent may take effect. */
export function mayTakeEffect(sent: Sent, ledger: Ledger, { clock }: Pick<CallContext, "clock">): string {
  const until = ledger.decidableAt(sent);
  const seconds = Math.max(1, Math.ceil((until - clock.wallClock()) / 1000));
  return `It may still take effect until ${timeOfDay(until)}, ${seconds} seconds from now.`;
}

/** HH:mm:ss on this machine. */
function timeOfDay(wallClock: number): string {
  return new Date(wallClock).toTimeString().slice(0, 8);
}

/** The words for a request that has failed, of which Tempo shows no effect. */
export function failed(failure: TimesheetError | undefined): string {
  return failure?.httpStatus === undefined
    ? "Tempo gave no usable answer"
    : `Tempo returned HTTP ${failure.httpStatus}`;
}

/**
 * Tempo has failed, and shows no effect once the request can take effect no more.
 *
 * @param what was not done, such as "Worklog 7 was not deleted"
 * @param shown what Tempo shows, such as "still shows it"
 */
export function noEffect(what: string, shown: string, failure: TimesheetError | undefined): UnavailableError {
  return new UnavailableError(`${what}: ${failed(failure)}, and ${shown}.`, failure?.httpStatus, undefined, {
    next: words`${SEND_AGAIN}.`,
  });
}

/** @param what may have been done, such as "worklog 7 was deleted" @param sent in doubt, unless its worklog cannot be read */
export function unknownEffect(
  what: string,
  sent: Sent,
  failure: TimesheetError | undefined,
  { ledger }: Pick<Writer, "ledger">,
  context: CallContext,
): OutcomeUnknownError {
  const why = isInDoubt(sent) ? mayTakeEffect(sent, ledger, context) : "It cannot be read any more.";
  return new OutcomeUnknownError(
    `It is unknown whether ${what}: ${failed(failure)}. ${why}`,
    failure?.httpStatus,
    { next: isInDoubt(sent) ? words`${SEND_AGAIN} then.` : "Look at it in Tempo." },
  );
}

export function notAnswered(): NoAnswerError {
  return new NoAnswerError(
    "Tempo has not answered in time, so it is unknown whether the request took effect.",
  );
}
