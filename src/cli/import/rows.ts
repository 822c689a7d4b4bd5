import { textRuleError } from "../../contract/input-rules.ts";
import { timeOfDay } from "../../contract/spelling.ts";
import type { DetailedWorklogEntry } from "../../generated/inputs.ts";
import { shellWord } from "../../text/shell-word.ts";
import { keysIn, projectOf } from "../../timesheet/draft/issues.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { readHours } from "../hours.ts";
import { lineOf } from "../lines.ts";
import { refusalOf } from "../log/log-rows.ts";
import { UsageError } from "../usage-error.ts";
import type { Columns, Field } from "./columns.ts";
import type { Table, TableRow } from "./read-table.ts";

/** A row of a file: what to log, or why that is refused. */
export interface ImportRow {
  line: number;
  entry?: DetailedWorklogEntry;
  refusal?: InvalidInputError;
}

/** A row before its issue is known. */
interface RowWithoutIssue {
  line: number;
  entry: Omit<DetailedWorklogEntry, "issueKey">;
  /** The cell for the issue. */
  issue: string;
}

export interface RowOptions {
  /** The form of dates, such as dd.mm.yyyy; ISO alone if undefined. */
  dates: string | undefined;
  /** The user whose rows count, by a name or an email address in the file. */
  user: string | undefined;
  /** Whether the hours are billable, whatever the file says. */
  billable: boolean | undefined;
  today: string;
  /** The issue of a comment by the user's rules. */
  issueByRule(title: string): { key: string } | undefined;
  /** Returns those of the keys that Jira knows. */
  knownKeys(keys: string[]): Promise<ReadonlySet<string>>;
  /** The options that lead to the same Tempo, for a line to type. */
  site: readonly string[];
}

/**
 * The rows of a table as worklogs, those of other users left out. It asks for the keys of all rows at once.
 *
 * @throws InvalidInputError if a date can be read in two ways, or it is not clear whose rows count: nothing is guessed for any row then
 */
export async function readRows(table: Table, columns: Columns, options: RowOptions): Promise<ImportRow[]> {
  const { user, dates } = options;
  if (dates !== undefined && [...new Set(dates.toLowerCase().match(/[a-z]/g))].sort().join("") !== "dmy")
    throw new UsageError(`--dates takes a form such as dd.mm.yyyy or mm/dd/yyyy, not '${dates}'.`, "import");
  const chosen = userAmong(usersIn(table, columns), user);
  const rows = table.rows
    .filter((row) => nameOf(row, columns).toLowerCase() === chosen)
    .map((row) => ({
      line: row.line,
      read: orRefusal(() => {
        if (row.cells.length === table.headings.length) return readRow(row, columns, options);
        throw new RowError(
          `it has ${row.cells.length} cells, and there are ${table.headings.length} headings: a separator within a cell needs quotes around the cell`,
        );
      }),
    }));
  const named = rows.flatMap(({ read }) => ("entry" in read ? keysOf(read) : []));
  const known = named.length > 0 ? await options.knownKeys([...new Set(named)]) : new Set<string>();
  const projects = new Set([...known].map(projectOf));
  const isKey = (key: string) => known.has(key) || projects.has(projectOf(key));
  return rows.map(({ line, read }) => ({
    line,
    ...("entry" in read
      ? orRefusal(() => ({ entry: { issueKey: issueOf(read, isKey, options), ...read.entry } }))
      : read),
  }));
}

function orRefusal<Value>(read: () => Value): Value | { refusal: InvalidInputError } {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    return { refusal: new InvalidInputError(error.message) };
  }
}

class RowError extends Error {}

function namesIn({ cells }: TableRow, { user = [] }: Columns): string[] {
  return user.flatMap((place) => cells[place]?.trim() || []);
}

/** The name that tells a user from others, with which `--user` chooses it: an email address, or all names. */
function nameOf(row: TableRow, columns: Columns): string {
  const names = namesIn(row, columns);
  return names.find((name) => name.includes("@")) ?? names.join(" ");
}

/** A user of a file. */
interface FileUser {
  name: string;
  /** All names of its rows, in lower case. */
  names: Set<string>;
}

/** The users of a table, by their names in lower case. */
function usersIn({ rows }: Table, columns: Columns): Map<string, FileUser> {
  const users = new Map<string, FileUser>();
  for (const row of rows) {
    const [name, names] = [nameOf(row, columns), namesIn(row, columns)];
    const user = users.get(name.toLowerCase()) ?? { name, names: new Set() };
    for (const it of [...names, names.join(" ")]) user.names.add(it.toLowerCase());
    users.set(name.toLowerCase(), user);
  }
  return users;
}

const MAX_USERS = 5;

/** The user that is given, in lower case, or else the only one. @throws InvalidInputError if there is no such user, or if there are several */
function userAmong(users: ReadonlyMap<string, FileUser>, given: string | undefined): string {
  const wanted = given?.trim().toLowerCase();
  if (wanted === "") throw new UsageError("--user takes a name or an email address, and is empty.", "import");
  const fitting = [...users].filter(([name, { names }]) => {
    if (wanted === undefined) return true;
    return users.has(wanted) ? name === wanted : names.has(wanted);
  });
  const [first, second] = fitting;
  const namesOf = (among: Iterable<FileUser>) =>
    [...among].flatMap(({ name }) => name || []).slice(0, MAX_USERS);
  if (!first)
    throw new InvalidInputError(
      `The file has no rows of '${given}'. Its users are: ${namesOf(users.values()).join("; ") || "not named"}. Nothing was sent.`,
    );
  if (!second) return first[0];
  const what = given === undefined ? "The file has rows" : `'${given}' is the name`;
  const choices = namesOf(fitting.map(([, user]) => user)).map((name) => `--user ${shellWord(name)}`);
  throw new InvalidInputError(
    `${what} of several users. Say who you are: ${choices.join(", or ")}. Nothing was sent.`,
  );
}

function readRow({ line, cells }: TableRow, columns: Columns, options: RowOptions): RowWithoutIssue {
  for (const [field, places] of Object.entries(columns))
    if (places.some((place) => cells[place] === undefined))
      throw new RowError(`its ${field} is a list or an object, not a text, a number, true or false`);
  const rawOf = (field: Field) => cells[columns[field]?.[0] ?? -1] ?? "";
  const textOf = (field: Field) => rawOf(field).trim();
  const comment = rawOf("comment");
  const seconds = secondsIn(textOf("hours"));
  const ofFile = textOf("billableHours") === "" ? seconds : secondsIn(textOf("billableHours"));
  const isBillable = options.billable ?? billableIn(textOf("billable")) ?? true;
  const billableSeconds = isBillable ? (options.billable === undefined ? ofFile : seconds) : 0;
  const date = dateIn(textOf("date"), line, options);
  const refusal = refusalOf({ date, seconds, billableSeconds, comment }, options.today);
  if (refusal !== undefined) {
    const isPart = billableSeconds !== seconds && billableSeconds !== 0;
    throw new RowError(isPart ? `${refusal}: --billable or --no-billable decides` : refusal);
  }
  const start = textOf("start");
  const account = textOf("account");
  return {
    line,
    issue: textOf("issue"),
    entry: {
      hours: seconds / 3600,
      date,
      ...(billableSeconds === 0 && { billable: false }),
      ...(comment !== "" && { description: comment }),
      ...(start !== "" && { startTime: timeIn(start) }),
      ...(account !== "" && { attributes: { account } }),
    },
  };
}

function secondsIn(text: string): number {
  const seconds = readHours(text);
  if (seconds !== undefined) return seconds;
  throw new RowError(`'${text}' is no time; tempofiller help hours lists the forms`);
}

function billableIn(text: string): boolean | undefined {
  if (text === "") return undefined;
  if (/^(yes|y|true|1)$/i.test(text)) return true;
  if (/^(no|n|false|0)$/i.test(text)) return false;
  throw new RowError(`whether it is billable is yes or no, not '${text}'`);
}

/** HH:mm; the seconds of other programs are left out. */
function timeIn(text: string): string {
  const time = timeOfDay(text.replace(/^(\d{1,2}:\d{2}):[0-5]\d/, "$1"));
  if (time !== undefined && textRuleError("startTime", time) === undefined) return time;
  throw new RowError(`'${text}' is no time of day`);
}

function dateIn(text: string, line: number, { dates }: RowOptions): string {
  const date = isoIn(text) ?? (dates === undefined ? undefined : dateBy(dates, text));
  if (date !== undefined && textRuleError("date", date) === undefined) return date;
  if (date === undefined && dates === undefined) refuseToGuess(text, line);
  const form = dates === undefined ? "" : ` as ${dates}`;
  throw new RowError(
    date === undefined ? `'${text}' is no date${form}` : `there is no date '${text}'${form}`,
  );
}

/** An ISO date, be it with a time of day; one with a zone may be of another day. */
function isoIn(text: string): string | undefined {
  return /^(\d{4}-\d{2}-\d{2})(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/.exec(text)?.[1];
}

/** @throws InvalidInputError for the whole file if other forms than ISO fit */
function refuseToGuess(text: string, line: number): void {
  const [separator = ""] = /[./-]/.exec(text) ?? [];
  const forms = ["dd mm yyyy", "mm dd yyyy", "yyyy mm dd"].flatMap((order) => {
    const form = order.replaceAll(" ", separator);
    const date = separator === "" ? undefined : dateBy(form, text);
    return date === undefined || textRuleError("date", date) !== undefined
      ? []
      : [`--dates ${form} if it is ${date}`];
  });
  if (forms.length === 0) return;
  throw new InvalidInputError(
    `Line ${line} has the date '${text}'. Say how dates are written: ${forms.join(", or ")}. Nothing was sent.`,
  );
}

/** The date that a text is by a form such as dd.mm.yyyy; undefined if it has another form. */
function dateBy(form: string, text: string): string | undefined {
  const parts: Record<string, string> = {};
  let at = 0;
  for (const [sign] of form.toLowerCase().matchAll(/d+|m+|y+|[^dmy]/g)) {
    const digits = sign.startsWith("y") ? /\d{4}|\d{2}/y : /\d{1,2}/y;
    digits.lastIndex = at;
    const [part] = (/[dmy]/.test(sign) ? digits.exec(text) : text.startsWith(sign, at) && [sign]) || [];
    if (part === undefined) return undefined;
    parts[sign.charAt(0)] = part;
    at += part.length;
  }
  const { d = "", m = "", y = "" } = parts;
  return at < text.length ? undefined : `${y.padStart(4, "20")}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`;
}

/** Whether a cell for the issue says nothing of it: a link may lead to something else. */
function isOpen(issue: string): boolean {
  return issue === "" || issue.includes("://");
}

/** The keys that a row may name beside a plain one, or else those that its comment may name. */
function keysOf({ issue, entry: { description = "" } }: RowWithoutIssue): string[] {
  if (textRuleError("issueKey", issue) === undefined) return [];
  const named = keysIn(issue, false);
  return [...new Set(named.length > 0 || !isOpen(issue) ? named : keysIn(description, false))];
}

/** The key that a row names, or else the only one in its comment, or that of a rule for the comment. @throws RowError */
function issueOf(
  row: RowWithoutIssue,
  isKey: (key: string) => boolean,
  { issueByRule, site }: RowOptions,
): string {
  const { issue, entry } = row;
  const { description = "" } = entry;
  if (textRuleError("issueKey", issue) === undefined) return issue;
  const found = keysOf(row).filter(isKey);
  const [key, ...others] = found;
  if (others.length > 0) throw new RowError(`it names several issues: ${found.join(", ")}`);
  if (key !== undefined) return key;
  if (!isOpen(issue)) throw new RowError(`'${issue}' is not the key of an issue, such as PROJ-7`);
  const ofRule = issueByRule(description);
  if (ofRule) return ofRule.key;
  if (description === "") throw new RowError("it names no issue, and has no comment");
  const map = lineOf(["map", ...(site[0] === "--profile" ? site : [])]);
  throw new RowError(`no issue is known for '${description.slice(0, 100)}'; ${map} keeps one`);
}
