import type { ImportOutput } from "../../generated/outputs.ts";
import type { ServerContext } from "../../server/context.ts";
import { oneLine } from "../../text/characters.ts";
import { listed } from "../../text/lengths.ts";
import { shownReply } from "../../text/show.ts";
import { dayOfWeek } from "../../timesheet/dates.ts";
import { issueByRules } from "../../timesheet/draft/titles.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { toSeconds } from "../../timesheet/hours.ts";
import type { RowOutcome } from "../../timesheet/posting/batch.ts";
import { compareText, totalHours } from "../../timesheet/totals.ts";
import { describeOverbooked } from "../call/call.ts";
import { confirm, type SiteShell } from "../confirm.ts";
import { EXIT_CODE_BY_ERROR, exitCodeOfAll, type Outcome } from "../exit-codes.ts";
import { counted, hanging, lineOf, textRows, typeAgain } from "../lines.ts";
import { logRows, planRows } from "../log/log-rows.ts";
import { checkMayWrite } from "../perform-in-shell.ts";
import { findColumns } from "./columns.ts";
import { readFileTable } from "./read-table.ts";
import { type ImportRow, type RowOptions, readRows } from "./rows.ts";

interface ImportOptions extends SiteShell, Pick<RowOptions, "dates" | "user" | "billable"> {
  /** The file; - for stdin. */
  path: string;
  /** The columns, as `--columns` gives them. */
  columns: string | undefined;
  /** Logs without asking. */
  yes: boolean;
  /** Prints an ImportOutput, and never asks. */
  json: boolean;
  stdin: NodeJS.ReadableStream;
  /** The words of the command line, for the line that logs the plan. */
  words: readonly string[];
  /** Whether `undo` can undo it. */
  isUndoable: boolean;
}

/** A row of the file, and what it has come to; undefined for one that is to be logged. */
interface Result extends ImportRow {
  outcome: RowOutcome | undefined;
}

/**
 * Reads a file of worklogs, shows what logging them would do, and does it once the user agrees.
 *
 * @throws TimesheetError; nothing was sent then
 */
export async function importFile(options: ImportOptions, server: ServerContext): Promise<Outcome> {
  const { path, stdin, columns, words, yes, json, terminal, signal, width, where = [] } = options;
  checkMayWrite("import", options.readOnly);
  const table = await readFileTable(path, stdin);
  const today = server.today();
  const issueByRule = await readIssueRules(server);
  const rows = readRows(table, findColumns(table, columns), { ...options, today, issueByRule });
  const entries = rows.flatMap(({ entry }) => entry ?? []);
  const call = { name: "import", signal };
  const planned = resultsOf(rows, await planRows(entries, server, call));
  const show = (lines: readonly string[]) => {
    for (const line of lines) options.print(`${server.redact(oneLine(line))}\n`);
  };
  const toLog = planned.filter(({ outcome }) => !outcome);
  if (!json) show([...where, ...planLines(planned, width)]);
  if (toLog.length === 0 || !yes) {
    if (json) printJson(toOutput(planned));
    if (toLog.length === 0) return endOf(planned);
    const { end, command } = typeAgain(words, "--yes");
    const error = `Nothing was logged. To log this, ${end}`;
    if (json) return { exitCode: 0, warning: error, command };
    if (!terminal) return { exitCode: EXIT_CODE_BY_ERROR.invalid_input, error, command };
    const question = `Log ${toLog.length === 1 ? "this worklog" : `these ${toLog.length} worklogs`}, ${hoursOf(toLog)} h in all?`;
    if (!(await confirm(question, options)))
      return { exitCode: EXIT_CODE_BY_ERROR.cancelled, error: "Nothing was logged." };
  }
  const { outcomes, batch, overbooked } = await logRows(entries, server, call);
  const results = resultsOf(rows, outcomes);
  if (json) printJson(toOutput(results, batch));
  else show(resultLines(results, planned, width));
  const undoing = options.isUndoable ? undoLine(batch, options) : undefined;
  if (!json && undoing !== undefined) show([`To undo it: ${undoing}`]);
  return { ...endOf(results), ...(overbooked.length > 0 && { warning: describeOverbooked(overbooked) }) };

  function printJson(output: ImportOutput): void {
    options.print(`${JSON.stringify(shownReply(output, server.redact))}\n`);
  }
}

async function readIssueRules({ evidence }: ServerContext): Promise<RowOptions["issueByRule"]> {
  const rules = await evidence.rules();
  return issueByRules(rules, new Map(rules.map(({ issueKey: key }) => [key.toUpperCase(), { key }])));
}

/** @param outcomes those of the rows that are not refused, in their order */
function resultsOf(rows: readonly ImportRow[], outcomes: readonly (RowOutcome | undefined)[]): Result[] {
  const left = outcomes.values();
  return rows.map((row) => ({
    ...row,
    outcome: row.refusal ? { failure: row.refusal } : left.next().value,
  }));
}

function endOf(results: readonly Result[]): Outcome {
  const failures = results.flatMap(({ outcome }) =>
    outcome && "failure" in outcome ? [outcome.failure] : [],
  );
  if (failures.length === 0) return { exitCode: 0 };
  const error = `${failures.length} of ${counted(results.length, "row")} ${failures.length === 1 ? "is" : "are"} not logged.`;
  return { exitCode: exitCodeOfAll(failures, results.length), error };
}

/** The line that undoes what was logged; undefined if nothing was, or it was in the sandbox, which ends with the command. */
function undoLine(batch: number | undefined, { site }: Pick<SiteShell, "site">): string | undefined {
  if (batch === undefined || site.some((word) => word.startsWith("--sandbox"))) return undefined;
  return lineOf(["undo", "--batch", String(batch), ...site]);
}

/** More days are shown by their months. */
const MAX_DAYS = 31;
const MAX_ISSUES = 5;
const MAX_REASONS = 20;
const MAX_LINES = 5;

function planLines(results: readonly Result[], width: number): string[] {
  const toLog = results.flatMap(({ outcome, entry }) => (entry && !outcome ? [entry] : []));
  const dates = new Set(toLog.map(({ date }) => date));
  const isByDay = dates.size <= MAX_DAYS;
  const groups = groupBy(toLog, ({ date }) =>
    isByDay ? `${date}  ${dayOfWeek(date).slice(0, 3)}` : date.slice(0, 7),
  );
  const shown = [...groups]
    .sort(([a], [b]) => compareText(a, b))
    .map(([label, entries]) => {
      const issues = [...groupBy(entries, ({ issueKey }) => issueKey.toUpperCase())];
      const ofIssues = issues.map(([key, ofIssue]) => `${key} ${sumOf(ofIssue)} h`);
      return { cells: [label, `${sumOf(entries)} h`], text: listed(ofIssues, MAX_ISSUES) };
    });
  const what =
    toLog.length === 0
      ? "Nothing to log"
      : `${counted(toLog.length, "worklog")} to log, ${sumOf(toLog)} h on ${counted(dates.size, "day")}`;
  return [`${what}${countsOf(results)}.`, ...textRows(shown, width).flat(), ...noteLines(results, width)];
}

/** @param planned the same rows before, whose notes the user has read */
function resultLines(results: readonly Result[], planned: readonly Result[], width: number): string[] {
  const logged = results.filter(({ outcome }) => outcome && "stored" in outcome && !outcome.alreadyLogged);
  const fresh = results
    .filter((_, index) => !planned[index]?.outcome)
    .map((it) => ({ ...it, isPart: false }));
  return [
    `${counted(logged.length, "worklog")}, ${hoursOf(logged)} h, logged${countsOf(results)}.`,
    ...noteLines(fresh, width),
  ];
}

function countsOf(results: readonly Result[]): string {
  const existing = results.filter(
    ({ outcome }) => outcome && "stored" in outcome && outcome.alreadyLogged,
  ).length;
  const refused = results.filter(({ outcome }) => outcome && "failure" in outcome).length;
  return [
    ...(existing > 0 ? [`; ${existing} logged already`] : []),
    ...(refused > 0 ? [`; ${refused} not logged`] : []),
  ].join("");
}

/** Why rows are not logged, or not quite as the file has them, with their lines. */
function noteLines(results: readonly Result[], width: number): string[] {
  const notes = results.flatMap(({ line, outcome, isPart }) => [
    ...(outcome && "failure" in outcome ? [{ line, text: outcome.failure.text.shell }] : []),
    ...(isPart ? [{ line, text: "billable in part, which is logged as billable" }] : []),
  ]);
  const groups = [...groupBy(notes, ({ text }) => text)].map(([text, group]) => {
    const lines = listed(
      group.map(({ line }) => String(line)),
      MAX_LINES,
    );
    return `${group.length === 1 ? "Line" : "Lines"} ${lines}: ${text}`;
  });
  const more = groups.length - MAX_REASONS;
  return [
    ...groups.slice(0, MAX_REASONS),
    ...(more > 0 ? [`${counted(more, "more reason")}; --json lists all.`] : []),
  ].flatMap((line) => hanging(line, width));
}

function hoursOf(results: readonly Result[]): number {
  return sumOf(results.flatMap(({ entry }) => entry ?? []));
}

function sumOf(entries: readonly { hours: number }[]): number {
  return totalHours(entries.map(({ hours }) => ({ seconds: toSeconds(hours) })));
}

function toOutput(results: readonly Result[], batch?: number): ImportOutput {
  const is = (test: (outcome: RowOutcome | undefined) => boolean) =>
    results.filter(({ outcome }) => test(outcome));
  const existing = is(
    (outcome) => outcome !== undefined && "stored" in outcome && outcome.alreadyLogged === true,
  );
  const logged = is((outcome) => outcome !== undefined && "stored" in outcome && !outcome.alreadyLogged);
  const toLog = is((outcome) => outcome === undefined);
  return {
    summary: {
      total: results.length,
      toLog: toLog.length,
      logged: logged.length,
      alreadyLogged: existing.length,
      failed: results.length - toLog.length - logged.length - existing.length,
      totalHours: hoursOf([...toLog, ...logged]),
    },
    rows: results.map(({ line, entry, outcome }) => ({
      line,
      ...(entry && {
        date: entry.date,
        issueKey: entry.issueKey,
        hours: sumOf([entry]),
        ...(entry.description !== undefined && { comment: entry.description }),
      }),
      ...(outcome && "stored" in outcome && { worklogId: outcome.stored.id }),
      ...(outcome && "alreadyLogged" in outcome && { alreadyLogged: true as const }),
      ...(outcome && "failure" in outcome && { error: outcome.failure.text.shell }),
    })),
    ...(batch !== undefined && { batch: String(batch) }),
  };
}
