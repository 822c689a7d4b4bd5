import type { DetailedWorklogEntry } from "../../generated/inputs.ts";
import type { ImportOutput } from "../../generated/outputs.ts";
import type { ServerContext } from "../../server/context.ts";
import { oneLine } from "../../text/characters.ts";
import { listed } from "../../text/lengths.ts";
import { shownReply } from "../../text/show.ts";
import { dayOfWeek } from "../../timesheet/dates.ts";
import type { TimesheetError } from "../../timesheet/errors.ts";
import { sayFarDates } from "../../timesheet/far-dates.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { shownTime, toHours, toSeconds } from "../../timesheet/hours.ts";
import type { RowOutcome } from "../../timesheet/posting/batch.ts";
import { compareText } from "../../timesheet/totals.ts";
import { furtherKeys } from "../../timesheet/worklogs.ts";
import { describeOverbooked } from "../call/call.ts";
import { askFirst, type SiteShell } from "../confirm.ts";
import { exitCodeOfAll, type Outcome } from "../exit-codes.ts";
import { counted, hanging, lineOf, textRows, typeAgain } from "../lines.ts";
import { logRows, planRows } from "../log/log-rows.ts";
import { checkMayWrite } from "../perform-in-shell.ts";
import { readTable, STDIN } from "./read-table.ts";
import { type ImportRow, type RowOptions, readRows } from "./rows.ts";

interface ImportOptions extends SiteShell, RowOptions {
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
  /** The words that undo what was logged; undefined if nothing can be. */
  undo: readonly string[] | undefined;
}

/**
 * Reads a file of worklogs, shows what logging them would do, and does it once the user agrees.
 *
 * @throws TimesheetError; nothing was sent then
 */
export async function importFile(options: ImportOptions, server: ServerContext): Promise<Outcome> {
  const { path, stdin, columns, words, yes, json, terminal, signal, width, undo, where = [] } = options;
  checkMayWrite("import", options.readOnly);
  const call = { name: "import", signal };
  const rows = await readRows(await readTable(path, stdin, columns), options, server);
  const readable = inState(rows, "toLog");
  const plan = withOutcomes(rows, readable, await planRows(entriesOf(readable), server, call));
  const show = (lines: readonly string[]) => {
    for (const line of lines) options.print(`${server.redact(oneLine(line))}\n`);
  };
  const showJson = (output: ImportOutput) =>
    options.print(`${JSON.stringify(shownReply(output, server.redact))}\n`);
  const toLog = inState(plan, "toLog");
  if (!json) show([...where, ...planLines(plan, width, server.today())]);
  else if (toLog.length === 0 || !yes) showJson(outputOf(plan));
  if (toLog.length === 0) return endOf(plan);
  if (!yes) {
    const { end, command } = typeAgain(words, "--yes");
    const what = toLog.length === 1 ? "this worklog" : `these ${toLog.length} worklogs`;
    const unlogged = await askFirst(
      `Log ${what}, ${timeOf(entriesOf(toLog))} in all?`,
      { text: `Nothing was logged. To log this, ${end}`, command },
      // stdin that is the file has no answer any more.
      { ...options, terminal: path === STDIN ? undefined : terminal },
    );
    if (unlogged) return unlogged;
  }
  const sent = toSend(plan);
  const { outcomes, batch, overbooked } = await logRows(entriesOf(sent), server, call);
  const results = withOutcomes(plan, sent, outcomes);
  const logged = inState(results, "logged");
  const undoing = undo && batch !== undefined ? lineOf([...undo, "--batch", String(batch)]) : undefined;
  if (json) showJson(outputOf(results, batch));
  else
    show([
      headline(`${counted(logged.length, "worklog")}, ${timeOf(entriesOf(logged))}, logged`, results),
      ...failureLines(withOutcomes(sent, sent, outcomes), width),
      ...(undoing === undefined ? [] : [`To undo it: ${undoing}`]),
    ]);
  return { ...endOf(results), ...(overbooked.length > 0 && { warning: describeOverbooked(overbooked) }) };
}

type State = "toLog" | "logged" | "alreadyLogged" | "failed";

function stateOf({ outcome }: ImportRow): State {
  if (!outcome) return "toLog";
  if ("failure" in outcome) return "failed";
  return outcome.alreadyLogged ? "alreadyLogged" : "logged";
}

function inState(rows: readonly ImportRow[], ...states: State[]): ImportRow[] {
  return rows.filter((row) => states.includes(stateOf(row)));
}

function entriesOf(rows: readonly ImportRow[]): DetailedWorklogEntry[] {
  return rows.flatMap(({ entry }) => entry ?? []);
}

/** The rows with what some of them have come to. @param outcomes of these, in their order */
function withOutcomes(
  rows: readonly ImportRow[],
  some: readonly ImportRow[],
  outcomes: readonly (RowOutcome | undefined)[],
): ImportRow[] {
  const changed = new Map(some.map((row, index) => [row, { ...row, outcome: outcomes[index] }]));
  return rows.map((row) => changed.get(row) ?? row);
}

/**
 * The rows that the user agrees to, and none that the plan shows as refused. Those of the same dates that are logged already go along: the
 * engine counts equal rows of a date, and would take a row that is to be logged for its equal that is left out.
 */
function toSend(plan: readonly ImportRow[]): ImportRow[] {
  const dates = new Set(entriesOf(inState(plan, "toLog")).map(({ date }) => date));
  return inState(plan, "toLog", "alreadyLogged").filter(({ entry }) => entry && dates.has(entry.date));
}

/** Why rows are not logged, by their lines. */
function failuresOf(rows: readonly ImportRow[]): { line: number; failure: TimesheetError }[] {
  return rows.flatMap(({ line, outcome }) =>
    outcome && "failure" in outcome ? [{ line, failure: outcome.failure }] : [],
  );
}

function endOf(results: readonly ImportRow[]): Outcome {
  const failures = failuresOf(results).map(({ failure }) => failure);
  if (failures.length === 0) return { exitCode: 0 };
  const error = `${failures.length} of ${counted(results.length, "row")} ${failures.length === 1 ? "is" : "are"} not logged.`;
  return { exitCode: exitCodeOfAll(failures, results.length), error };
}

/** More days are shown by their months. */
const MAX_DAYS = 31;
const MAX_ISSUES = 5;
const MAX_REASONS = 20;
const MAX_LINES = 5;

function planLines(plan: readonly ImportRow[], width: number, today: string): string[] {
  const toLog = entriesOf(inState(plan, "toLog"));
  const dates = new Set(toLog.map(({ date }) => date));
  const labelOf = ({ date }: DetailedWorklogEntry) =>
    dates.size <= MAX_DAYS ? `${date}  ${dayOfWeek(date).slice(0, 3)}` : date.slice(0, 7);
  const days = [...groupBy(toLog, labelOf)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([label, entries]) => {
      const issues = [...groupBy(entries, ({ issueKey }) => issueKey.toUpperCase())];
      const ofIssues = issues.map(([key, ofIssue]) => `${key} ${timeOf(ofIssue)}`);
      return { cells: [label, timeOf(entries)], text: listed(ofIssues, MAX_ISSUES) };
    });
  const far = sayFarDates([...dates], today);
  return [
    headline(
      toLog.length === 0
        ? "Nothing to log"
        : `${counted(toLog.length, "worklog")} to log, ${timeOf(toLog)} on ${counted(dates.size, "day")}`,
      plan,
    ),
    ...textRows(days, width).flat(),
    ...(toLog.length > 0 ? ["Days with more hours than required are named after logging."] : []),
    ...(far === undefined ? [] : hanging(far, width)),
    ...failureLines(plan, width),
  ];
}

/** A sentence on rows, with the counts of those that are not logged now. */
function headline(what: string, rows: readonly ImportRow[]): string {
  const existing = inState(rows, "alreadyLogged").length;
  const failed = inState(rows, "failed").length;
  return `${what}${existing > 0 ? `; ${existing} logged already` : ""}${failed > 0 ? `; ${failed} not logged` : ""}.`;
}

/** Why rows are not logged; equal reasons are one, with all its lines. */
function failureLines(rows: readonly ImportRow[], width: number): string[] {
  const groups = groupBy(failuresOf(rows), ({ failure }) => failure.text.shell);
  const reasons = [...groups].map(([text, group]) => {
    const lines = group.map(({ line }) => String(line));
    return `${group.length === 1 ? "Line" : "Lines"} ${listed(lines, MAX_LINES)}: ${text}`;
  });
  const more = reasons.length - MAX_REASONS;
  return [
    ...reasons.slice(0, MAX_REASONS),
    ...(more > 0 ? [`${counted(more, "more reason")}; --json lists all.`] : []),
  ].flatMap((line) => hanging(line, width));
}

function secondsOf(entries: readonly DetailedWorklogEntry[]): number {
  return entries.reduce((sum, { hours }) => sum + toSeconds(hours), 0);
}

function timeOf(entries: readonly DetailedWorklogEntry[]): string {
  return shownTime(secondsOf(entries));
}

function outputOf(rows: readonly ImportRow[], batch?: number): ImportOutput {
  return {
    summary: {
      total: rows.length,
      toLog: inState(rows, "toLog").length,
      logged: inState(rows, "logged").length,
      alreadyLogged: inState(rows, "alreadyLogged").length,
      failed: inState(rows, "failed").length,
      totalHours: toHours(secondsOf(entriesOf(inState(rows, "toLog", "logged")))),
    },
    rows: rows.map(({ line, entry, outcome }) => ({
      line,
      ...(entry && {
        date: entry.date,
        issueKey: entry.issueKey,
        hours: toHours(secondsOf([entry])),
        ...furtherKeys({ seconds: toSeconds(entry.hours) }, undefined),
        ...(entry.description !== undefined && { comment: entry.description }),
      }),
      ...(outcome &&
        "stored" in outcome && {
          worklogId: outcome.stored.id,
          ...(outcome.alreadyLogged && { alreadyLogged: true }),
        }),
      ...(outcome && "failure" in outcome && { error: outcome.failure.text.shell }),
    })),
    ...(batch !== undefined && { batch }),
  };
}
