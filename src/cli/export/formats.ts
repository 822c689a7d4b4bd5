import { stringify } from "csv-stringify/sync";
import type { ExportedTotals, ExportedWorklog } from "../../generated/outputs.ts";
import { toHours } from "../../timesheet/hours.ts";
import type { LoggedWorklog } from "../../timesheet/port.ts";
import type { Grouping } from "./choices.ts";

const WORKLOG_COLUMNS = [
  "date",
  "startTime",
  "issueKey",
  "issueSummary",
  "hours",
  "billableHours",
  "comment",
  "worklogId",
  "account",
] as const satisfies readonly (keyof ExportedWorklog)[];

const TOTALS_COLUMNS = [
  "hours",
  "billableHours",
  "entryCount",
] as const satisfies readonly (keyof ExportedTotals)[];

const NAME_COLUMNS = {
  issue: ["issueKey", "issueSummary"],
  project: ["project"],
  account: ["account"],
  day: ["date"],
  week: ["week"],
} as const satisfies Record<Grouping, readonly (keyof ExportedTotals)[]>;

/** The signs between cells and in decimals that a spreadsheet expects. */
export interface Separators {
  cells: "," | ";";
  decimals: string;
}

/**
 * The beginnings of formulas within a text, by what separates cells: an Excel of another language takes what comes after its own separator
 * in a text, or in a new line, for a cell of its own. So are those that have an apostrophe already, so that each is undone by taking one off.
 */
const FORMULAS = {
  ",": /(?<=[;\t\r\n])(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?='+[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g,
  ";": /(?<=[,\t\r\n])(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?='+[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g,
};

/** The same, with their apostrophes; the library puts that of the first. */
const ESCAPED = {
  ",": /(?<=[;\t\r\n])'(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])|^'(?='*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g,
  ";": /(?<=[,\t\r\n])'(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])|^'(?='*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g,
};

/** A text of a cell as it was before the apostrophes. @param cells what separates cells */
export function withoutApostrophes(text: string, cells: string): string {
  return text.replaceAll(ESCAPED[cells === ";" ? cells : ","], "");
}

export function worklogsAsCsv(rows: readonly ExportedWorklog[], separators: Separators): string {
  return csv(rows, WORKLOG_COLUMNS, separators);
}

export function totalsAsCsv(
  grouping: Grouping,
  rows: readonly ExportedTotals[],
  separators: Separators,
): string {
  return csv(rows, [...NAME_COLUMNS[grouping], ...TOTALS_COLUMNS], separators);
}

/** Ends lines with CRLF (RFC 4180). Starts with a byte order mark, without which Excel assumes an old code page. */
function csv(rows: readonly object[], columns: readonly string[], { cells, decimals }: Separators): string {
  return stringify([...rows], {
    columns: [...columns],
    header: true,
    bom: true,
    delimiter: cells,
    record_delimiter: "windows",
    escape_formulas: true,
    // The library quotes CRLF itself, but some readers start a new row at a lone CR or LF.
    quoted_match: /[\r\n]/,
    cast: {
      string: (text) => text.replaceAll(FORMULAS[cells], "'"),
      number: (value) => String(value).replace(".", decimals),
    },
  });
}

import ical, { ICalEventTransparency } from "ical-generator";

/**
 * The worklogs as events of iCalendar (RFC 5545): with a start time if Tempo has one, otherwise all day. Times are local and without a
 * zone, as in Tempo. An event's UID is made of its worklog's id, so that a calendar that imports it again replaces it.
 *
 * @param site URL of the Jira, which makes the UIDs unique
 * @param madeAt in milliseconds since 1970
 */
export function asCalendar(worklogs: readonly ReadWorklog[], site: string, madeAt: number): string {
  const { host } = new URL(site);
  const events = worklogs.map((worklog) => {
    const { id, issue, seconds, comment } = worklog;
    return {
      id: `tempo-worklog-${id}@${host}`,
      stamp: new Date(madeAt),
      ...timesOf(worklog),
      summary: `${issue.key} ${issue.summary}`.trimEnd().concat(` (${toHours(seconds)} h)`),
      ...(comment !== "" && { description: comment }),
      // Otherwise these hours would count as time to come that is taken.
      transparency: ICalEventTransparency.TRANSPARENT,
    };
  });
  const calendar = ical({ prodId: { company: "TempoFiller", product: "tempofiller" }, events });
  return `${calendar.toString()}\r\n`;
}

/** The library writes a floating time as the UTC of its `Date`. */
function timesOf(worklog: ReadWorklog): { start: Date; end?: Date; floating?: true; allDay?: true } {
  const { date, seconds } = worklog;
  const startTime = startTimeOf(worklog);
  if (startTime === undefined) return { start: new Date(`${date}T00:00:00Z`), allDay: true };
  const start = new Date(`${date}T${startTime}Z`);
  return { start, end: new Date(start.getTime() + seconds * 1000), floating: true };
}

/** A worklog, with the key of the account that it carries, if any. */
export type ReadWorklog = LoggedWorklog & { account?: string };

/** HH:mm. Midnight counts as none: Data Center has it for every worklog without a start time. */
export function startTimeOf({ startTime = "" }: LoggedWorklog): string | undefined {
  const time = /^([01]\d|2[0-3]):[0-5]\d/.exec(startTime.padStart("00:00:00".length, "0"))?.[0];
  return time === "00:00" ? undefined : time;
}
