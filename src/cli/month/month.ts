import type { ScheduleDay } from "../../generated/responses.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { shownReply } from "../../text/show.ts";
import { datesOfMonth, monthName } from "../../timesheet/calendar-month.ts";
import { balanceOf, dayHours } from "../../timesheet/day-balance.ts";
import { toHours } from "../../timesheet/hours.ts";
import { sum, summariseDays } from "../../timesheet/missing-days.ts";
import { completeSchedule, toScheduleDay } from "../../timesheet/schedule.ts";
import { aggregateByIssue } from "../../timesheet/totals.ts";
import { calendarMonth } from "../calendar-month.ts";
import { drawMonth } from "../draw-month.ts";
import { issueLines } from "./issue-lines.ts";

interface MonthOptions {
  /** `YYYY-MM`; the current one if undefined. */
  month: string | undefined;
  /** Characters in a line. */
  width: number;
  colour: boolean;
  signal: AbortSignal;
  print(line: string): void;
}

/**
 * Draws a month of the user's own hours as a calendar, with totals per issue. It only reads.
 *
 * @throws TimesheetError; nothing was printed then
 */
export async function showMonth(options: MonthOptions, server: ServerContext): Promise<void> {
  const { month = server.today().slice(0, 7), width, colour, signal, print } = options;
  const range = datesOfMonth(calendarMonth(month, "month"));
  const timesheet = await server.openTimesheet();
  const context = callContext(server, timesheet, { signal, name: "month" });
  const [scheduled, worklogs] = await Promise.all([
    timesheet.getSchedule(range, context),
    timesheet.getWorklogs(range, undefined, context),
  ]);
  const scheduledDays = completeSchedule(range, scheduled);
  const days = dayHours(scheduledDays, worklogs);
  const until = [context.today, range.endDate].sort()[0] ?? range.endDate;
  const { redact } = server;
  const shown = shownReply(scheduledDays.map(toScheduleDay), redact);
  const title = `${monthName(month)} (logged/required hours, ! = hours missing, + = over)`;
  const drawn = days.map((day, index) => ({ ...day, ...(shown[index] as ScheduleDay) }));
  const sections = [
    drawMonth({ title, days: drawn, until, width, colour }),
    issueLines(shownReply(aggregateByIssue(worklogs), redact), width),
    [verdict()],
  ];
  for (const line of sections
    .filter((lines) => lines.length > 0)
    .flatMap((lines) => [...lines, ""])
    .slice(0, -1)) {
    print(line);
  }

  function verdict(): string {
    const { requiredHours, bookedHours } = summariseDays(days).summary;
    const { missingHours } = summariseDays(days.filter(({ date }) => date <= until)).summary;
    const upTo = until < range.endDate ? ` up to ${until}` : "";
    const lacking = missingHours === 0 ? "nothing" : `${missingHours} h`;
    const rest = until < range.startDate ? "." : `; ${lacking} missing${upTo}.`;
    const over = toHours(sum(days, (day) => balanceOf(day).overSeconds));
    const more = over === 0 ? "" : ` ${over} h are more than the days marked + require.`;
    return `${bookedHours} h logged of ${requiredHours} h required${rest}${more}`;
  }
}
