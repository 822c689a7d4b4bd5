import { localTime } from "../../runtime/today.ts";
import { LENGTHS } from "../../text/lengths.ts";
import { type Redact, shownText } from "../../text/show.ts";
import { InvalidInputError, NotFoundError, TimesheetError, UnsettledError } from "../../timesheet/errors.ts";
import { toHours } from "../../timesheet/hours.ts";
import type { Sent } from "../../timesheet/ledger/ledger.ts";
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
  { sentAt, unsure }: Batch,
  { worklogs, changed }: BatchNow,
  { name, site }: { name: string; site: string },
  redact: Redact,
): string[] {
  return [
    `${capitalised(name)} on ${site}, sent ${localTime(new Date(sentAt))}:`,
    "",
    ...columns(worklogs.map((worklog) => row(worklog, redact))),
    ...(changed.length > 0 ? ["", `Changed since, and therefore kept: worklog ${changed.join(", ")}.`] : []),
    ...(unsure.length > 0 ? ["", `Left: ${unknownOf(unsure)}`] : []),
    "",
  ];
}

/** Calls have changed all that a batch has stored, or it was changed in Tempo. @param ids of its worklogs */
export function changedSince(
  name: string,
  ids: readonly string[],
  { unsure }: Batch,
  before: Batch | undefined,
): NotFoundError {
  return new NotFoundError(
    `There is nothing to undo: what ${name} has stored was changed since (worklog ${ids.join(", ")}). ` +
      `Delete it by its id if it is no longer wanted.${unsure.length > 0 ? ` ${capitalised(unknownOf(unsure))}` : ""}${toUndo(before)}`,
  );
}

function unknownOf(unsure: readonly Sent<"create">[]): string {
  const ids = [...new Set(unsure.flatMap(({ fate }) => (fate.is === "unsure" ? fate.may : [])))];
  const [verb, pronoun] = unsure.length === 1 ? ["is", "it"] : ["are", "they"];
  return `it is unknown whether ${entriesOf(unsure)} ${verb} stored; ${pronoun} may be worklog ${few(ids, ", ")}: look at it in Tempo.`;
}

/** The next step from a batch that stays the last one, although nothing of it can be undone. */
function toUndo(before: Batch | undefined): string {
  return before ? ` tempofiller undo --batch ${before.number} undoes the batch before.` : "";
}

/** Nothing of a batch is known to be stored. */
export function nothingStored(
  name: string,
  { deleted, unsure }: Pick<Batch, "deleted" | "unsure">,
  before: Batch | undefined,
): NotFoundError {
  if (unsure.length > 0)
    return new NotFoundError(
      `There is nothing to undo: nothing of ${name} is known to be stored; ${unknownOf(unsure)}${toUndo(before)}`,
    );
  if (deleted.length > 0)
    return new NotFoundError(
      `There is nothing to undo: what ${name} has stored is deleted already (worklog ${few(deleted, ", ")}). ` +
        "tempofiller journal shows the batches.",
    );
  return new NotFoundError(`There is nothing to undo: nothing of ${name} is stored.`);
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

/** Why nothing of a batch is deleted while it is in doubt. @param until the sentence that says until when a part of it may be stored */
export function unsettled({ number, inDoubt }: Batch, name: string, until: string): UnsettledError {
  return new UnsettledError(
    `Nothing was deleted: Tempo has not said what became of a part of ${name}: ${entriesOf(inDoubt)}. ${until} Run tempofiller undo ` +
      `--batch ${number} then.`,
  );
}

function entriesOf(sent: readonly Sent<"create">[]): string {
  return few(
    sent.map(({ wanted: { issueKey, date, seconds } }) => `${toHours(seconds)} h on ${issueKey} for ${date}`),
  );
}

function few(texts: readonly string[], separator = "; "): string {
  const rest = texts.length - SHOWN;
  return [...texts.slice(0, SHOWN), ...(rest > 0 ? [`${rest} more`] : [])].join(separator);
}

/** The most entries or worklogs that a sentence names. */
const SHOWN = 5;
