import type { Readable } from "node:stream";
import { localTime } from "../../runtime/today.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { InvalidInputError, NotFoundError, SettingsError, TimesheetError } from "../../timesheet/errors.ts";
import { toHours } from "../../timesheet/hours.ts";
import { columns } from "../columns.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { confirm } from "./confirm.ts";
import { type Deletion, deleteBatch } from "./delete-batch.ts";
import { type Batch, lastBatch } from "./last-batch.ts";

interface UndoOptions {
  stateFolder: string | undefined;
  readOnly: boolean;
  yes: boolean;
  /** Undefined if stdin is no terminal. */
  terminal: Readable | undefined;
  signal: AbortSignal;
  print(text: string): void;
}

/** Shows what the last batch of the settings' user has stored, asks, and deletes it. @throws TimesheetError, deleting nothing */
export async function undo(options: UndoOptions, server: ServerContext): Promise<ExitCode> {
  const { stateFolder, readOnly, yes, terminal, signal, print } = options;
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
  const call = { signal, name: "undo" };
  const timesheet = await server.openTimesheet();
  const context = callContext(server, timesheet, call);
  const owner = await timesheet.getOwner(context);
  const batch = await server.writers.run(owner, context, async ({ journal }) => lastBatch(journal));
  if (!batch) {
    throw new NotFoundError(
      `There is nothing to undo: no batch is remembered in ${stateFolder} of which anything is still stored.`,
    );
  }
  if (batch.worklogs.length === 0) {
    throw new NotFoundError(
      `There is nothing to undo: what the last batch has stored was changed since (worklog ${batch.changed.join(", ")}). ` +
        "Delete it by its id if it is no longer wanted.",
    );
  }
  for (const line of describe(batch)) print(`${server.redact(line)}\n`);
  const count = batch.worklogs.length;
  if (!yes && !terminal) {
    throw new InvalidInputError(
      `Nothing was deleted: there is no terminal to ask on. Add --yes to delete ${count === 1 ? "it" : `these ${count}`}.`,
    );
  }
  const question = `Delete ${count === 1 ? "it" : `these ${count} worklogs`}?`;
  if (terminal && !yes && !(await confirm(question, { stdin: terminal, print, signal }))) {
    print("Nothing was deleted.\n");
    return EXIT_CODE_BY_ERROR.cancelled;
  }
  const deletions: Deletion[] = [];
  await deleteBatch(batch.worklogs, server, timesheet, call, ({ id }, deletion) => {
    deletions.push(deletion);
    print(`${server.redact(`${id} ${wordsOf(deletion)}`)}\n`);
  });
  print(`${summary(deletions, count)}\n`);
  return exitCodeOf(deletions);
}

function describe({ worklogs, changed, unknown }: Batch): string[] {
  const sentAt = localTime(new Date(worklogs[0]?.sentAt ?? 0));
  return [
    `The last batch, sent ${sentAt}:`,
    "",
    ...columns(
      worklogs.map(({ issueKey, date, seconds, id }) => [issueKey, date, `${toHours(seconds)} h`, id]),
    ),
    ...(changed.length > 0 ? ["", `Changed since, and therefore kept: worklog ${changed.join(", ")}.`] : []),
    ...(unknown > 0
      ? ["", `It is unknown whether ${unknown} more of it are stored; tempofiller journal shows which.`]
      : []),
    "",
  ];
}

function wordsOf(deletion: Deletion): string {
  if (deletion instanceof TimesheetError) return `failed: ${deletion.message}`;
  return deletion === "deleted" ? "deleted" : "no longer exists";
}

function summary(deletions: readonly Deletion[], count: number): string {
  const gone = deletions.filter((deletion) => deletion === "gone").length;
  const deleted = deletions.filter((deletion) => deletion === "deleted").length;
  const left = count - deleted - gone;
  return [
    `Deleted ${deleted} of ${count}`,
    ...(gone > 0 ? [`${gone} no longer existed`] : []),
    ...(left > 0 ? [`${left} not deleted; tempofiller undo tries again`] : []),
  ].join(", ");
}

function exitCodeOf(deletions: readonly Deletion[]): ExitCode {
  const errors = deletions.filter((deletion) => deletion instanceof TimesheetError);
  const last = errors.at(-1);
  if (!last) return 0;
  const isAlike = deletions.every(
    (deletion) => deletion instanceof TimesheetError && deletion.code === last.code,
  );
  const says = isAlike || last.code === "cancelled" || last.code === "outcome_unknown";
  return EXIT_CODE_BY_ERROR[says ? last.code : "partial_failure"];
}
