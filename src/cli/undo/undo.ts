import type { Readable } from "node:stream";
import { callContext, type ServerContext } from "../../server/context.ts";
import type { CallContext } from "../../timesheet/call-context.ts";
import { InvalidInputError, NotFoundError, SettingsError, TimesheetError } from "../../timesheet/errors.ts";
import type { Journal } from "../../timesheet/journal/journal.ts";
import type { Owner } from "../../timesheet/port.ts";
import { learnMoves } from "../../timesheet/posting/settle-moves.ts";
import { settleOpen, type Unsettled } from "../../timesheet/posting/settle-open.ts";
import { type Batch, batchBefore, batchOf, batchOfId, lastBatch } from "../../timesheet/undo/batch.ts";
import { type Deletion, deleteBatch } from "../../timesheet/undo/delete-batch.ts";
import { isWorklog, readBatch } from "../../timesheet/undo/read-batch.ts";
import type { Writer } from "../../timesheet/writers.ts";
import { confirm } from "../confirm.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode, UNSETTLED } from "../exit-codes.ts";
import { sayWaiting } from "../say-waiting.ts";
import { unknownBatch } from "./unknown-batch.ts";
import {
  capitalised,
  changedSince,
  describe,
  nameOf,
  nothingStored,
  perhapsNotLast,
  summary,
  unsettled,
  wordsOf,
} from "./words.ts";

interface UndoOptions {
  stateFolder: string | undefined;
  readOnly: boolean;
  /** The batch to undo; the last one if undefined. */
  batch?: string | undefined;
  yes: boolean;
  /** Undefined if stdin is no terminal. */
  terminal: Readable | undefined;
  signal: AbortSignal;
  print(text: string): void;
}

/**
 * Shows what Tempo holds of a batch of the settings' user, asks, and deletes it. The last batch is the one that was sent last: what of it
 * has no outcome is settled first.
 *
 * @throws TimesheetError, deleting nothing
 */
export async function undo(options: UndoOptions, server: ServerContext): Promise<ExitCode> {
  const { stateFolder, readOnly, batch: wanted, yes, terminal, signal } = options;
  if (readOnly) {
    throw new InvalidInputError(
      "undo deletes worklogs, but TEMPO_READ_ONLY allows only what reads. Unset it to undo.",
    );
  }
  if (stateFolder === undefined) {
    throw new SettingsError(
      "TEMPO_STATE_DIR is off, so no batch is remembered that could be undone. Set it to a folder before you post.",
    );
  }
  const print = (text: string) => options.print(server.redact(text));
  const timesheet = await server.openTimesheet();
  const newContext = () => callContext(server, timesheet, { signal, name: "undo" });
  const context = newContext();
  const { batch, journal, left, owner } = await sayWaiting(server, async () => {
    const owner = await timesheet.getOwner(context);
    const settled = await server.writers.run(owner, context, (writer) =>
      settledBatch({ wanted, stateFolder, print, owner }, context, writer),
    );
    return { ...settled, owner };
  });
  const name = nameOf(batch, wanted);
  const now = await sayWaiting(server, () => readBatch(batch, journal, newContext));
  const { worklogs, changed } = now;
  if (worklogs.length === 0) {
    const before = batchBefore(batch, journal);
    throw changed.length === 0
      ? nothingStored(name, batch, left, before)
      : changedSince(name, changed, left, before);
  }
  for (const line of describe(batch, now, { name, site: owner.site, left }, server.redact))
    print(`${line}\n`);
  const count = worklogs.filter((worklog) => isWorklog(worklog.now)).length;
  if (count > 0 && !yes && !terminal) {
    throw new InvalidInputError(
      `Nothing was deleted: there is no terminal to ask on. Add --batch ${batch.number} --yes to delete ${count === 1 ? "it" : `these ${count}`}.`,
    );
  }
  const question = `Delete ${count === 1 ? "it" : `these ${count} worklogs`}?`;
  if (count > 0 && terminal && !yes && !(await confirm(question, { stdin: terminal, print, signal }))) {
    print("Nothing was deleted.\n");
    return EXIT_CODE_BY_ERROR.cancelled;
  }
  const deletions: Deletion[] = [];
  await deleteBatch(worklogs, newContext, ({ id }, deletion) => {
    deletions.push(deletion);
    print(`${id} ${wordsOf(deletion)}\n`);
  });
  print(`${summary(batch, deletions, worklogs.length)}\n`);
  return exitCodeOf(deletions);
}

interface Wanted {
  wanted: string | undefined;
  stateFolder: string;
  owner: Owner;
  print(text: string): void;
}

/** The batch to undo, once it is known what of it is stored; `left` is what nothing will tell any more. */
async function settledBatch(
  options: Wanted,
  context: CallContext,
  writer: Writer,
): Promise<{ batch: Batch; journal: Journal; left: Unsettled | undefined }> {
  const { wanted, print } = options;
  const { journal } = writer;
  await learnMoves(() => true, context, writer);
  const found = findBatch(journal, options, context);
  let left: Unsettled | undefined;
  if (found.open.length > 0) {
    const name = nameOf(found, wanted);
    const entries = found.open.length === 1 ? "an entry" : `${found.open.length} entries`;
    print(`${capitalised(name)} has ${entries} without an outcome. Looking for what became of it …\n`);
    left = await settleOpen(found.number, context, writer);
    if (left && !left.isOld) throw unsettled(found, name, left);
  }
  return { batch: batchOf(journal, found.number), journal, left };
}

/** @throws NotFoundError; InvalidInputError if the last one may not be known */
function findBatch(
  journal: Journal,
  { wanted, stateFolder, owner }: Wanted,
  { clock }: Pick<CallContext, "clock">,
): Batch {
  if (wanted === undefined) {
    const last = lastBatch(journal);
    const [unread] = last ? journal.unreadBatchesSince(last.sentAt) : [];
    if (last && unread !== undefined) throw perhapsNotLast(last, unread);
    if (last) return last;
    throw new NotFoundError(
      `There is nothing to undo: no batch is remembered in ${stateFolder} of which anything is still stored.`,
    );
  }
  const batch = batchOfId(journal, wanted);
  if (batch) return batch;
  throw unknownBatch(wanted, journal, { owner, stateFolder, clock });
}

function exitCodeOf(deletions: readonly Deletion[]): ExitCode {
  const errors = deletions.filter((deletion) => deletion instanceof TimesheetError);
  const last = errors.at(-1);
  if (!last) return deletions.includes("unfound") ? UNSETTLED : 0;
  const isAlike = deletions.every(
    (deletion) => deletion instanceof TimesheetError && deletion.code === last.code,
  );
  const says = isAlike || last.code === "cancelled" || last.code === "outcome_unknown";
  return EXIT_CODE_BY_ERROR[says ? last.code : "partial_failure"];
}
