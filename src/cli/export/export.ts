import type { ExportedTotals, ExportedWorklog, ExportOutput } from "../../generated/outputs.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { LENGTHS } from "../../text/lengths.ts";
import { shownText } from "../../text/show.ts";
import type { CallContext } from "../../timesheet/call-context.ts";
import { type DateRange, weekName, weekOf } from "../../timesheet/dates.ts";
import { type BillableHours, type Decimals, toBillableHoursOf } from "../../timesheet/hours.ts";
import type { FoundWorklog } from "../../timesheet/port.ts";
import { hasAttributes, readAccountKey } from "../../timesheet/totals/read-cells.ts";
import { type Group, type Hours, hoursOf, readTotals } from "../../timesheet/totals/read-totals.ts";
import { summaryOf } from "../../timesheet/totals/totals-reply.ts";
import { tallyOf } from "../../timesheet/totals.ts";
import { inOrder } from "../../timesheet/worklogs.ts";
import { onUsersDay, periodOf } from "../dates/period.ts";
import { sayWaiting } from "../say-waiting.ts";
import { UsageError } from "../usage-error.ts";
import { FORMATS, type Format, GROUPINGS, type Grouping, SPREADSHEETS } from "./choices.ts";
import {
  asCalendar,
  type ReadWorklog,
  type Separators,
  startTimeOf,
  totalsAsCsv,
  worklogsAsCsv,
} from "./formats.ts";

export interface ExportOptions {
  /** The dates as the command line names them; the current month if undefined. */
  period: string | undefined;
  /** csv if undefined. */
  format: string | undefined;
  /** Totals of what; if undefined, the worklogs themselves. */
  by: string | undefined;
  /** The spreadsheet that a csv is for; with commas and decimal points if undefined. */
  spreadsheet?: string | undefined;
  signal: AbortSignal;
}

/** A bookkeeper multiplies hours with a rate, and needs 20 minutes as 0.3333. */
const DECIMALS: Decimals = 4;

interface Exported {
  text: string;
  summary: ExportOutput["summary"];
}

/**
 * The user's own worklogs in a range of dates, or their totals, as a text in a format. It only reads.
 *
 * @throws TimesheetError
 */
export async function exportWorklogs(options: ExportOptions, server: ServerContext): Promise<Exported> {
  const { period = "this", signal } = options;
  periodOf(period, server.today(), "export");
  const format = readFormat(options.format);
  const by = readGrouping(options.by, format);
  const separators = readSeparators(options.spreadsheet, format);
  const timesheet = await server.openTimesheet();
  const call = { signal, name: "export" };
  const context = callContext(server, timesheet, call);
  const { startDate, endDate } = await onUsersDay((today) => periodOf(period, today, "export"), server, call);
  const range = { startDate, endDate };
  return sayWaiting(server, async () =>
    by === undefined ? renderWorklogs((await readWorklogs(range, context)).map(shown)) : renderTotals(by),
  );

  async function renderWorklogs(rows: readonly ReadWorklog[]): Promise<Exported> {
    const hours = hoursOfAll(rows);
    const summary = summaryOf(hours);
    if (format === "ics") {
      const { site } = await timesheet.getOwner(context);
      return { text: asCalendar(rows, site, server.clock.wallClock()), summary };
    }
    const ofEach = toBillableHoursOf(hours, rows, DECIMALS);
    const worklogs = rows.map((row, index) => worklogRow(row, ofEach[index] ?? hours));
    if (format === "csv") return { text: worklogsAsCsv(worklogs, separators), summary };
    return { text: asJson({ ...range, summary, worklogs }), summary };
  }

  async function renderTotals(grouping: Grouping): Promise<Exported> {
    const query = { range, dimensions: [grouping] as const, limits: [], decimals: DECIMALS };
    const read = await readTotals(query, context);
    const summary = summaryOf(read);
    const totals = read.groups.map((group) => totalsRow(grouping, shownGroup(group)));
    if (format === "csv") return { text: totalsAsCsv(grouping, totals, separators), summary };
    return { text: asJson({ ...range, by: grouping, summary, totals }), summary };
  }

  function shownGroup(group: Group): Group {
    const { key = "", summary = "" } = group;
    return {
      ...group,
      key: shownText(key, server.redact, LENGTHS.name),
      summary: shownText(summary, server.redact, LENGTHS.summary),
    };
  }

  function shown(worklog: ReadWorklog): ReadWorklog {
    const { issue, comment, account } = worklog;
    const { redact } = server;
    const key = shownText(issue.key, redact, LENGTHS.name);
    const summary = shownText(issue.summary, redact, LENGTHS.summary);
    return {
      ...worklog,
      issue: { ...issue, key, summary },
      comment: shownText(comment, redact, LENGTHS.comment),
      ...(account !== undefined && { account: shownText(account, redact, LENGTHS.name) }),
    };
  }
}

function asJson(output: ExportOutput): string {
  return `${JSON.stringify(output)}\n`;
}

/** A terminal needs neither a byte order mark nor carriage returns. */
export function forTerminal(text: string): string {
  return text.replaceAll(/\ufeff|\r(?=\n)/g, "");
}

function readFormat(given = "csv"): Format {
  const known = FORMATS.find(({ name }) => name === given);
  if (!known) throw new UsageError(`--format takes csv, json or ics, not '${given}'.`, "export");
  return known.name;
}

function readGrouping(given: string | undefined, format: Format): Grouping | undefined {
  if (given === undefined) return undefined;
  const known = GROUPINGS.find(({ name }) => name === given);
  if (!known)
    throw new UsageError(`--by takes issue, project, account, day or week, not '${given}'.`, "export");
  if (format === "ics") {
    throw new UsageError(
      "--by works with csv and json only: a calendar shows worklogs, not totals.",
      "export",
    );
  }
  return known.name;
}

/** Regions whose Excel separates by semicolons, although their decimals have a point. */
const SEMICOLON_REGIONS = ["CH", "LI"];

/** The signs of Excel in a language, as excel-de or excel-de-CH, or else in a country, as excel-at. @throws UsageError */
function readSeparators(given: string | undefined, format: Format): Separators {
  if (given === undefined) return { cells: ",", decimals: "." };
  if (format !== "csv")
    throw new UsageError(
      `--for works with csv only, whose cells it separates, not with ${format}.`,
      "export",
    );
  const [, name = ""] = /^excel[-_]([a-z]{2,3}([-_][a-z]{2})?)$/i.exec(given) ?? [];
  const locale = name === "" ? undefined : localeOf(name.replace("_", "-"));
  if (locale) {
    const { language, region } = locale;
    const [sign = "."] =
      new Intl.NumberFormat(`${language}-${region}-u-nu-latn`).format(1.5).match(/[.,]/) ?? [];
    const isSemicolon = sign === "," || SEMICOLON_REGIONS.includes(region ?? "");
    return { cells: isSemicolon ? ";" : ",", decimals: sign };
  }
  if (given.toLowerCase() === "excel") return { cells: ",", decimals: "." };
  throw new UsageError(
    `--for takes excel, or excel with a language or country such as ${SPREADSHEETS.slice(1)
      .map((each) => each.name)
      .join(", ")}, not '${given}'.`,
    "export",
  );
}

/** A language first: excel-sv is Swedish, not El Salvador. */
function localeOf(name: string): Intl.Locale | undefined {
  const isKnown = Intl.NumberFormat.supportedLocalesOf(name).length > 0;
  if (!isKnown && name.length !== 2) return undefined;
  const locale = new Intl.Locale(isKnown ? name : `und-${name}`).maximize();
  const countries = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return countries.of(locale.region ?? "") === undefined ? undefined : locale;
}

function worklogRow(worklog: ReadWorklog, { hours, billableHours }: BillableHours): ExportedWorklog {
  const { id, issue, date, comment, account } = worklog;
  const startTime = startTimeOf(worklog);
  return {
    date,
    ...(startTime !== undefined && { startTime }),
    issueKey: issue.key,
    issueSummary: issue.summary,
    hours,
    billableHours,
    comment,
    worklogId: id,
    ...(account !== undefined && { account }),
  };
}

function hoursOfAll(worklogs: readonly ReadWorklog[]): Hours {
  return hoursOf(
    tallyOf(worklogs.map(({ seconds, billableSeconds }) => ({ seconds, billableSeconds, worklogs: 1 }))),
    DECIMALS,
  );
}

/** Worklogs without an account, or on an issue without a project, are a group without a name. */
const NAMES: Record<Grouping, (group: Group) => Partial<ExportedTotals>> = {
  issue: ({ key = "", summary = "" }) => ({ issueKey: key, issueSummary: summary }),
  project: ({ key }) => (key ? { project: key } : {}),
  account: ({ key }) => (key ? { account: key } : {}),
  day: ({ key = "" }) => ({ date: key }),
  week: ({ key = "" }) => ({ week: weekName(weekOf(key)) }),
};

function totalsRow(grouping: Grouping, group: Group): ExportedTotals {
  const { hours, billableHours, worklogs } = group;
  return { ...NAMES[grouping](group), hours, billableHours, entryCount: worklogs };
}

/** Reads the worklogs, in order, with their issues and accounts. The list of attributes is only read if a worklog has any. */
export async function readWorklogs(range: DateRange, context: CallContext): Promise<ReadWorklog[]> {
  const parts: (readonly FoundWorklog[])[] = [];
  for await (const part of context.timesheet.worklogParts(range, undefined, context)) parts.push(part);
  const logged = parts.flat();
  const issues = await context.timesheet.issuesById(
    logged.map(({ issueId }) => issueId),
    context,
  );
  const accountKey = logged.some(hasAttributes) ? await readAccountKey(context) : "";
  const worklogs = logged.map(({ issueId, ...worklog }): ReadWorklog => {
    const account = worklog.attributes.get(accountKey);
    const issue = issues.get(issueId) ?? { id: issueId, key: issueId, summary: "" };
    return { ...worklog, issue, ...(account !== undefined && { account }) };
  });
  return inOrder(worklogs);
}
