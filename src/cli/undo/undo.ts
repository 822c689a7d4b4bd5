import { localTime } from "../../runtime/clock.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { LENGTHS } from "../../text/lengths.ts";
import { type Redact, shownText } from "../../text/show.ts";
import type { CallContext, Writer } from "../../timesheet/call-context.ts";
import {
  InvalidInputError,
  isRefusal,
  NotFoundError,
  SettingsError,
  TimesheetError,
  UnsettledError,
} from "../../timesheet/errors.ts";
import { shownTime } from "../../timesheet/hours.ts";
import { mayTakeEffect } from "../../timesheet/ledger/errors.ts";
import type { Ledger, Sent } from "../../timesheet/ledger/ledger.ts";
import { idsOf, recover } from "../../timesheet/ledger/recover.ts";
import {
  type Batch,
  type BatchNow,
  type BatchWorklog,
  batchOfId,
  type Deletion,
  deleteShown,
  isWorklog,
  lastBatch,
  readBatch,
} from "../../timesheet/undo/undo.ts";
import { confirm, type Shell } from "../confirm.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode, exitCodeOfAll, UNSETTLED } from "../exit-codes.ts";
import { columns } from "../lines.ts";
import { checkMayWrite } from "../perform-in-shell.ts";
import { sayWaiting, waitingLong } from "../say-waiting.ts";

interface UndoOptions extends Shell {
  stateFolder: string | undefined;
  readOnly: boolean;
  /** The batch to undo; the last one if undefined. */
  batch?: string | undefined;
  yes: boolean;
}

/**
 * Shows what Tempo holds of a batch of the settings' user, asks, and deletes it. The last batch is the one that was sent last: what of it
 * has no outcome is settled first.
 *
 * @throws TimesheetError, deleting nothing
 */
export async function undo(options: UndoOptions, server: ServerContext): Promise<ExitCode> {
  const { stateFolder, readOnly, batch: wanted, yes, terminal, signal } = options;
  checkMayWrite("undo", readOnly, "deletes worklogs", "undo");
  if (stateFolder === undefined) {
    throw new SettingsError(
      "TEMPO_STATE_DIR is off, so no batch is remembered that could be undone. Set it to a folder before you post.",
    );
  }
  const print = (text: string) => options.print(server.redact(text));
  const timesheet = await server.openTimesheet();
  const waiting = waitingLong(server);
  const newContext = () => callContext(waiting, timesheet, { signal, name: "undo", reader: "shell" });
  const { batch, ledger, site } = await sayWaiting(waiting, async () => {
    const context = newContext();
    const owner = await timesheet.getOwner(context);
    return server.writers.run(owner, context, async (writer) => {
      const batch = await settledBatch(wanted, print, context, writer);
      return { batch, ledger: writer.ledger, site: owner.site };
    });
  });
  const now = await sayWaiting(waiting, () => readBatch(batch, ledger, newContext));
  const { worklogs, changed } = now;
  const name = nameOf(batch, wanted);
  if (worklogs.length === 0) throw nothingLeft(name, changed, batch);
  print(`${capitalised(name)} on ${site}, sent ${localTime(new Date(batch.at))}:\n\n`);
  for (const line of describe(batch, now, server.redact)) print(`${line}\n`);
  const count = worklogs.filter((worklog) => isWorklog(worklog.now)).length;
  if (count > 0 && !yes && !terminal) {
    throw new InvalidInputError(
      `Nothing was deleted: there is no terminal to ask on. Add --batch ${batch.number} --yes to delete ${count === 1 ? "it" : `these ${count}`}.`,
    );
  }
  const question = `Delete ${count === 1 ? "it" : `these ${count} worklogs`}?`;
  if (count > 0 && !yes && !(await confirm(question, { terminal, print, signal }))) {
    print("Nothing was deleted.\n");
    return EXIT_CODE_BY_ERROR.cancelled;
  }
  const deletions: Deletion[] = [];
  for (const worklog of worklogs) {
    const deletion = await sayWaiting(waiting, () => deleteShown(worklog, newContext()), signal);
    deletions.push(deletion);
    print(`${worklog.id} ${wordsOf(deletion)}\n`);
    // The next worklog would meet such an error too.
    if (deletion instanceof TimesheetError && !isRefusal(deletion)) break;
  }
  print(`${summary(batch, deletions, worklogs.length)}\n`);
  return exitCodeOfDeletions(deletions);
}

/** The batch to undo, once it is decided what of it is stored. @throws UnsettledError if that stays in doubt */
async function settledBatch(
  wanted: string | undefined,
  print: (text: string) => void,
  context: CallContext,
  writer: Writer,
): Promise<Batch> {
  const { ledger } = writer;
  const found = wanted === undefined ? surelyLast(ledger) : batchOfId(ledger, wanted);
  if (!found) throw nothingToUndo(`no batch ${wanted} is remembered for these settings.`);
  const name = nameOf(found, wanted);
  const { number, stored, inDoubt } = found;
  if (inDoubt.length > 0) {
    const entries = inDoubt.length === 1 ? "an entry" : `${inDoubt.length} entries`;
    print(`${capitalised(name)} has ${entries} without an outcome. Looking for what became of it …\n`);
  }
  const ids = new Set(stored.map(({ id }) => id));
  await recover((sent) => sent.batch === number || idsOf(sent).some((id) => ids.has(id)), context, writer);
  const batch = batchOfId(ledger, String(number)) ?? found;
  const [first] = batch.inDoubt;
  if (first)
    throw new UnsettledError(
      `Nothing was deleted: Tempo has not said what became of a part of ${name}: ${entriesOf(batch.inDoubt)}. ` +
        `${mayTakeEffect(first, ledger, context)} Run tempofiller undo --batch ${number} then.`,
    );
  return batch;
}

/** @throws NotFoundError if there is none; InvalidInputError if the last one may not be known */
function surelyLast(ledger: Ledger): Batch {
  const last = lastBatch(ledger);
  if (!last)
    throw nothingToUndo("no batch is remembered for these settings of which anything is still stored.");
  const [unread] = ledger.unreadSince(last.at);
  if (unread !== undefined)
    throw new InvalidInputError(
      `Nothing was deleted: a part of the journal cannot be read (${unread}), and it may be a batch that was sent after batch ${last.number}, which was ` +
        `sent ${localTime(new Date(last.at))}. To undo that one, run tempofiller undo --batch ${last.number}.`,
    );
  return last;
}

function exitCodeOfDeletions(deletions: readonly Deletion[]): ExitCode {
  const errors = deletions.filter((deletion) => deletion instanceof TimesheetError);
  if (errors.length > 0) return exitCodeOfAll(errors, deletions.length);
  return deletions.includes("unfound") ? UNSETTLED : 0;
}

/** A batch as sentences name it. @param wanted the id that the command line names */
function nameOf({ number }: Batch, wanted: string | undefined): string {
  return wanted === undefined ? `the last batch (${number})` : `batch ${number}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The lines that show what is about to be deleted, and what is kept. */
function describe({ unsure }: Batch, { worklogs, changed }: BatchNow, redact: Redact): string[] {
  return [
    ...columns(worklogs.map((worklog) => row(worklog, redact))),
    ...(changed.length > 0
      ? ["", `Changed since, or not surely its own, and therefore kept: worklog ${changed.join(", ")}.`]
      : []),
    ...(unsure.length > 0 ? ["", `Left: ${unknownOf(unsure)}`] : []),
    "",
  ];
}

function row({ id, sent, row: stored, now }: BatchWorklog, redact: Redact): string[] {
  const key = shownText(sent.wanted.issueKey, redact, LENGTHS.name);
  const { date, seconds } = isWorklog(now) ? now : stored;
  const common = [key, date, shownTime(seconds), id];
  if (isWorklog(now)) return [...common, shownText(now.comment, redact, LENGTHS.comment)];
  return now instanceof TimesheetError ? common : [...common, `(${WORDS[now]})`];
}

const WORDS = {
  deleted: "deleted",
  changed: "kept: it was changed meanwhile",
  gone: "no longer exists",
  unfound: "not found, perhaps not yet",
} as const satisfies Record<Exclude<Deletion, TimesheetError>, string>;

function wordsOf(deletion: Deletion): string {
  return deletion instanceof TimesheetError ? `failed: ${deletion.text.shell}` : WORDS[deletion];
}

function summary({ number }: Batch, deletions: readonly Deletion[], count: number): string {
  const of = (kind: Deletion) => deletions.filter((deletion) => deletion === kind).length;
  const isUnknown = (it: Deletion) => it instanceof TimesheetError && it.mayBeStored;
  const unknown = deletions.filter(isUnknown).length;
  const left = count - of("deleted") - of("gone") - of("changed") - unknown;
  const parts = [
    `Deleted ${of("deleted")} of ${count}`,
    ...(of("gone") > 0 ? [`${of("gone")} no longer existed`] : []),
    ...(of("changed") > 0 ? [`${of("changed")} kept`] : []),
    ...(unknown > 0 ? [`${unknown} perhaps deleted`] : []),
    ...(left > 0 ? [`${left} not deleted`] : []),
  ].join(", ");
  return left + unknown > 0 ? `${parts}; tempofiller undo --batch ${number} tries again` : parts;
}

/** @param why a sentence */
function nothingToUndo(why: string): NotFoundError {
  return new NotFoundError(`There is nothing to undo: ${why} tempofiller journal shows the batches.`);
}

/** Nothing of a batch may be deleted. @param changed ids of its worklogs that were changed since */
function nothingLeft(name: string, changed: readonly string[], { deleted, unsure }: Batch): NotFoundError {
  const unknown = unsure.length > 0 ? unknownOf(unsure) : undefined;
  if (changed.length > 0)
    return nothingToUndo(
      `what ${name} has stored was changed since (worklog ${changed.join(", ")}). Delete it by its id if it is no longer wanted.` +
        (unknown ? ` ${capitalised(unknown)}` : ""),
    );
  if (unknown) return nothingToUndo(`nothing of ${name} is known to be stored; ${unknown}`);
  if (deleted.length > 0)
    return nothingToUndo(`what ${name} has stored is deleted already (worklog ${few(deleted, ", ")}).`);
  return nothingToUndo(`nothing of ${name} is stored.`);
}

function unknownOf(unsure: readonly Sent<"create">[]): string {
  const ids = [...new Set(unsure.flatMap(({ fate }) => (fate.is === "unsure" ? fate.may : [])))];
  const [verb, pronoun] = unsure.length === 1 ? ["is", "it"] : ["are", "they"];
  return `it is unknown whether ${entriesOf(unsure)} ${verb} stored; ${pronoun} may be worklog ${few(ids, ", ")}: look at it in Tempo.`;
}

function entriesOf(sent: readonly Sent<"create">[]): string {
  return few(
    sent.map(({ wanted: { issueKey, date, seconds } }) => `${shownTime(seconds)} on ${issueKey} for ${date}`),
  );
}

/** Texts of entries or worklogs in one sentence, which names the first of many. */
function few(texts: readonly string[], separator = "; "): string {
  const rest = texts.length - SHOWN;
  return [...texts.slice(0, SHOWN), ...(rest > 0 ? [`${rest} more`] : [])].join(separator);
}

const SHOWN = 5;
