import type { CallContext } from "../call-context.ts";
import { NoAnswerError, NotSentError, type TimesheetError } from "../errors.ts";
import type { Writer } from "../writers.ts";
import type { Ledger, Sent } from "./ledger.ts";

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
    { next: "Send the same call again then: what exists by then is not stored again." },
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

export function notAnswered(): NoAnswerError {
  return new NoAnswerError(
    "Tempo has not answered in time, so it is unknown whether the request took effect.",
  );
}
