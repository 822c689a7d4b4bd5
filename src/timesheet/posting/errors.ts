import { CancelledError, OutcomeUnknownError, type TimesheetError, WrongAuthorError } from "../errors.ts";
import { toHours } from "../hours.ts";
import type { ExistingWorklog, NewWorklog, StoredWorklog } from "../port.ts";

const FOR_ANOTHER_USER =
  "Tempo books for another user than the owner of the token, so sending stopped there: " +
  "where two tokens are set, both must belong to one person.";

/** Tempo took a worklog's request, and its answer leaves it out. */
export function unlisted(
  { issue, date, seconds }: NewWorklog,
  left: Set<StoredWorklog>,
): OutcomeUnknownError {
  const others = [...left].map(({ id }) => id).join(", ");
  return new OutcomeUnknownError(
    `Tempo accepted the request, but its answer does not list ${toHours(seconds)} h on ${issue.key} for ${date}` +
      `${others === "" ? "" : ` (it lists others: worklog ${others})`}. ` +
      `Whether they are stored is unknown: check with get_worklogs for ${date} before posting them again.`,
  );
}

/** Tempo stored a worklog under another user. */
export function storedForAnother({ id }: StoredWorklog): WrongAuthorError {
  return new WrongAuthorError(
    `Tempo stored this as worklog ${id}, but for another user. ${FOR_ANOTHER_USER} Look after that worklog in Tempo.`,
  );
}

/** A group was refused, nobody promises that none of it was stored, and what stands cannot be read. */
export function doubtAfter({ httpStatus }: TimesheetError): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `This was sent with others that Tempo refused (HTTP ${httpStatus}), and what stands now cannot be read: whether it is ` +
      "stored is unknown. Check with get_worklogs before posting it again.",
    httpStatus,
  );
}

/** A worklog is not found after a lost answer, but what came to stand meanwhile may be it. */
export function unclearAmong(
  { issue, date, seconds }: NewWorklog,
  found: ExistingWorklog[],
): OutcomeUnknownError {
  const others = found.map(({ id, seconds }) => `worklog ${id} of ${toHours(seconds)} h`).join(", ");
  return new OutcomeUnknownError(
    `The answer about ${toHours(seconds)} h on ${issue.key} for ${date} was lost, and meanwhile other time came to stand ` +
      `there (${others}). Whether this is it is unknown: check with get_worklogs for ${date} before posting it again.`,
  );
}

/** A fault of our own in the middle of a request: whether it took effect is not known. */
export function brokenOff(cause: unknown): OutcomeUnknownError {
  const message =
    "TempoFiller failed while this was sent, which is a bug: whether it is stored is unknown. " +
    "Check with get_worklogs before posting it again.";
  return new OutcomeUnknownError(message, undefined, { cause });
}

/** The rest of a batch after something was stored under another user. */
export function stoppedForAnother(): CancelledError {
  return new CancelledError(`Not sent. ${FOR_ANOTHER_USER}`);
}

/** What was to be sent next when the caller withdrew the call. */
export function cancelledBeforeItsTurn(): CancelledError {
  return new CancelledError(
    "Not sent: the call was cancelled before its turn. Send the same call again if it is wanted.",
  );
}
