import { thousands } from "../../text/lengths.ts";
import { EARLIER_CALL, SEND_AGAIN, type Words, words } from "../../text/words.ts";
import { type DateRange, dateName, isWholeMonth, monthName } from "../dates.ts";
import {
  InvalidInputError,
  NotFoundError,
  NotSentError,
  OutcomeUnknownError,
  RejectedError,
  type TimesheetError,
  UnavailableError,
} from "../errors.ts";
import { failed } from "../ledger/errors.ts";
import type { Approval, Reviewer } from "../port.ts";

/** The most possible reviewers that a sentence names. */
export const MAX_REVIEWERS = 20;

type Effect = "submitted" | "recalled";

/** The status before a change, and the name of the change. */
const WORDS: Readonly<Record<Effect, { status: string; request: string }>> = {
  submitted: { status: "open", request: "submission" },
  recalled: { status: "waiting for approval", request: "recall" },
};

/** "November 2026", or the dates of a period that is no calendar month. */
function periodName(period: DateRange): string {
  const { startDate, endDate } = period;
  return isWholeMonth(period) ? monthName(startDate) : `the period ${startDate} to ${endDate}`;
}

/** The state of a timesheet that is not open, for example "November 2026 was submitted on 2 December 2026 and …". */
export function describeLock(approval: Approval): string {
  const { status, reviewer, changedOn } = approval;
  const name = periodName(approval);
  const period = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const on = changedOn === undefined ? "" : ` on ${dateName(changedOn)}`;
  const by = reviewer === undefined ? "" : ` by ${reviewer}`;
  return status === "approved"
    ? `${period} was approved${on}${by}.`
    : `${period} was submitted${on} and is waiting for approval${by}.`;
}

/** The reason why the hours of a date can be changed no more. Only a call that checks periods says it, and such a call can recall. */
export function lockedPeriod(approval: Approval): RejectedError {
  return new RejectedError(words`Not sent: ${describeLock(approval)} ${howToReopen(approval, true)}`);
}

/**
 * Explains a refusal, so that the next step is the explanation's alone.
 *
 * @param canRecall whether the caller can recall timesheets, and has not just been refused that
 */
export function refusedInLockedPeriod(
  { facts, httpStatus }: TimesheetError,
  approval: Approval,
  canRecall = false,
): RejectedError {
  return new RejectedError(
    words`${describeLock(approval)} ${facts} Nothing was changed. ${howToReopen(approval, canRecall)}`,
    httpStatus,
  );
}

function howToReopen({ reviewer = "the reviewer", status }: Approval, canRecall = false): Words {
  const recall = status === "in_review" ? ", or recall it there" : "";
  const inTempo = `ask ${reviewer} to reopen it in Tempo${recall}`;
  const canCall = canRecall && status === "in_review";
  const next = { assistant: canCall ? "recall the timesheet if the user agrees" : inTempo, shell: inTempo };
  return words`Its hours can be changed again once it is open: ${next}.`;
}

/** @param verb what was to be done with its timesheet */
export function noSuchPeriod(date: string, verb: "submit" | "recall"): NotFoundError {
  return new NotFoundError(
    `Tempo lists no period with ${date}, so there is no timesheet to ${verb}. List the timesheets to find their dates; Data Center ` +
      "lists no future periods.",
  );
}

/** @param verb what was to be done with the period */
export function notFirstDate(date: string, period: DateRange, verb: "submit" | "recall"): InvalidInputError {
  return new InvalidInputError(
    `\`startDate\`: ${date} is inside ${period.startDate} to ${period.endDate}. Nothing was sent; to ${verb} that period, ` +
      `use its first date, ${period.startDate}.`,
  );
}

export function reviewerNeeded(candidates: readonly Reviewer[] | undefined): InvalidInputError {
  return new InvalidInputError(
    candidates
      ? `\`reviewer\`: several people may approve this timesheet: ${named(candidates)}. Nothing was sent; ask the user which one.`
      : "`reviewer`: Tempo Data Center needs the name of a reviewer. Nothing was sent; ask the user for it.",
  );
}

export function reviewerNotFound(
  name: string,
  candidates: readonly Reviewer[],
  isAmbiguous: boolean,
): InvalidInputError {
  const found = isAmbiguous ? "is the name of several people" : "is not the name of a reviewer";
  const choice =
    candidates.length === 0
      ? " Ask the user for the name as Jira shows it, or the login name."
      : ` Choose one of: ${named(candidates)}.`;
  return new InvalidInputError(`\`reviewer\`: ${JSON.stringify(name)} ${found}. Nothing was sent.${choice}`);
}

/** @param until the sentence that says until when it may take effect; undefined if the status cannot be read */
export function unknownOutcome(
  period: DateRange,
  effect: Effect,
  failure: TimesheetError | undefined,
  until = "Its status cannot be read.",
): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `It is unknown whether the timesheet of ${periodName(period)} was ${effect}: ${failed(failure)}. ${until} Sending the same call again is ` +
      "safe: it reads the status first.",
    failure?.httpStatus,
  );
}

/** Tempo has failed, and shows the status before once the request can take effect no more. */
export function notMade(
  period: Approval,
  effect: Effect,
  failure: TimesheetError | undefined,
): UnavailableError {
  return new UnavailableError(
    `The timesheet of ${periodName(period)} was not ${effect}: ${failed(failure)}, and still shows it as ${WORDS[effect].status}.`,
    failure?.httpStatus,
    undefined,
    { next: words`${SEND_AGAIN}.` },
  );
}

export function notShownYet(period: DateRange): NotSentError {
  return new NotSentError(
    words`Not sent: an ${EARLIER_CALL} has asked Tempo for another status of the timesheet of ${periodName(period)} less than a minute ago, and Tempo may still show the one before. ${SEND_AGAIN} in a minute.`,
  );
}

/** Only the reviewer can undo an approval. */
export function approvedAlready(approval: Approval): RejectedError {
  return new RejectedError(words`Not recalled: ${describeLock(approval)} ${howToReopen(approval)}`);
}

function named(reviewers: readonly Reviewer[]): string {
  const isUnique = ({ name }: Reviewer) => reviewers.filter((other) => other.name === name).length === 1;
  const names = reviewers
    .slice(0, MAX_REVIEWERS)
    .map((reviewer) => (isUnique(reviewer) ? reviewer.name : `${reviewer.name} (${reviewer.id})`));
  const more = reviewers.length - names.length;
  return more > 0
    ? `${names.join(", ")} and ${thousands(more)} more, who can be given by id`
    : names.join(", ");
}
