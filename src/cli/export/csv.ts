import { stringify } from "csv-stringify/sync";
import type { ExportedTotals, ExportedWorklog } from "../../generated/outputs.ts";
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
  "worklogs",
] as const satisfies readonly (keyof ExportedTotals)[];

const NAME_COLUMNS = {
  issue: ["issueKey", "issueSummary"],
  project: ["project"],
  account: ["account"],
  day: ["date"],
  week: ["week"],
} as const satisfies Record<Grouping, readonly (keyof ExportedTotals)[]>;

export function worklogsAsCsv(rows: readonly ExportedWorklog[]): string {
  return csv(rows, WORKLOG_COLUMNS);
}

export function totalsAsCsv(grouping: Grouping, rows: readonly ExportedTotals[]): string {
  return csv(rows, [...NAME_COLUMNS[grouping], ...TOTALS_COLUMNS]);
}

/** Ends lines with CRLF (RFC 4180). Starts with a byte order mark, without which Excel assumes an old code page. */
function csv(rows: readonly object[], columns: readonly string[]): string {
  return stringify([...rows], {
    columns: [...columns],
    header: true,
    bom: true,
    record_delimiter: "windows",
    escape_formulas: true,
    // The library quotes CRLF itself, but some readers start a new row at a lone CR or LF.
    quoted_match: /[\r\n]/,
    // If a semicolon separates columns, Excel takes what comes after one in a text, or in a new line, for a cell of its own.
    cast: { string: (text) => text.replaceAll(/(?<=[;\t\r\n])(?=[=+\-@])/g, "'") },
  });
}
