import type { CallContext } from "../call-context.ts";
import { NotFoundError, OutcomeUnknownError, type TimesheetError, UnavailableError } from "../errors.ts";
import type { FullWorklog } from "../port.ts";
import type { Writer } from "../writers.ts";
import { failed, mayTakeEffect } from "./errors.ts";
import { performOne, type WriteRequest } from "./perform.ts";

/**
 * Deletes a worklog that was read a moment ago. One that does not exist any more counts as deleted.
 *
 * @throws TimesheetError; it exists, unless it is an OutcomeUnknownError
 */
export async function deleteWorklog(
  worklog: FullWorklog,
  context: CallContext,
  writer: Writer,
): Promise<void> {
  const { timesheet } = context;
  const { id } = worklog;
  const request: WriteRequest<void> = {
    intents: [{ op: "delete", before: writer.ledger.known(worklog) }],
    changes: { effect: "deleted", names: [id] },
    async send(scope) {
      try {
        await timesheet.deleteWorklog(id, scope);
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
      }
    },
    fatesOf: (_, sent) => sent.map((it) => [it, "done"]),
  };
  const { sent, failure } = await performOne(request, context, writer);
  if (sent.fate.is === "done") return context.changes.made("deleted", [id]);
  if (sent.fate.is === "void") throw notDeleted(id, failure);
  throw sent.fate.is === "unsure"
    ? unknownDelete(id, "You have no access to it any more.", "Look at it in Tempo.")
    : unknownDelete(id, `${failed(failure)}. ${mayTakeEffect(sent, writer.ledger, context)}`);
}

/** Tempo has failed, and the worklog is still there once the request can take effect no more. */
function notDeleted(id: string, failure: TimesheetError | undefined): UnavailableError {
  return new UnavailableError(
    `Worklog ${id} was not deleted: ${failed(failure)}, and still shows it.`,
    failure?.httpStatus,
    undefined,
    { next: "Send the same call again." },
  );
}

function unknownDelete(
  id: string,
  why: string,
  next = "Send the same call again then.",
): OutcomeUnknownError {
  return new OutcomeUnknownError(`It is unknown whether worklog ${id} was deleted. ${why}`, undefined, {
    next,
  });
}
