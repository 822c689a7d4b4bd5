import type { DeletedWorklog, DeleteWorklogsResponse } from "../../generated/responses.ts";
import type { ServerContext } from "../../server/context.ts";
import { oneLine } from "../../text/characters.ts";
import { cut, LENGTHS } from "../../text/lengths.ts";
import type { TimesheetError } from "../../timesheet/errors.ts";
import { MAX_DELETIONS } from "../../timesheet/limits.ts";
import { deleteWorklogs } from "../../tools/delete-worklogs.ts";
import { describeFailedEntries } from "../call/call.ts";
import { confirm, type SiteShell } from "../confirm.ts";
import { EXIT_CODE_BY_ERROR, exitCodeOfAll, type Outcome } from "../exit-codes.ts";
import { hanging, textRows } from "../lines.ts";
import { checkMayWrite, outcomeOf, performInShell } from "../perform-in-shell.ts";
import { UsageError } from "../usage-error.ts";
import { checkId } from "./change-entry.ts";

interface DeleteOptions extends Omit<SiteShell, "site"> {
  ids: readonly string[];
  /** Deletes without asking. */
  yes: boolean;
  /** Prints what delete_worklogs replies, and never asks. */
  json: boolean;
}

/**
 * Shows entries as delete_worklogs plans to delete them, asks, and deletes those that still are as they were shown.
 *
 * @throws InvalidInputError if the command line is wrong; nothing was sent then
 */
export async function deleteEntries(options: DeleteOptions, server: ServerContext): Promise<Outcome> {
  const { ids, yes, json, readOnly, where = [], terminal, signal, print } = options;
  checkMayWrite("delete", readOnly, "deletes worklogs", "delete some");
  checkIds(ids);
  const run = (digest?: string) =>
    performInShell<DeleteWorklogsResponse>(
      deleteWorklogs,
      { worklogIds: ids, ...(digest !== undefined && { confirm: digest }) },
      server,
      signal,
      "delete",
    );
  const show = (lines: readonly string[]) => {
    for (const line of lines) print(`${line}\n`);
  };
  const finished = (reply: DeleteWorklogsResponse, failures: readonly TimesheetError[]): Outcome => {
    const { worklogs, confirm: another } = reply;
    if (json) print(`${JSON.stringify(reply)}\n`);
    else if (another !== undefined) show(planLines(reply, options));
    else show(worklogs.map(resultLine));
    if (another !== undefined) {
      const error = `Nothing was deleted: what is stored has changed since it was ${yes ? "read" : "shown"}. Run the same command again.`;
      return { exitCode: EXIT_CODE_BY_ERROR.partial_failure, error };
    }
    const error = describeFailedEntries(deleteWorklogs, reply, !json);
    if (error !== undefined) return { exitCode: exitCodeOfAll(failures, worklogs.length), error };
    return { exitCode: signal.aborted ? EXIT_CODE_BY_ERROR.cancelled : 0 };
  };

  const planned = await run();
  if (planned.failure) return outcomeOf(planned.failure, "shell");
  const { reply: plan, failures } = planned;
  if (!json) show(where);
  if (plan.confirm === undefined) return finished(plan, failures);
  const count = plan.summary.total - plan.summary.failed;
  const it = count === 1 ? "it" : `these ${count}`;
  if (!json) show(planLines(plan, options));
  if (!yes) {
    if (json) {
      print(`${JSON.stringify(plan)}\n`);
      return { exitCode: 0, warning: `Nothing was deleted. Add --yes to delete ${it}.` };
    }
    if (!terminal) {
      const error = `Nothing was deleted: there is no terminal to ask on. Add --yes to delete ${it}.`;
      return { exitCode: EXIT_CODE_BY_ERROR.invalid_input, error };
    }
    const question = `Delete ${it}, ${plan.summary.totalHours} h? It cannot be undone.`;
    if (!(await confirm(question, options)))
      return { exitCode: EXIT_CODE_BY_ERROR.cancelled, error: "Nothing was deleted." };
  }
  const deleted = await run(plan.confirm);
  return deleted.failure ? outcomeOf(deleted.failure, "shell") : finished(deleted.reply, deleted.failures);
}

function checkIds(ids: readonly string[]): void {
  for (const id of ids) checkId(id, "delete");
  if (ids.length > MAX_DELETIONS)
    throw new UsageError(`delete takes at most ${MAX_DELETIONS} ids, not ${ids.length}.`, "delete");
}

/** The entries that would be deleted, then why others would not be. */
function planLines({ worklogs }: DeleteWorklogsResponse, { width }: DeleteOptions): string[] {
  const rows = worklogs
    .filter(({ error }) => error === undefined)
    .map(({ id, date = "", hours, issueKey = "", issueSummary = "", comment = "" }) => ({
      cells: [id, date, `${hours} h`, issueKey],
      text: [issueSummary, cut(comment, LENGTHS.summary)].filter(Boolean).join(": "),
    }));
  const left = worklogs.filter(({ error }) => error !== undefined).map((it) => `Not ${resultLine(it)}`);
  return [...textRows(rows, width).flat(), ...left.flatMap((line) => hanging(line, width))];
}

function resultLine({ id, deleted, error }: DeletedWorklog): string {
  if (deleted) return `${id} deleted`;
  return oneLine(`${id}: ${error}`);
}
