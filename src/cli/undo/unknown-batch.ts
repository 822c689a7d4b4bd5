import { listed } from "../../config/lists.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { NotFoundError } from "../../timesheet/errors.ts";
import type { Ledger } from "../../timesheet/ledger/ledger.ts";
import type { Owner } from "../../timesheet/port.ts";
import { batchOfId, moveOf } from "../../timesheet/undo/batch.ts";
import { readJournals } from "../state-folder.ts";

/** Why an id names no batch of the owner: it is a move, it is of another site or user, or nothing is remembered. */
export function unknownBatch(
  id: string,
  ledger: Ledger,
  { owner, stateFolder, clock }: { owner: Owner; stateFolder: string; clock: Clock },
): NotFoundError {
  const move = moveOf(ledger, id);
  if (move) {
    const { replaces, wanted } = move;
    const { issueKey } = wanted;
    const idNow = ledger.idNow(replaces.id);
    return new NotFoundError(
      idNow === replaces.id
        ? `There is nothing to undo: ${id} is no batch, it was sent to move worklog ${replaces.id} to ${issueKey}. tempofiller journal shows ` +
            "what became of it."
        : `There is nothing to undo: ${id} is no batch, it has moved worklog ${replaces.id} to ${issueKey}. To move it back, run tempofiller ` +
            `call update_worklog --worklogId ${idNow} --issueKey KEY.`,
    );
  }
  const others = readJournals(stateFolder, clock)
    .journals.filter((other) => batchOfId(other.ledger, id) !== undefined)
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
