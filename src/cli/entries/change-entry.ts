import { textRuleError } from "../../contract/input-rules.ts";
import type { UpdateWorklogInput } from "../../generated/inputs.ts";
import type { UpdateWorklogResponse } from "../../generated/responses.ts";
import type { ServerContext } from "../../server/context.ts";
import { isDecoded, oneLine } from "../../text/characters.ts";
import { isCut } from "../../text/lengths.ts";
import { updateWorklog } from "../../tools/update-worklog.ts";
import type { SiteShell } from "../confirm.ts";
import { loggedPeriodOf, onUsersDay } from "../dates/period.ts";
import { EXIT_CODE_BY_ERROR, type Outcome } from "../exit-codes.ts";
import { hoursOf, roundingOf } from "../hours.ts";
import { columns, lineOf } from "../lines.ts";
import { changedAttributes, type GivenAttributes, readAttributes } from "../log/attributes.ts";
import { checkComment, readStart, STDIN } from "../log/read-arguments.ts";
import { checkMayWrite, outcomeOf, performInShell } from "../perform-in-shell.ts";
import { textOnStdin } from "../streams.ts";
import { UsageError } from "../usage-error.ts";

/** The changes as they were written. */
interface WrittenChanges extends GivenAttributes {
  hours: string | undefined;
  issue: string | undefined;
  date: string | undefined;
  /** The comment; STDIN for what that says. */
  message: string | undefined;
  start: string | undefined;
  billable: boolean | undefined;
}

interface ChangeOptions extends Pick<SiteShell, "signal" | "print" | "readOnly" | "site"> {
  id: string;
  written: WrittenChanges;
  /** Prints what update_worklog replies. */
  json: boolean;
  stdin: NodeJS.ReadableStream;
}

/**
 * Changes an entry as update_worklog does, and shows what it was and the line that undoes the change.
 *
 * @throws InvalidInputError if the command line is wrong; nothing was sent then
 */
export async function changeEntry(options: ChangeOptions, server: ServerContext): Promise<Outcome> {
  const { json, readOnly, written, site, signal, print } = options;
  checkMayWrite("change", readOnly, "changes worklogs", "change some");
  const { date } = written;
  const read = (today: string) => (date === undefined ? {} : { date: dateOf(date, today) });
  read(server.today());
  const changes = await argumentsOf(options);
  const moved = date === undefined ? {} : await onUsersDay(read, server, { signal, name: "change" });
  const args = { ...changes, ...moved };
  const { reply, failure } = await performInShell<UpdateWorklogResponse>(
    updateWorklog,
    args,
    server,
    signal,
    "change",
  );
  if (failure) return outcomeOf(failure, "shell");
  const exitCode = signal.aborted ? EXIT_CODE_BY_ERROR.cancelled : 0;
  const rounded = written.hours === undefined ? undefined : roundingOf(written.hours);
  const warnings = [...(rounded === undefined ? [] : [rounded]), ...(reply.warnings ?? [])];
  if (json) {
    print(`${JSON.stringify(reply)}\n`);
    return { exitCode, ...(warnings.length > 0 && { warning: warnings.join(" ") }) };
  }
  const { line: back, left } = wayBack(reply, site);
  const lines = [
    ...changedLines(reply),
    ...warnings,
    ...(back === undefined ? [] : ["To undo it, type:", back]),
    ...(left === undefined ? [] : [left]),
  ];
  for (const line of lines) print(`${line}\n`);
  return { exitCode };
}

/** The date of a change. @throws UsageError */
function dateOf(written: string, today: string): string {
  const { kind, startDate } = loggedPeriodOf(written, today, "change");
  if (kind === "date") return startDate;
  throw new UsageError(`An entry has one date, such as yesterday, not '${written}'.`, "change");
}

/** The arguments of update_worklog but for the date. @throws UsageError */
async function argumentsOf({ id, written, stdin }: ChangeOptions): Promise<UpdateWorklogInput> {
  const { hours, issue, message, start, billable } = written;
  checkId(id, "change");
  if (Object.values(written).every((value) => value === undefined)) {
    throw new UsageError(
      "change needs what is to change: --hours, --issue, --date, --message, --start, --account, --attribute, --billable or --no-billable.",
      "change",
    );
  }
  const keyError = issue === undefined ? undefined : textRuleError("issueKey", issue);
  if (keyError !== undefined) throw new UsageError(`--issue ${keyError}, not '${issue}'.`, "change");
  const time = start === undefined ? undefined : readStart(start, "change");
  const seconds = hours === undefined ? undefined : hoursOf(hours, "change");
  const attributes = readAttributes(written, "change");
  const comment = message === STDIN ? (await textOnStdin(stdin)).trimEnd() : message;
  checkComment(comment, "change");
  return {
    worklogId: id,
    ...(issue !== undefined && { issueKey: issue }),
    ...(seconds !== undefined && { hours: seconds }),
    ...(time !== undefined && { startTime: time }),
    ...(comment !== undefined && { description: comment }),
    ...(billable !== undefined && { billable }),
    ...(attributes && { attributes }),
  };
}

/** @throws UsageError if no worklog has such an id */
export function checkId(id: string, command: string): void {
  if (textRuleError("worklogId", id) === undefined) return;
  const rule = /^\d+$/.test(id) ? "at most 19 digits" : "digits alone";
  throw new UsageError(
    `'${id}' is no id of an entry: an id has ${rule}, as tempofiller day shows it.`,
    command,
  );
}

/** The entry, and each field that is another one now, with what it was. */
function changedLines(reply: UpdateWorklogResponse): string[] {
  const { worklog, before, unchanged, differences = [] } = reply;
  const { id, issueKey, issueSummary } = worklog;
  const title = oneLine(`${id} ${issueKey} ${issueSummary}`).trimEnd();
  if (unchanged) return [title, "Nothing was changed: it is so already."];
  const billableHours = worklog.billableHours ?? worklog.hours;
  const fields: [name: string, now: string, old: string | undefined][] = [
    ["issue", issueKey, before.issueKey],
    ["id", id, before.id],
    ["date", worklog.date, before.date],
    ["hours", worklog.timeSpent ?? `${worklog.hours} h`, before.timeSpent ?? inHours(before.hours)],
    ["billable", `${billableHours} h`, inHours(before.billableHours)],
    ["start", worklog.startTime ?? "", before.startTime],
    ["comment", worklog.comment || "none", before.comment === "" ? "none" : before.comment],
    ...changedAttributes(reply).map(({ name, shown, shownWas }): [string, string, string] => [
      name,
      shown,
      shownWas,
    ]),
  ];
  return [
    title,
    ...columns(fields.flatMap(([name, now, old]) => (old === undefined ? [] : [[name, now, `was ${old}`]]))),
    ...differences.map(
      ({ field, sent = "nothing", stored = "nothing" }) => `Tempo stored ${stored} as ${field}, not ${sent}.`,
    ),
  ];
}

function inHours(hours: number | undefined): string | undefined {
  return hours === undefined ? undefined : `${hours} h`;
}

/** The line that undoes a change, unless nothing was changed or no line can; and what no line brings back. */
function wayBack(
  reply: UpdateWorklogResponse,
  site: readonly string[],
): { line?: string | undefined; left?: string } {
  const { worklog, before, unchanged } = reply;
  const { issueKey, date, hours, timeSpent, billableHours, startTime, comment } = before;
  if (unchanged) return {};
  if (comment === STDIN)
    return { left: `No line undoes it: its comment was '${STDIN}', which stands for what stdin says.` };
  const isPartlyBillable =
    billableHours !== undefined && billableHours > 0 && billableHours !== (hours ?? worklog.hours);
  const isBillable = billableHours === 0 ? "--no-billable" : "--billable";
  const attributes = changedAttributes(reply);
  const isKnown = ({ key, was }: (typeof attributes)[number]) =>
    isWhole(key) && isWhole(was) && !key.includes("=");
  const words = [
    ...(issueKey === undefined ? [] : ["--issue", issueKey]),
    ...(date === undefined ? [] : ["--date", date]),
    ...(hours === undefined ? [] : ["--hours", timeSpent?.replaceAll(" ", "") ?? String(hours)]),
    ...(startTime === undefined ? [] : ["--start", startTime]),
    // A comment may begin with a dash.
    ...(comment === undefined || !isWhole(comment) ? [] : [`--message=${comment}`]),
    ...(billableHours === undefined || isPartlyBillable ? [] : [isBillable]),
    ...attributes.filter(isKnown).flatMap(({ key, was }) => ["--attribute", `${key}=${was}`]),
  ];
  const lost = [
    ...(comment === undefined || isWhole(comment) ? [] : ["comment"]),
    ...(isPartlyBillable ? ["billable hours"] : []),
    ...attributes.filter((it) => !isKnown(it)).map(({ name }) => name),
  ];
  return {
    ...(words.length > 0 && { line: lineOf(["change", worklog.id, ...words, ...site]) }),
    ...(lost.length > 0 && {
      left: `No line brings back the former ${lost.join(", ")}: it is not shown in full, or no option can write it.`,
    }),
  };
}

/** Whether a text of a reply has all that it stands for: it is not cut, and has no secret and no character left out. */
function isWhole(text: string): boolean {
  return !isCut(text) && !text.includes("[secret]") && isDecoded(text);
}
