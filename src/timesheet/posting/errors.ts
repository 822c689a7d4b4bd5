import { EARLIER_CALL, SEND_AGAIN, words, wordsFor } from "../../text/words.ts";
import type { CallContext } from "../call-context.ts";
import {
  CancelledError,
  InvalidInputError,
  NotFoundError,
  OutcomeUnknownError,
  type TimesheetError,
  WrongAuthorError,
} from "../errors.ts";
import { toHours } from "../hours.ts";
import type { ExistingWorklog, NewWorklog, StoredWorklog } from "../port.ts";

const LATER = { next: words`${SEND_AGAIN} in a minute.` };

const REPEAT = {
  next: words`${SEND_AGAIN} then, whole and unchanged: what is stored by then is not stored again.`,
};

const DIFFERENT_PEOPLE = "Both tokens must belong to the same person.";

export function describe({ issue, date, seconds }: NewWorklog): string {
  return `${toHours(seconds)} h on ${issue.key} for ${date}`;
}

const CHECK_FIRST = { next: "Check your worklogs of that date before posting it again." };

/**
 * @param sum the seconds that the date would have
 * @param unlisted how many of them the list of worklogs does not show
 */
export function tooManyHours(
  { date, seconds }: Pick<NewWorklog, "date" | "seconds">,
  sum: number,
  unlisted: number,
): InvalidInputError {
  return new InvalidInputError(
    `Not sent: with these ${toHours(seconds)} h, ${date} would have ${Math.max(toHours(sum), 24.01)} h, and a day has 24. ` +
      "Check the date, the hours and your worklogs of that date." +
      (unlisted === 0
        ? ""
        : ` ${toHours(unlisted)} h of them were sent a moment ago and are not in Tempo's list yet; if you have deleted ` +
          "them, try again in a minute."),
  );
}

export function issueNotFound(issueKey: string, nothing = "Nothing was logged for it."): NotFoundError {
  return new NotFoundError(
    `Issue ${issueKey} does not exist in Jira, or you have no access to it. ${nothing} ` +
      "Check the key, and that you can open the issue in Jira.",
  );
}

export function missingFromResponse(worklog: NewWorklog, unmatched: Set<StoredWorklog>): OutcomeUnknownError {
  const others = [...unmatched].map(({ id }) => id).join(", ");
  return new OutcomeUnknownError(
    `Tempo accepted the request, but its response does not list ${describe(worklog)}` +
      `${others === "" ? "" : ` (it lists others: worklog ${others})`}, so it is unknown whether it is stored.`,
    undefined,
    CHECK_FIRST,
  );
}

/**
 * @param until the sentence that says until when it may take effect
 * @param isRecognised whether a repeated call finds what is stored by then, whatever Tempo has made of it
 */
export function unknownYet(
  { facts, httpStatus }: TimesheetError,
  until: string,
  isRecognised: boolean,
): OutcomeUnknownError {
  return new OutcomeUnknownError(words`${facts} ${until}`, httpStatus, isRecognised ? REPEAT : CHECK_FIRST);
}

export function storedUnderAnotherUser({ id }: StoredWorklog): WrongAuthorError {
  return new WrongAuthorError(
    `Tempo stored this as worklog ${id} under another user, so posting stopped. ${DIFFERENT_PEOPLE} ` +
      `Check or delete worklog ${id} in Tempo.`,
  );
}

export function stoppedAfterWrongAuthor(): CancelledError {
  return new CancelledError(
    `Not sent: Tempo stored another entry under another user, so posting stopped. ${DIFFERENT_PEOPLE}`,
  );
}

/** Worklogs have appeared since that may be the entry, or other ones. */
export function ambiguousMatch(worklog: NewWorklog, found: readonly ExistingWorklog[]): OutcomeUnknownError {
  const listed = found.map(({ id, seconds }) => `worklog ${id}, ${toHours(seconds)} h`).join("; ");
  return new OutcomeUnknownError(
    `The outcome of ${describe(worklog)} is unknown, and another worklog has appeared there since (${listed}). ` +
      "It may be the same entry: check it in Tempo before posting the entry again.",
  );
}

/** @param shown the worklog that has the id of the entry's result now */
export function changedResult(
  worklog: NewWorklog,
  { id, date, seconds }: ExistingWorklog,
): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `${describe(worklog)} was stored as worklog ${id}, which is on another issue now or has other content ` +
      `(${toHours(seconds)} h on ${date}), so it is unknown whether it is still the same one. Check it in Tempo before posting the ` +
      "entry again.",
  );
}

export function notShownNow(worklog: NewWorklog, id: string): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `${describe(worklog)} was stored as worklog ${id} less than a minute ago, and Tempo does not show it now: its lists may be behind, ` +
      "or something else has deleted it. It was not sent again.",
    undefined,
    LATER,
  );
}

export function hiddenResult(worklog: NewWorklog, id: string): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `${describe(worklog)} was stored as worklog ${id}, to which you have no access any more, so it is unknown whether it still exists. ` +
      "Ask an administrator of Tempo before posting the entry again.",
  );
}

/** Why a plan leaves a date out. */
const LEFT_IN_DOUBT = words`An ${EARLIER_CALL} has sent a request for this date and got no answer, so it is unknown what is logged on it.`;

/** @param until the sentence that says until when it may change */
export function leftInDoubt(until: string, { reader }: Pick<CallContext, "reader">): string {
  return `${wordsFor(reader, LEFT_IN_DOUBT)} ${until} Plan it again then`;
}

/** Whether a reason is that of a date that is left out until it is decided what is stored on it. */
export function isLeftInDoubt(reason: string, { reader }: Pick<CallContext, "reader">): boolean {
  return reason.startsWith(wordsFor(reader, LEFT_IN_DOUBT));
}
