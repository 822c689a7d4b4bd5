import type { CalendarOutput } from "../../generated/outputs.ts";
import type { ScheduleDay } from "../../generated/responses.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { shownReply } from "../../text/show.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import { balanceOf, type DayHours, dayHours, sum } from "../../timesheet/day-balance.ts";
import { toHours } from "../../timesheet/hours.ts";
import { completeSchedule, toScheduleDay } from "../../timesheet/schedule.ts";
import { aggregateByIssue } from "../../timesheet/totals.ts";
import { monthPeriod, rangeName, weekPeriod } from "../dates/period.ts";
import { drawMonth } from "../draw-month.ts";
import { sayWaiting } from "../say-waiting.ts";
import { issueLines } from "./issue-lines.ts";

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
  const { unit, period = server.today(), json, print } = options;
  const read = unit === "month" ? monthPeriod : weekPeriod;
  const { startDate, endDate } = read(period, server.today());
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
  return {
    range,
    until,
    days: hours.map((day, index) => ({ ...day, ...(shown[index] as ScheduleDay) })),
    byIssue: shownReply(aggregateByIssue(worklogs), server.redact),
    summary: {
      requiredHours: toHours(sum(hours, ({ requiredSeconds }) => requiredSeconds)),
      bookedHours: toHours(sum(hours, ({ bookedSeconds }) => bookedSeconds)),
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
    days: days.map((day) => ({
      date: day.date,
      dayOfWeek: day.dayOfWeek,
      requiredHours: day.requiredHours,
      bookedHours: toHours(day.bookedSeconds),
      missingHours: toHours(missingSeconds(day, until)),
      isWorkingDay: day.isWorkingDay,
      ...(day.holiday !== undefined && { holiday: day.holiday }),
    })),
    byIssue,
    summary,
  };
}

function draw({ range, until, days }: Calendar, { unit, width, colour }: CalendarOptions): string[] {
  const name = unit === "week" ? `${rangeName(range)}, from ${range.startDate}` : rangeName(range);
  const title = `${name} (logged/required hours, ! = hours missing, + = over)`;
  return drawMonth({ title, days, until, width, colour });
}

function verdict({ range, until, summary }: Calendar): string {
  const { requiredHours, bookedHours, missingHours, overHours } = summary;
  const upTo = until < range.endDate ? ` up to ${until}` : "";
  const lacking = missingHours === 0 ? "nothing" : `${missingHours} h`;
  const rest = until < range.startDate ? "." : `; ${lacking} missing${upTo}.`;
  const more = overHours === 0 ? "" : ` ${overHours} h are more than the days marked + require.`;
  return `${bookedHours} h logged of ${requiredHours} h required${rest}${more}`;
}
