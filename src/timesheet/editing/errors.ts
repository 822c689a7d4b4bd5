import {
  NotFoundError,
  OutcomeUnknownError,
  PartialFailureError,
  type TimesheetError,
  UnavailableError,
} from "../errors.ts";
import { toHours } from "../hours.ts";
import { failed } from "../ledger/errors.ts";
import type { FullWorklog } from "../port.ts";

/** Tempo has failed, and the worklog is as it was once the request can take effect no more. */
export function notChanged({ id }: FullWorklog, failure: TimesheetError | undefined): UnavailableError {
  return new UnavailableError(
    `Worklog ${id} was not changed: ${failed(failure)}, and shows it as it was.`,
    failure?.httpStatus,
    undefined,
    { next: "Send the same call again." },
  );
}

/** @param until the sentence that says until when it may take effect; undefined if nothing will tell */
export function unknownChange(
  { id }: FullWorklog,
  failure: TimesheetError | undefined,
  until?: string,
): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `It is unknown whether worklog ${id} was changed: ${failed(failure)}. ${until ?? "It cannot be read any more."}`,
    failure?.httpStatus,
    { next: until === undefined ? "Look at it in Tempo." : "Send the same call again then." },
  );
}

export function changedOtherwise(
  { id }: FullWorklog,
  { date, seconds }: FullWorklog,
  failure: TimesheetError | undefined,
): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `It is unknown whether the change of worklog ${id} took effect: the worklog is neither as it was nor as requested (now ` +
      `${toHours(seconds)} h on ${date}). Something else has changed it too, or Tempo stores it otherwise: check it before you change ` +
      "it again.",
    failure?.httpStatus,
  );
}

/** The hours were not logged on the other issue, or it is not known; the old worklog is as it was. */
export function notMoved(
  { id }: FullWorklog,
  key: string,
  failure: TimesheetError | undefined,
): TimesheetError | undefined {
  if (!failure?.mayBeStored) return failure;
  return new OutcomeUnknownError(
    `It is unknown whether worklog ${id} is being moved to ${key}; it is still on its old issue. ${failure.facts}`,
    failure.httpStatus,
    { next: "Send the same call again then: it finishes the move." },
  );
}

/** @param newId of the worklog on the other issue, which is stored */
export function unfinishedMove(
  { id }: FullWorklog,
  key: string,
  newId: string,
  { facts, httpStatus }: TimesheetError,
): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `The hours of worklog ${id} are logged on ${key} as worklog ${newId}, and may still be on their old issue too. ${facts}`,
    httpStatus,
    { next: "Send the same call again: it finishes the move." },
  );
}

export function gone({ id }: FullWorklog): NotFoundError {
  return new NotFoundError(
    `Worklog ${id} does not exist any more: something else has deleted it while it was being changed.`,
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
