import { callContext, type ServerContext } from "../../server/context.ts";
import { LENGTHS } from "../../text/lengths.ts";
import { shownText } from "../../text/show.ts";
import { datesOfMonth } from "../../timesheet/calendar-month.ts";
import { type Group, readTotals } from "../../timesheet/totals/read-totals.ts";
import { calendarMonth } from "../calendar-month.ts";
import { UsageError } from "../usage-error.ts";
import { FORMATS, type Format, GROUPINGS, type Grouping } from "./choices.ts";
import { totalsAsCsv, worklogsAsCsv } from "./csv.ts";
import { asCalendar } from "./ics.ts";
import { readWorklogs } from "./read-worklogs.ts";
import { type ExportedWorklog, hoursOfAll, totalsRow, worklogRow } from "./report.ts";

interface ExportOptions {
  /** `YYYY-MM`; the current one if undefined. */
  month: string | undefined;
  /** csv if undefined. */
  format: string | undefined;
  /** Totals of what; if undefined, the worklogs themselves. */
  by: string | undefined;
  /** Whether it is printed on a terminal, which needs neither a byte order mark nor carriage returns. */
  isTerminal: boolean;
  signal: AbortSignal;
  print(text: string): void;
}

/**
 * Prints a month of the user's own worklogs, or their totals. It only reads.
 *
 * @throws TimesheetError; nothing was printed then
 */
export async function exportMonth(options: ExportOptions, server: ServerContext): Promise<void> {
  const { month = server.today().slice(0, 7), isTerminal, signal, print } = options;
  const range = datesOfMonth(calendarMonth(month, "export"));
  const format = readFormat(options.format);
  const by = readGrouping(options.by, format);
  const timesheet = await server.openTimesheet();
  const context = callContext(server, timesheet, { signal, name: "export" });
  const text =
    by === undefined
      ? await renderWorklogs((await readWorklogs(range, context)).map(shown))
      : await renderTotals(by);
  print(isTerminal ? text.replaceAll(/\ufeff|\r(?=\n)/g, "") : text);

  async function renderWorklogs(rows: readonly ExportedWorklog[]): Promise<string> {
    if (format === "ics") {
      // A calendar takes an event for the one it has by this name, so it stays that of the settings.
      const { site, formerSite = site } = await timesheet.getOwner(context);
      return asCalendar(rows, formerSite, server.clock.wallClock());
    }
    const worklogs = rows.map(worklogRow);
    if (format === "csv") return worklogsAsCsv(worklogs);
    return `${JSON.stringify({ ...range, worklogs, summary: hoursOfAll(rows) })}\n`;
  }

  async function renderTotals(grouping: Grouping): Promise<string> {
    const query = { range, dimensions: [grouping] as const, limits: [] };
    const { groups, ...summary } = await readTotals(query, context);
    const totals = groups.map((group) => totalsRow(grouping, shownGroup(group)));
    if (format === "csv") return totalsAsCsv(grouping, totals);
    return `${JSON.stringify({ ...range, by: grouping, totals, summary })}\n`;
  }

  function shownGroup(group: Group): Group {
    const { key = "", summary = "" } = group;
    return {
      ...group,
      key: shownText(key, server.redact, LENGTHS.name),
      summary: shownText(summary, server.redact, LENGTHS.summary),
    };
  }

  function shown(worklog: ExportedWorklog): ExportedWorklog {
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

function readFormat(given = "csv"): Format {
  const known = FORMATS.find(({ name }) => name === given);
  if (!known) throw new UsageError(`--format takes csv, json or ics, not '${given}'.`, "export");
  return known.name;
}

function readGrouping(given: string | undefined, format: Format): Grouping | undefined {
  if (given === undefined) return undefined;
  const known = GROUPINGS.find(({ name }) => name === given);
  if (!known) throw new UsageError(`--by takes issue, project, account or day, not '${given}'.`, "export");
  if (format === "ics") {
    throw new UsageError(
      "--by works with csv and json only: a calendar shows worklogs, not totals.",
      "export",
    );
  }
  return known.name;
}
