import {
  NotFoundError,
  OutcomeUnknownError,
  PartialFailureError,
  type TimesheetError,
  UnavailableError,
} from "../errors.ts";
import { toHours } from "../hours.ts";
import type { ExistingWorklog, FullWorklog } from "../port.ts";
import { listed } from "../posting/errors.ts";

/** A read may show a worklog as it was for some time after a change, so it does not prove that there was none. */
export function seemsUnchanged(
  { id }: FullWorklog,
  { httpStatus }: Pick<TimesheetError, "httpStatus"> = { httpStatus: undefined },
): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `It is unknown whether worklog ${id} was changed: Tempo gave no usable response. It still shows the worklog as it was, but may ` +
      "show a change late. Sending the same call again is safe.",
    httpStatus,
  );
}

export function gone({ id }: FullWorklog): NotFoundError {
  return new NotFoundError(
    `Worklog ${id} does not exist any more: something else has deleted it while it was being changed.`,
  );
}

export function unknownChange({ id }: FullWorklog, { httpStatus }: TimesheetError): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `It is unknown whether worklog ${id} was changed: Tempo gave no usable response, and the worklog cannot be read to the end. ` +
      "Sending the same call again is safe.",
    httpStatus,
  );
}

export function changedOtherwise(
  { id }: FullWorklog,
  { date, seconds }: FullWorklog,
  { httpStatus }: TimesheetError,
): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `It is unknown whether the change of worklog ${id} took effect: the worklog is neither as it was nor as requested (now ` +
      `${toHours(seconds)} h on ${date}). Something else has changed it too, or Tempo stores it otherwise: check it before you change ` +
      "it again.",
    httpStatus,
  );
}

/** @param isKept whether a repeated call knows of a move, whichever process makes it */
function finish(isKept: boolean): string {
  return isKept
    ? "Send the same call again: it finishes the move."
    : "The state folder does not have the move, so another process does not know of it: before you send the call again, look at both issues in " +
        "Tempo, and delete the worklog that is too many.";
}

/** @param key of the issue to which the worklog was to be moved */
export function unknownMove(
  { id }: Pick<FullWorklog, "id">,
  key: string,
  isKept: boolean,
): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `It is unknown whether worklog ${id} was moved to ${key}: Tempo gave no usable response. It is still on its old issue. ${finish(isKept)}`,
  );
}

/** Nothing will tell any more what became of a move. @param candidates that nothing proves to be its result */
export function undecidedMove(
  { id }: Pick<FullWorklog, "id">,
  key: string,
  candidates: readonly ExistingWorklog[],
): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `It is unknown whether worklog ${id} was moved to ${key}: Tempo gave no usable response, and what has appeared there since may be the ` +
      `result, or another worklog (${listed(candidates)}). Look at both issues in Tempo, and delete one if they are the same hours.`,
  );
}

/** @param newId of the worklog on the other issue, which is stored */
export function unfinishedMove(
  { id }: Pick<FullWorklog, "id">,
  key: string,
  newId: string,
  isKept: boolean,
  { httpStatus }: Pick<TimesheetError, "httpStatus"> = { httpStatus: undefined },
): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `The hours of worklog ${id} are logged on ${key} as worklog ${newId}, and may still be on their old issue too. ${finish(isKept)}`,
    httpStatus,
  );
}

/** @param newId of the worklog that was asked for, which does not exist any more */
export function undoneMove({ id }: Pick<FullWorklog, "id">, key: string, newId: string): NotFoundError {
  return new NotFoundError(
    `Worklog ${newId} does not exist any more: a move of worklog ${id} to ${key} had logged it, and was not finished. The hours are on worklog ` +
      `${id}: change that one.`,
  );
}

/** The hours on the other issue are deleted again, since they are not what the worklog has now. */
export function changedWhileMoved({ id }: FullWorklog, key: string): UnavailableError {
  return new UnavailableError(
    `Worklog ${id} was not moved to ${key}: something else has changed it meanwhile.`,
    undefined,
    undefined,
    { next: "Send the same call again to move it as it is now." },
  );
}

/**
 * @param newId of the worklog on the other issue, which could not be deleted again
 * @param reason why the old one was not deleted; undefined after an earlier call
 */
export function halfMoved(
  { id }: Pick<FullWorklog, "id">,
  key: string,
  newId: string,
  reason?: TimesheetError,
): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `The hours of worklog ${id} are logged on ${key} as worklog ${newId} too, and neither of the two could be deleted. ` +
      `${reason ? `${reason.facts} ` : ""}Look at both in Tempo, and delete the one that is too many.`,
    reason?.httpStatus,
  );
}

/** The other changes of a call that has moved a worklog were rejected. */
export function onlyMoved({ id }: FullWorklog, key: string, { facts }: TimesheetError): PartialFailureError {
  return new PartialFailureError(
    `Worklog ${id} was moved to ${key}, and its other changes were not made: ${facts} Send only these again, once they are corrected.`,
  );
}
