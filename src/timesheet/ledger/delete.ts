import type { CallContext, Writer } from "../call-context.ts";
import { NotFoundError } from "../errors.ts";
import type { FullWorklog } from "../port.ts";
import { noEffect, unknownEffect } from "./errors.ts";
import { performOne } from "./perform.ts";

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
  const { id } = worklog;
  const { sent, failure } = await performOne<void>(
    {
      intents: [{ op: "delete", before: writer.ledger.known(worklog) }],
      changes: { effect: "deleted", names: [id] },
      async send(scope) {
        try {
          await context.timesheet.deleteWorklog(id, scope);
        } catch (error) {
          if (!(error instanceof NotFoundError)) throw error;
        }
      },
      fatesOf: (_, intents) => intents.map((it) => [it, "done"]),
    },
    context,
    writer,
  );
  if (sent.fate.is === "done") return context.changes.made("deleted", [id]);
  if (sent.fate.is === "void") throw noEffect(`Worklog ${id} was not deleted`, "still shows it", failure);
  throw unknownEffect(`worklog ${id} was deleted`, sent, failure, writer, context);
}
