import { loggedDateError, textRuleError } from "../../contract/input-rules.ts";
import type { DetailedWorklogEntry } from "../../generated/inputs.ts";
import { keysIn } from "../../timesheet/draft/issues.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { DAY_SECONDS, MIN_LOGGED_SECONDS } from "../../timesheet/limits.ts";
import { readHours } from "../hours.ts";
import { UsageError } from "../usage-error.ts";
import type { Columns, Field } from "./columns.ts";
import type { Table, TableRow } from "./read-table.ts";

/** A row of a file: what to log, or why that is refused. */
export interface ImportRow {
  line: number;
  entry?: DetailedWorklogEntry;
  refusal?: InvalidInputError;
  /** Whether it is billable in part, which is logged as billable. */
  isPart?: boolean;
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
}

/**
 * The rows of a table as worklogs, those of other users left out.
 *
 * @throws InvalidInputError if a date can be read in two ways, or the rows are of several users: nothing is guessed for any row then
 */
export function readRows(table: Table, columns: Columns, options: RowOptions): ImportRow[] {
  const { user, dates } = options;
  if (dates !== undefined && [...new Set(dates.toLowerCase().match(/[a-z]/g))].sort().join("") !== "dmy")
    throw new UsageError(`--dates takes a form such as dd.mm.yyyy or mm/dd/yyyy, not '${dates}'.`, "import");
  const users = new Map(table.rows.map((row) => [namesIn(row, columns).join(" "), namesIn(row, columns)]));
  const isOne = (names: readonly string[]) =>
    [...names, names.join(" ")].some((name) => name.toLowerCase() === user?.trim().toLowerCase());
  const others = [...users.keys()]
    .filter((name) => name !== "")
    .slice(0, 5)
    .join("; ");
  if (user === undefined && users.size > 1)
    throw new InvalidInputError(
      `The file has rows of several users: ${others}. Name yourself: --user NAME. Nothing was sent.`,
    );
  if (user !== undefined && ![...users.values()].some(isOne))
    throw new InvalidInputError(
      `The file has no rows of '${user}'. Its users are: ${others || "not named"}. Nothing was sent.`,
    );
  return table.rows
    .filter((row) => user === undefined || isOne(namesIn(row, columns)))
    .map((row) => {
      try {
        if (row.cells.length !== table.headings.length)
          throw new RowError(
            `it has ${row.cells.length} cells, and there are ${table.headings.length} headings: a separator within a cell needs quotes around the cell`,
          );
        return readRow(row, columns, options);
      } catch (error) {
        if (!(error instanceof RowError)) throw error;
        return { line: row.line, refusal: new InvalidInputError(error.message) };
      }
    });
}

class RowError extends Error {}

function namesIn({ cells }: TableRow, { user = [] }: Columns): string[] {
  return user.map((place) => cells[place]?.trim() ?? "");
}

function readRow({ line, cells }: TableRow, columns: Columns, options: RowOptions): ImportRow {
  const rawOf = (field: Field) => cells[columns[field]?.[0] ?? -1] ?? "";
  const textOf = (field: Field) => rawOf(field).trim();
  const comment = rawOf("comment");
  const seconds = secondsIn(textOf("hours"));
  const billableSeconds = textOf("billableHours") === "" ? undefined : readHours(textOf("billableHours"));
  const billable = options.billable ?? billableIn(textOf("billable")) ?? billableSeconds !== 0;
  const start = textOf("start");
  const account = textOf("account");
  const date = dateIn(textOf("date"), line, options);
  const rule = textRuleError("description", comment);
  if (rule !== undefined) throw new RowError(`the comment ${rule}`);
  return {
    line,
    entry: {
      issueKey: issueIn(textOf("issue"), comment, options),
      hours: seconds / 3600,
      date,
      ...(!billable && { billable }),
      ...(comment !== "" && { description: comment }),
      ...(start !== "" && { startTime: timeIn(start) }),
      ...(account !== "" && { attributes: { account } }),
    },
    isPart: options.billable === undefined && billable && (billableSeconds ?? seconds) < seconds,
  };
}

function secondsIn(text: string): number {
  const [, hours, minutes, rest] = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(text) ?? [];
  const seconds =
    hours === undefined ? readHours(text) : (Number(hours) * 60 + Number(minutes)) * 60 + Number(rest);
  if (seconds === undefined)
    throw new RowError(`'${text}' is no time; tempofiller help hours lists the forms`);
  if (seconds >= MIN_LOGGED_SECONDS && seconds <= DAY_SECONDS) return seconds;
  throw new RowError(`hours are from 1m to 24h, not '${text}'`);
}

function billableIn(text: string): boolean | undefined {
  if (text === "") return undefined;
  if (/^(yes|y|true|1)$/i.test(text)) return true;
  if (/^(no|n|false|0)$/i.test(text)) return false;
  throw new RowError(`whether it is billable is yes or no, not '${text}'`);
}

/** HH:mm, of a time of 24 or 12 hours. */
function timeIn(text: string): string {
  const [, hour = "", minute = "", half = ""] =
    /^(\d{1,2}):([0-5]\d)(?::[0-5]\d)?(?:\s?([ap])\.?m\.?)?$/i.exec(text) ?? [];
  const hours = half === "" ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  if (hour !== "" && hours < 24 && (half === "" || Number(hour) <= 12))
    return `${String(hours).padStart(2, "0")}:${minute}`;
  throw new RowError(`'${text}' is no time of day`);
}

function dateIn(text: string, line: number, { dates, today }: RowOptions): string {
  const date = isoIn(text) ?? (dates === undefined ? undefined : dateBy(dates, text));
  if (date === undefined && dates === undefined) refuseToGuess(text, line);
  if (date === undefined)
    throw new RowError(`'${text}' is no date${dates === undefined ? "" : ` as ${dates}`}`);
  const rule = textRuleError("date", date) ?? loggedDateError(date, today);
  if (rule === undefined) return date;
  throw new RowError(`the date '${text}' ${rule}`);
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

/** The key that a row names, or else the only one in its comment, or that of a rule for the comment. */
function issueIn(text: string, comment: string, { issueByRule }: RowOptions): string {
  if (textRuleError("issueKey", text) === undefined) return text;
  const named = keysOf(text);
  // A link may lead to something else than an issue.
  const found = named.length > 0 || (text !== "" && !text.includes("://")) ? named : keysOf(comment);
  const [key, ...others] = found;
  if (others.length > 0) throw new RowError(`it names several issues: ${found.join(", ")}`);
  if (key !== undefined) return key;
  if (text !== "" && !text.includes("://"))
    throw new RowError(`'${text}' is not the key of an issue, such as PROJ-7`);
  const ofRule = issueByRule(comment);
  if (ofRule) return ofRule.key;
  throw new RowError(
    comment === ""
      ? "it names no issue, and has no comment"
      : `no issue is known for '${comment.slice(0, 100)}'; tempofiller map keeps one`,
  );
}

function keysOf(text: string): string[] {
  return [...new Set(keysIn(text, false))];
}
