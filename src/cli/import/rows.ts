import { textRuleError } from "../../contract/input-rules.ts";
import { timeOfDay } from "../../contract/spelling.ts";
import type { DetailedWorklogEntry } from "../../generated/inputs.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { listed } from "../../text/lengths.ts";
import { isCalendarDate } from "../../timesheet/dates.ts";
import { keysIn, projectOf } from "../../timesheet/draft/issues.ts";
import { issueByRules } from "../../timesheet/draft/titles.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import type { RowOutcome } from "../../timesheet/posting/batch.ts";
import type { SiteShell } from "../confirm.ts";
import { readHours } from "../hours.ts";
import { lineOf } from "../lines.ts";
import { refusalOf } from "../log/log-rows.ts";
import { waitingLong } from "../say-waiting.ts";
import { UsageError } from "../usage-error.ts";
import type { Cells, TableRow } from "./read-table.ts";

/** A row of a file, and what it has come to; nothing yet for one that is to be logged. */
export interface ImportRow {
  line: number;
  /** Undefined for a row that cannot be read. */
  entry?: DetailedWorklogEntry;
  outcome?: RowOutcome | undefined;
}

export interface RowOptions extends Pick<SiteShell, "site" | "signal"> {
  /** The form of dates, such as dd.mm.yyyy; ISO alone if undefined. */
  dates: string | undefined;
  /** The user whose rows count, by a name or an email address in the file. */
  user: string | undefined;
  /** Whether the hours are billable, whatever the file says. */
  billable: boolean | undefined;
}

/**
 * The rows of a table as worklogs, those of other users left out. It asks for the keys of all rows at once.
 *
 * @throws InvalidInputError if an option is wrong, or it is not clear whose rows count
 */
export async function readRows(
  table: readonly TableRow[],
  options: RowOptions,
  server: ServerContext,
): Promise<ImportRow[]> {
  const dateOf = dateReader(options.dates);
  const rows = rowsOfUser(table, options.user);
  const issueOf = await issueReader(rows, options, server);
  return rows.map(({ line, cells, problem }) => {
    try {
      if (problem !== undefined) throw new RowError(problem);
      const entry = readEntry(cells, dateOf, options.billable, server.today());
      return { line, entry: { issueKey: issueOf(cells), ...entry } };
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      return { line, outcome: { failure: new InvalidInputError(error.message) } };
    }
  });
}

/** Why one row is refused. */
class RowError extends Error {}

/** The names of a row's user, without case. The first tells users apart. */
function namesOf({ cells: { email = "", user = "", firstName = "", lastName = "" } }: TableRow): string[] {
  const names = [email, user, `${firstName} ${lastName}`.trim()].filter(Boolean);
  return names.map((name) => name.toLowerCase());
}

const MAX_USERS = 5;

/** The rows of the user that is given, or else of the only one. @throws InvalidInputError if there is none, or several */
function rowsOfUser(table: readonly TableRow[], given: string | undefined): readonly TableRow[] {
  const wanted = given?.trim().toLowerCase();
  const rows = wanted === undefined ? table : table.filter((row) => namesOf(row).includes(wanted));
  const users = new Set(rows.map((row) => namesOf(row)[0] ?? "a row without a name"));
  if (users.size === 1) return rows;
  const what =
    users.size === 0 ? `no rows of '${given}'` : `rows of several users: ${listed([...users], MAX_USERS)}`;
  throw new InvalidInputError(
    `The file has ${what}. Give --user an email address or a whole name that it has. Nothing was sent.`,
  );
}

/** @param dateOf reads dates @param isGiven whether it is billable, whatever the file says @throws RowError */
function readEntry(
  { date: written = "", hours = "", billable = "", billableHours = "", comment = "", ...cells }: Cells,
  dateOf: (text: string) => string,
  isGiven: boolean | undefined,
  today: string,
): Omit<DetailedWorklogEntry, "issueKey"> {
  const { start = "", account = "" } = cells;
  const date = dateOf(written);
  const seconds = secondsIn(hours);
  const ofFile = billableHours === "" ? seconds : secondsIn(billableHours);
  const isBillable = isGiven ?? isYes(billable);
  const billableSeconds = isBillable ? (isGiven ? seconds : ofFile) : 0;
  const refusal = refusalOf({ date, seconds, billableSeconds, comment }, today);
  const isInPart = billableSeconds !== seconds && billableSeconds !== 0;
  if (refusal !== undefined)
    throw new RowError(isInPart ? `${refusal}: --billable or --no-billable decides` : refusal);
  return {
    hours: seconds / 3600,
    date,
    ...(billableSeconds === 0 && { billable: false }),
    ...(comment !== "" && { description: comment }),
    ...(start !== "" && { startTime: timeIn(start) }),
    ...(account !== "" && { attributes: { account } }),
  };
}

function secondsIn(text: string): number {
  const seconds = readHours(text);
  if (seconds !== undefined) return seconds;
  if (text === "") throw new RowError("it has no hours");
  throw new RowError(`'${text}' is no time; tempofiller help hours lists the forms`);
}

/** Hours are billable unless the file says otherwise. */
function isYes(text: string): boolean {
  if (/^(yes|true)?$/i.test(text)) return true;
  if (/^(no|false)$/i.test(text)) return false;
  throw new RowError(`whether it is billable is yes or no, not '${text}'`);
}

/** HH:mm; the seconds of other programs are left out. */
function timeIn(text: string): string {
  const time = timeOfDay(text.replace(/^(\d{1,2}:\d{2}):[0-5]\d/, "$1"));
  if (time !== undefined && textRuleError("startTime", time) === undefined) return time;
  throw new RowError(`'${text}' is no time of day`);
}

/** An ISO date, be it with a time of day; one with a zone may be of another day. */
const ISO_DATE = /^(\d{4}-\d{2}-\d{2})(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/;

/** Day, month and year, and the sign between them. */
const DATE_FORM = /^([dmy])\1*([^dmy\d])([dmy])\3*\2([dmy])\4*$/;

/** Reads ISO dates, and those of a form such as dd.mm.yyyy, to ISO dates. @throws UsageError for another form */
function dateReader(form: string | undefined): (text: string) => string {
  const [, first = "", sign = "", second = "", third = ""] = DATE_FORM.exec(form?.toLowerCase() ?? "") ?? [];
  const order = first + second + third;
  if (form !== undefined && !["dmy", "mdy", "ymd"].includes(order))
    throw new UsageError(`--dates takes a form such as dd.mm.yyyy or mm/dd/yyyy, not '${form}'.`, "import");
  const hint = form === undefined ? ": --dates names another form, such as dd.mm.yyyy" : "";
  const byForm = (text: string) => {
    const parts = form === undefined ? [] : text.split(sign);
    const [year = "", month = "", day = ""] = ["y", "m", "d"].map((part) => parts[order.indexOf(part)]);
    const inFull = year.length === 2 ? `20${year}` : year;
    return parts.length === 3 ? `${inFull}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : "";
  };
  return (text) => {
    const [, date = byForm(text)] = ISO_DATE.exec(text) ?? [];
    if (isCalendarDate(date)) return date;
    throw new RowError(`its date does not exist, or is not written as ${form ?? "2026-11-20"}${hint}`);
  };
}

function isKey(text: string): boolean {
  return textRuleError("issueKey", text) === undefined;
}

/** Whether a cell for the issue says nothing of it: a link may lead to something else. */
function isOpen(issue: string): boolean {
  return issue === "" || issue.includes("://");
}

/** The keys that a row may name beside a plain one, or else those that its comment may name. */
function keysOf({ issue = "", comment = "" }: Cells): string[] {
  if (isKey(issue)) return [];
  const named = keysIn(issue, false);
  return [...new Set(named.length > 0 || !isOpen(issue) ? named : keysIn(comment, false))];
}

/** Finds the key that a row names, or else the only one in its comment, or that of a rule for the comment. */
async function issueReader(
  rows: readonly TableRow[],
  { signal, site }: RowOptions,
  server: ServerContext,
): Promise<(cells: Cells) => string> {
  const named = new Set(rows.flatMap(({ cells }) => keysOf(cells)));
  const projects = new Set<string>();
  if (named.size > 0) {
    const timesheet = await server.openTimesheet();
    const context = callContext(waitingLong(server), timesheet, { name: "import", signal });
    for (const key of (await timesheet.findIssues([...named], context)).keys()) projects.add(projectOf(key));
  }
  const rules = await server.evidence.rules();
  const ofRules = issueByRules(rules, new Map(rules.map((rule) => [rule.issueKey.toUpperCase(), rule])));
  const map = lineOf(["map", "TITLE", "KEY", ...(site[0] === "--profile" ? site : [])]);
  return (cells) => {
    const { issue = "", comment = "" } = cells;
    if (isKey(issue)) return issue;
    const found = keysOf(cells).filter((key) => projects.has(projectOf(key)));
    const [key, another] = found;
    if (another !== undefined) throw new RowError(`it names several issues: ${found.join(", ")}`);
    if (key !== undefined) return key;
    if (!isOpen(issue)) throw new RowError(`'${issue}' is not the key of an issue, such as PROJ-7`);
    const rule = ofRules(comment);
    if (rule) return rule.issueKey;
    if (comment === "") throw new RowError("it names no issue, and has no comment");
    throw new RowError(`no issue is known for '${comment.slice(0, 100)}'; ${map} names one`);
  };
}
