import { listed } from "../../config/lists.ts";
import { readJournals } from "../../state/read-journals.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { NotFoundError } from "../../timesheet/errors.ts";
import type { Journal } from "../../timesheet/journal/journal.ts";
import type { Owner } from "../../timesheet/port.ts";
import { batchOfId, moveOf } from "../../timesheet/undo/batch.ts";

/** Why an id names no batch of the owner: it is a move, it is of another site or user, or nothing is remembered. */
export function unknownBatch(
  id: string,
  journal: Journal,
  { owner, stateFolder, clock }: { owner: Owner; stateFolder: string; clock: Clock },
): NotFoundError {
  const move = moveOf(journal, id);
  if (move) {
    const { moves, issueKey } = move;
    const idNow = journal.moves.idNow(moves.id);
    return new NotFoundError(
      idNow === moves.id
        ? `There is nothing to undo: ${id} is no batch, it was sent to move worklog ${moves.id} to ${issueKey}. tempofiller journal shows ` +
            "what became of it."
        : `There is nothing to undo: ${id} is no batch, it has moved worklog ${moves.id} to ${issueKey}. To move it back, run tempofiller ` +
            `call update_worklog --worklogId ${idNow} --issueKey KEY.`,
    );
  }
  const others = readJournals(stateFolder, clock)
    .journals.filter((other) => batchOfId(other.journal, id) !== undefined)
    .map(({ owner: { site } }) => (site === owner.site ? `another user of ${site}` : site));
  if (others.length > 0)
    return new NotFoundError(
      `There is nothing to undo: batch ${id} is of ${listed([...new Set(others)])}, and these settings are of ${owner.site}. To undo it, ` +
        "add --profile NAME; tempofiller profiles shows the names.",
    );
  return new NotFoundError(
    `There is nothing to undo: no batch ${id} is remembered in ${stateFolder}. tempofiller journal shows the batches.`,
  );
}
