import type { DetailedWorklogEntry } from "../../generated/inputs.ts";
import type { ImportOutput } from "../../generated/outputs.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { oneLine } from "../../text/characters.ts";
import { listed } from "../../text/lengths.ts";
import { shownReply } from "../../text/show.ts";
import { dayOfWeek } from "../../timesheet/dates.ts";
import { issueByRules } from "../../timesheet/draft/titles.ts";
import type { TimesheetError } from "../../timesheet/errors.ts";
import { sayFarDates } from "../../timesheet/far-dates.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { toSeconds } from "../../timesheet/hours.ts";
import type { RowOutcome } from "../../timesheet/posting/batch.ts";
import { compareText, totalHours } from "../../timesheet/totals.ts";
import { furtherKeys } from "../../timesheet/worklogs.ts";
import { describeOverbooked } from "../call/call.ts";
import { askFirst, type SiteShell } from "../confirm.ts";
import { exitCodeOfAll, type Outcome } from "../exit-codes.ts";
import { counted, hanging, lineOf, textRows, typeAgain } from "../lines.ts";
import { logRows, planRows } from "../log/log-rows.ts";
import { checkMayWrite } from "../perform-in-shell.ts";
import { waitingLong } from "../say-waiting.ts";
import { findColumns } from "./columns.ts";
import { readFileTable, STDIN } from "./read-table.ts";
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

/** A row of the file, and what it has come to. */
interface Result extends Pick<ImportRow, "line" | "entry"> {
  state: "toLog" | "logged" | "alreadyLogged" | "failed";
  /** The worklog that it is. */
  id?: string;
  failure?: TimesheetError;
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
  const call = { name: "import", signal };
  const rows = await readRows(table, findColumns(table, columns), {
    ...options,
    today: server.today(),
    issueByRule: await readIssueRules(server),
    knownKeys: async (keys) => {
      const timesheet = await server.openTimesheet();
      const found = await timesheet.findIssues(keys, callContext(waitingLong(server), timesheet, call));
      return new Set(found.keys());
    },
  });
  const planned = resultsOf(rows, await planRows(entriesOf(rows), server, call));
  const show = (lines: readonly string[]) => {
    for (const line of lines) options.print(`${server.redact(oneLine(line))}\n`);
  };
  const toLog = inState(planned, "toLog");
  if (!json) show([...where, ...planLines(planned, width, server.today())]);
  if (toLog.length === 0 || !yes) {
    if (json) printJson(toOutput(planned));
    if (toLog.length === 0) return endOf(planned);
    const { end, command } = typeAgain(words, "--yes");
    const question = `Log ${toLog.length === 1 ? "this worklog" : `these ${toLog.length} worklogs`}, ${hoursOf(toLog)} h in all?`;
    const unlogged = await askFirst(
      question,
      { text: `Nothing was logged. To log this, ${end}`, command },
      // stdin that is the file has no answer any more.
      { ...options, terminal: path === STDIN ? undefined : terminal },
    );
    if (unlogged) return unlogged;
  }
  const sent = toSend(planned);
  const { outcomes, batch, overbooked } = await logRows(entriesOf(sent), server, call);
  const outcomeOf = new Map(sent.map((result, index) => [result, outcomes[index]]));
  const results = planned.map((result) => {
    const outcome = outcomeOf.get(result);
    return outcome ? resultOf(result, outcome) : result;
  });
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

function entriesOf(rows: readonly Pick<ImportRow, "entry">[]): DetailedWorklogEntry[] {
  return rows.flatMap(({ entry }) => entry ?? []);
}

/** @param outcomes those of the rows that are not refused, in their order */
function resultsOf(rows: readonly ImportRow[], outcomes: readonly (RowOutcome | undefined)[]): Result[] {
  const left = outcomes.values();
  return rows.map(({ refusal, ...row }) => {
    const outcome = refusal ? { failure: refusal } : left.next().value;
    return outcome ? resultOf(row, outcome) : { ...row, state: "toLog" };
  });
}

function resultOf({ line, entry }: Pick<ImportRow, "line" | "entry">, outcome: RowOutcome): Result {
  const row = { line, ...(entry && { entry }) };
  if ("failure" in outcome) return { ...row, state: "failed", failure: outcome.failure };
  return { ...row, state: outcome.alreadyLogged ? "alreadyLogged" : "logged", id: outcome.stored.id };
}

/**
 * The rows that the user agrees to, and none that the plan shows as refused. Those of the same dates that are logged already go along: the
 * engine counts equal rows of a date, and would take a row that is to be logged for its equal that is left out.
 */
function toSend(planned: readonly Result[]): Result[] {
  const dates = new Set(entriesOf(inState(planned, "toLog")).map(({ date }) => date));
  return planned.filter(({ state, entry }) => state !== "failed" && entry && dates.has(entry.date));
}

function inState(results: readonly Result[], state: Result["state"]): Result[] {
  return results.filter((result) => result.state === state);
}

function endOf(results: readonly Result[]): Outcome {
  const failures = results.flatMap(({ failure }) => failure ?? []);
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

function planLines(results: readonly Result[], width: number, today: string): string[] {
  const toLog = entriesOf(inState(results, "toLog"));
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
  const far = sayFarDates([...dates], today);
  return [
    `${what}${countsOf(results)}.`,
    ...textRows(shown, width).flat(),
    ...(toLog.length > 0 ? ["Days with more hours than required are named after logging."] : []),
    ...(far === undefined ? [] : hanging(far, width)),
    ...noteLines(failuresOf(results), width),
  ];
}

/** @param planned the same rows before, whose refusals the user has read */
function resultLines(results: readonly Result[], planned: readonly Result[], width: number): string[] {
  const logged = inState(results, "logged");
  const fresh = results.filter((_, index) => planned[index]?.state !== "failed");
  const again = results
    .filter(({ state }, index) => state === "logged" && planned[index]?.state === "alreadyLogged")
    .map(({ line }) => ({ line, text: LOGGED_AGAIN }));
  return [
    `${counted(logged.length, "worklog")}, ${hoursOf(logged)} h, logged${countsOf(results)}.`,
    ...noteLines([...again, ...failuresOf(fresh)], width),
  ];
}

function countsOf(results: readonly Result[]): string {
  const [{ length: existing }, { length: failed }] = [
    inState(results, "alreadyLogged"),
    inState(results, "failed"),
  ];
  return `${existing > 0 ? `; ${existing} logged already` : ""}${failed > 0 ? `; ${failed} not logged` : ""}`;
}

/** A sentence on a row. */
interface Note {
  line: number;
  text: string;
}

const LOGGED_AGAIN = "its worklog was there in the plan and is gone since, so it was logged again.";

/** Why rows are not logged. */
function failuresOf(results: readonly Result[]): Note[] {
  return results.flatMap(({ line, failure }) => (failure ? [{ line, text: failure.text.shell }] : []));
}

/** Equal texts are one note, with all its lines. */
function noteLines(notes: readonly Note[], width: number): string[] {
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
  return sumOf(entriesOf(results));
}

function sumOf(entries: readonly { hours: number }[]): number {
  return totalHours(entries.map(({ hours }) => ({ seconds: toSeconds(hours) })));
}

function toOutput(results: readonly Result[], batch?: number): ImportOutput {
  const [toLog, logged] = [inState(results, "toLog"), inState(results, "logged")];
  return {
    summary: {
      total: results.length,
      toLog: toLog.length,
      logged: logged.length,
      alreadyLogged: inState(results, "alreadyLogged").length,
      failed: inState(results, "failed").length,
      totalHours: hoursOf([...toLog, ...logged]),
    },
    rows: results.map(({ line, entry, state, id, failure }) => ({
      line,
      ...(entry && {
        date: entry.date,
        issueKey: entry.issueKey,
        hours: sumOf([entry]),
        ...furtherKeys({ seconds: toSeconds(entry.hours) }, undefined),
        ...(entry.description !== undefined && { comment: entry.description }),
      }),
      ...(id !== undefined && { worklogId: id }),
      ...(state === "alreadyLogged" && { alreadyLogged: true }),
      ...(failure && { error: failure.text.shell }),
    })),
    ...(batch !== undefined && { batch }),
  };
}
