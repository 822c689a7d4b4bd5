import { styleText } from "node:util";
import type { CalendarOutput } from "../../generated/outputs.ts";
import type { IssueAggregate, ScheduleDay } from "../../generated/responses.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { oneLine } from "../../text/characters.ts";
import { shownReply } from "../../text/show.ts";
import { cutToWidth } from "../../text/width.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import { balanceOf, type DayHours, dayHours, sum } from "../../timesheet/day-balance.ts";
import { toHours } from "../../timesheet/hours.ts";
import { completeSchedule, toScheduleDay } from "../../timesheet/schedule.ts";
import { aggregateByIssue } from "../../timesheet/totals.ts";
import { monthPeriod, onUsersDay, rangeName, weekPeriod } from "../dates/period.ts";
import { columns } from "../lines.ts";
import { sayWaiting } from "../say-waiting.ts";

interface CalendarOptions {
  unit: "month" | "week";
  /** The dates as the command line names them; the current month or week if undefined. */
  period: string | undefined;
  json: boolean;
  /** Characters in a line. */
  width: number;
  colour: boolean;
  signal: AbortSignal;
  print(line: string): void;
}

/** The hours of each date. Hours can be missing up to today. */
interface Calendar {
  range: DateRange;
  /** The last date on which hours can be missing. */
  until: string;
  days: (DayHours & ScheduleDay)[];
  byIssue: CalendarOutput["byIssue"];
  summary: CalendarOutput["summary"];
}

/**
 * Draws a month or a week of the user's own hours as a calendar, with totals per issue. It only reads.
 *
 * @throws TimesheetError; nothing was printed then
 */
export async function showCalendar(options: CalendarOptions, server: ServerContext): Promise<void> {
  const { unit, period = "today", json, print, signal } = options;
  const read = unit === "month" ? monthPeriod : weekPeriod;
  const call = { signal, name: unit };
  const { startDate, endDate } = await onUsersDay((today) => read(period, today), server, call);
  const calendar = await readCalendar({ startDate, endDate }, options, server);
  if (json) return print(JSON.stringify(toOutput(calendar)));
  const sections = [
    draw(calendar, options),
    issueLines(calendar.byIssue, options.width),
    [verdict(calendar)],
  ];
  for (const line of sections
    .filter((lines) => lines.length > 0)
    .flatMap((lines) => [...lines, ""])
    .slice(0, -1)) {
    print(line);
  }
}

async function readCalendar(
  range: DateRange,
  { unit, signal }: CalendarOptions,
  server: ServerContext,
): Promise<Calendar> {
  const timesheet = await server.openTimesheet();
  const context = callContext(server, timesheet, { signal, name: unit });
  const [scheduled, worklogs] = await sayWaiting(server, () =>
    Promise.all([timesheet.getSchedule(range, context), timesheet.getWorklogs(range, undefined, context)]),
  );
  const schedule = completeSchedule(range, scheduled);
  const shown = shownReply(schedule.map(toScheduleDay), server.redact);
  const hours = dayHours(schedule, worklogs);
  const until = context.today < range.endDate ? context.today : range.endDate;
  const loggedHours = toHours(sum(hours, ({ loggedSeconds }) => loggedSeconds));
  return {
    range,
    until,
    days: hours.map((day, index) => ({ ...day, ...(shown[index] as ScheduleDay) })),
    byIssue: shownReply(aggregateByIssue(worklogs, loggedHours), server.redact),
    summary: {
      requiredHours: toHours(sum(hours, ({ requiredSeconds }) => requiredSeconds)),
      loggedHours,
      missingHours: toHours(sum(hours, (day) => missingSeconds(day, until))),
      overHours: toHours(sum(hours, (day) => balanceOf(day).overSeconds)),
    },
  };
}

function missingSeconds(day: DayHours, until: string): number {
  return day.date <= until ? balanceOf(day).missingSeconds : 0;
}

function toOutput({ range, until, days, byIssue, summary }: Calendar): CalendarOutput {
  return {
    ...range,
    summary,
    days: days.map((day) => ({
      date: day.date,
      dayOfWeek: day.dayOfWeek,
      requiredHours: day.requiredHours,
      loggedHours: toHours(day.loggedSeconds),
      missingHours: toHours(missingSeconds(day, until)),
      isWorkingDay: day.isWorkingDay,
      ...(day.holiday !== undefined && { holiday: day.holiday }),
    })),
    byIssue,
  };
}

function draw({ range, until, days }: Calendar, { unit, width, colour }: CalendarOptions): string[] {
  const name = unit === "week" ? `${rangeName(range)}, from ${range.startDate}` : rangeName(range);
  const title = `${name} (logged/required hours, ! = hours missing, + = over)`;
  return drawMonth({ title, days, until, width, colour });
}

function verdict({ range, until, summary }: Calendar): string {
  const { requiredHours, loggedHours, missingHours, overHours } = summary;
  const upTo = until < range.endDate ? ` up to ${until}` : "";
  const lacking = missingHours === 0 ? "nothing" : `${missingHours} h`;
  const rest = until < range.startDate ? "." : `; ${lacking} missing${upTo}.`;
  const more = overHours === 0 ? "" : ` ${overHours} h are more than the days marked + require.`;
  return `${loggedHours} h logged of ${requiredHours} h required${rest}${more}`;
}

/** A line for each issue: its key, hours, number of entries and, as far as it fits, its summary. */
function issueLines(issues: readonly IssueAggregate[], width: number): string[] {
  const hours = issues.map(({ totalHours }) => String(totalHours));
  const longest = Math.max(...hours.map(({ length }) => length));
  const rows = issues.map(({ issueKey, entryCount, issueSummary }, index) => [
    issueKey,
    `${hours[index]?.padStart(longest)} h`,
    entryCount === 1 ? "1 entry" : `${entryCount} entries`,
    issueSummary,
  ]);
  return columns(rows).map((line) => cutToWidth(line, width));
}

const MIN_CELL_WIDTH = 11;
const MAX_CELL_WIDTH = 16;

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A day of the schedule, and what is logged on it. */
export type DrawnDay = Pick<ScheduleDay, "date" | "dayOfWeek" | "isWorkingDay" | "holiday"> & DayHours;

interface Drawing {
  title: string;
  /** Every day of a month. */
  days: readonly DrawnDay[];
  /** The last date on which hours can be missing. */
  until: string;
  /** Characters in a line. */
  width: number;
  colour: boolean;
}

/** One week per line, or one day where a week does not fit. A `!` marks missing hours, a `+` more than required, a dot a day off. */
export function drawMonth({ title, days, until, width, colour }: Drawing): string[] {
  const paint = (style: "green" | "red" | "yellow" | "dim", text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const isMissing = (day: DrawnDay) => day.date <= until && balanceOf(day).missingSeconds > 0;
  const isOver = (day: DrawnDay) => balanceOf(day).overSeconds > 0;

  function text(day: DrawnDay): string {
    const [hours, required] = [toHours(day.loggedSeconds), toHours(day.requiredSeconds)];
    const isShown = day.isWorkingDay || hours > 0;
    return `${day.date.slice(8)} ${isShown ? `${hours}/${required}${isMissing(day) ? " !" : isOver(day) ? " +" : ""}` : "."}`;
  }

  function cell(day: DrawnDay, cellWidth: number): string {
    const isOpen = day.date > until && balanceOf(day).missingSeconds > 0;
    const style = isMissing(day)
      ? "red"
      : isOver(day)
        ? "yellow"
        : day.isWorkingDay && !isOpen
          ? "green"
          : "dim";
    return paint(style, text(day).padEnd(cellWidth));
  }

  const longest = Math.max(...days.map((day) => text(day).length));
  const cellWidth = Math.max(longest + 1, MIN_CELL_WIDTH, Math.min(MAX_CELL_WIDTH, Math.floor(width / 7)));
  const lines =
    7 * cellWidth > width
      ? days.map((day) => `${day.dayOfWeek.slice(0, 3)} ${cell(day, longest)}`)
      : weeks(days, (day) => cell(day, cellWidth), cellWidth);
  return [title, ...lines.map((line) => (colour ? line : line.trimEnd())), ...holidays(days)];
}

function weeks(days: readonly DrawnDay[], cell: (day: DrawnDay) => string, width: number): string[] {
  const rows: string[][] = [];
  for (const day of days) {
    const column = WEEKDAYS.indexOf(day.dayOfWeek);
    if (rows.length === 0 || column === 0) rows.push(Array(column).fill(" ".repeat(width)));
    rows.at(-1)?.push(cell(day));
  }
  const names = WEEKDAYS.map((name) => name.slice(0, 3).padEnd(width));
  return [names, ...rows].map((row) => row.join(""));
}

function holidays(days: readonly DrawnDay[]): string[] {
  const named = days.flatMap(({ date, holiday, requiredSeconds }) => {
    const required = requiredSeconds > 0 ? `${toHours(requiredSeconds)} h required` : "off";
    return holiday === undefined ? [] : [`${date.slice(8)} ${oneLine(holiday)} (${required})`];
  });
  return named.length > 0 ? [`Holidays: ${named.join(", ")}`] : [];
}
