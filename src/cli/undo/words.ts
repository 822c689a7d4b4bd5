import { localTime } from "../../runtime/today.ts";
import { LENGTHS } from "../../text/lengths.ts";
import { type Redact, shownText } from "../../text/show.ts";
import { InvalidInputError, NotFoundError, TimesheetError, UnsettledError } from "../../timesheet/errors.ts";
import { toHours } from "../../timesheet/hours.ts";
import type { Unsettled } from "../../timesheet/posting/settle-open.ts";
import type { Batch } from "../../timesheet/undo/batch.ts";
import type { Deletion } from "../../timesheet/undo/delete-batch.ts";
import { type BatchNow, type BatchWorklog, isWorklog } from "../../timesheet/undo/read-batch.ts";
import { columns } from "../columns.ts";
import { inShell } from "../in-shell.ts";

/** A batch as sentences name it. @param wanted the id that the command line names */
export function nameOf({ number }: Pick<Batch, "number">, wanted: string | undefined): string {
  return wanted === undefined ? `the last batch (${number})` : `batch ${number}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param place of a record that cannot be read */
export function perhapsNotLast({ number, sentAt }: Batch, place: string): InvalidInputError {
  return new InvalidInputError(
    `Nothing was deleted: a part of the journal cannot be read (${place}), and it may be a batch that was sent after batch ${number}, which was ` +
      `sent ${localTime(new Date(sentAt))}. To undo that one, run tempofiller undo --batch ${number}.`,
  );
}

/** The lines that show what is about to be deleted. */
export function describe(
  { sentAt }: Batch,
  { worklogs, changed }: BatchNow,
  { name, site, left }: { name: string; site: string; left: Unsettled | undefined },
  redact: Redact,
): string[] {
  return [
    `${capitalised(name)} on ${site}, sent ${localTime(new Date(sentAt))}:`,
    "",
    ...columns(worklogs.map((worklog) => row(worklog, redact))),
    ...(changed.length > 0 ? ["", `Changed since, and therefore kept: worklog ${changed.join(", ")}.`] : []),
    ...(left ? ["", leftOpen(left)] : []),
    "",
  ];
}

function leftOpen(left: Unsettled): string {
  const pronoun = left.entries.length === 1 ? "it" : "they";
  const verb = left.entries.length === 1 ? "is" : "are";
  return (
    `Left, since it is unknown whether ${pronoun} ${verb} stored: ${entriesOf(left)}. ` +
    `${capitalised(pronoun)} may be ${candidatesOf(left)}: look at it in Tempo.`
  );
}

/** Calls have changed all that a batch has stored, or it was changed in Tempo. @param ids of its worklogs */
export function changedSince(
  name: string,
  ids: readonly string[],
  left: Unsettled | undefined,
  before: Batch | undefined,
): NotFoundError {
  return new NotFoundError(
    `There is nothing to undo: what ${name} has stored was changed since (worklog ${ids.join(", ")}). ` +
      `Delete it by its id if it is no longer wanted.${left ? ` ${unknownOf(left)}` : ""}${toUndo(before)}`,
  );
}

function unknownOf(left: Unsettled): string {
  return `It is unknown of ${entriesOf(left)}, which may be ${candidatesOf(left)}: look at it in Tempo.`;
}

/** The next step from a batch that stays the last one, although nothing of it can be undone. */
function toUndo(before: Batch | undefined): string {
  return before ? ` tempofiller undo --batch ${before.number} undoes the batch before.` : "";
}

/** Nothing of a batch is known to be stored. */
export function nothingStored(
  name: string,
  { deleted }: Pick<Batch, "deleted">,
  left: Unsettled | undefined,
  before: Batch | undefined,
): NotFoundError {
  if (!left && deleted.length > 0)
    return new NotFoundError(
      `There is nothing to undo: what ${name} has stored is deleted already (worklog ${few(deleted, ", ")}). ` +
        "tempofiller journal shows the batches.",
    );
  if (!left) return new NotFoundError(`There is nothing to undo: nothing of ${name} is stored.`);
  return new NotFoundError(
    `There is nothing to undo: nothing of ${name} is known to be stored. ${unknownOf(left)}${toUndo(before)}`,
  );
}

function row({ id, issueKey, date, seconds, now }: BatchWorklog, redact: Redact): string[] {
  const key = shownText(issueKey, redact, LENGTHS.name);
  if (isWorklog(now))
    return [key, now.date, `${toHours(now.seconds)} h`, id, shownText(now.comment, redact, LENGTHS.comment)];
  return [key, date, `${toHours(seconds)} h`, id, now instanceof TimesheetError ? "" : `(${WORDS[now]})`];
}

const WORDS = {
  deleted: "deleted",
  changed: "kept: it was changed meanwhile",
  gone: "no longer exists",
  unfound: "not found, perhaps not yet",
} as const satisfies Record<Exclude<Deletion, TimesheetError>, string>;

export function wordsOf(deletion: Deletion): string {
  return deletion instanceof TimesheetError ? `failed: ${inShell(deletion.message)}` : WORDS[deletion];
}

export function summary({ number }: Batch, deletions: readonly Deletion[], count: number): string {
  const of = (kind: Deletion) => deletions.filter((deletion) => deletion === kind).length;
  const left = count - of("deleted") - of("gone") - of("changed");
  return [
    `Deleted ${of("deleted")} of ${count}`,
    ...(of("gone") > 0 ? [`${of("gone")} no longer existed`] : []),
    ...(of("changed") > 0 ? [`${of("changed")} kept`] : []),
    ...(left > 0 ? [`${left} not deleted; tempofiller undo --batch ${number} tries again`] : []),
  ].join(", ");
}

/** Why nothing of a batch is deleted while what became of it is not known. */
export function unsettled({ number }: Batch, name: string, left: Unsettled): UnsettledError {
  const again = `tempofiller undo --batch ${number}`;
  if (left.candidates.length === 0)
    return new UnsettledError(
      `Nothing was deleted: Tempo may still store a part of ${name}: ${entriesOf(left)}. Run ${again} in ` +
        `${Math.ceil(left.wait / 1000)} seconds.`,
    );
  const minutes = Math.ceil(left.wait / 60_000);
  return new UnsettledError(
    `Nothing was deleted: it is unknown whether a part of ${name} is stored: ${entriesOf(left)}. What has appeared there since ` +
      `may be it: ${candidatesOf(left)}. Check it in Tempo and delete by its id what is not wanted, then run ${again}. ` +
      `In ${minutes} ${minutes === 1 ? "minute" : "minutes"}, the same command leaves it and goes on.`,
  );
}

function entriesOf({ entries }: Unsettled): string {
  return few(
    entries.map(({ issueKey, date, seconds }) => `${toHours(seconds)} h on ${issueKey} for ${date}`),
  );
}

function candidatesOf({ candidates }: Unsettled): string {
  return few(candidates.map((worklog) => `worklog ${worklog.id}, ${toHours(worklog.seconds)} h`));
}

function few(texts: readonly string[], separator = "; "): string {
  const rest = texts.length - SHOWN;
  return [...texts.slice(0, SHOWN), ...(rest > 0 ? [`${rest} more`] : [])].join(separator);
}

/** The most entries or worklogs that a sentence names. */
const SHOWN = 5;
