import type { Readable } from "node:stream";
import { callContext, type ServerContext } from "../../server/context.ts";
import type { CallContext } from "../../timesheet/call-context.ts";
import { InvalidInputError, NotFoundError, SettingsError, TimesheetError } from "../../timesheet/errors.ts";
import { mayTakeEffect } from "../../timesheet/ledger/errors.ts";
import type { Ledger } from "../../timesheet/ledger/ledger.ts";
import { recover } from "../../timesheet/ledger/recover.ts";
import type { Owner } from "../../timesheet/port.ts";
import { type Batch, batchBefore, batchOf, batchOfId, lastBatch } from "../../timesheet/undo/batch.ts";
import { type Deletion, deleteBatch } from "../../timesheet/undo/delete-batch.ts";
import { isWorklog, readBatch } from "../../timesheet/undo/read-batch.ts";
import type { Writer } from "../../timesheet/writers.ts";
import { confirm } from "../confirm.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode, UNSETTLED } from "../exit-codes.ts";
import { sayWaiting, waitingLong } from "../say-waiting.ts";
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
  const waiting = waitingLong(server);
  const newContext = () => callContext(waiting, timesheet, { signal, name: "undo" });
  const context = newContext();
  const { batch, ledger, owner } = await sayWaiting(waiting, async () => {
    const owner = await timesheet.getOwner(context);
    const settled = await server.writers.run(owner, context, (writer) =>
      settledBatch({ wanted, stateFolder, print, owner }, context, writer),
    );
    return { ...settled, owner };
  });
  const name = nameOf(batch, wanted);
  const now = await sayWaiting(waiting, () => readBatch(batch, ledger, newContext));
  const { worklogs, changed } = now;
  if (worklogs.length === 0) {
    const before = batchBefore(batch, ledger);
    throw changed.length === 0
      ? nothingStored(name, batch, before)
      : changedSince(name, changed, batch, before);
  }
  for (const line of describe(batch, now, { name, site: owner.site }, server.redact)) print(`${line}\n`);
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

/** The batch to undo, once it is decided what of it is stored. @throws UnsettledError if that stays in doubt */
async function settledBatch(
  options: Wanted,
  context: CallContext,
  writer: Writer,
): Promise<{ batch: Batch; ledger: Ledger }> {
  const { wanted, print } = options;
  const { ledger } = writer;
  const found = findBatch(ledger, options, context);
  const name = nameOf(found, wanted);
  if (found.inDoubt.length > 0) {
    const entries = found.inDoubt.length === 1 ? "an entry" : `${found.inDoubt.length} entries`;
    print(`${capitalised(name)} has ${entries} without an outcome. Looking for what became of it …\n`);
  }
  const ids = new Set(found.stored.map(({ id }) => id));
  await recover(
    (sent) =>
      sent.batch === found.number ||
      (sent.op === "create"
        ? ids.has(sent.replaces?.id ?? "")
        : sent.op !== "status" && ids.has(sent.before.id)),
    context,
    writer,
  );
  const batch = batchOf(ledger, found.number);
  const [first] = batch.inDoubt;
  if (first) throw unsettled(batch, name, mayTakeEffect(first, ledger, context));
  return { batch, ledger };
}

/** @throws NotFoundError; InvalidInputError if the last one may not be known */
function findBatch(
  ledger: Ledger,
  { wanted, stateFolder, owner }: Wanted,
  { clock }: Pick<CallContext, "clock">,
): Batch {
  if (wanted === undefined) {
    const last = lastBatch(ledger);
    const [unread] = last ? ledger.unreadSince(last.sentAt) : [];
    if (last && unread !== undefined) throw perhapsNotLast(last, unread);
    if (last) return last;
    throw new NotFoundError(
      `There is nothing to undo: no batch is remembered in ${stateFolder} of which anything is still stored.`,
    );
  }
  const batch = batchOfId(ledger, wanted);
  if (batch) return batch;
  throw unknownBatch(wanted, ledger, { owner, stateFolder, clock });
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
