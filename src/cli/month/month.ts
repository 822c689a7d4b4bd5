import { callContext, type ServerContext } from "../../server/context.ts";
import { shownReply } from "../../text/show.ts";
import { datesOfMonth, monthName } from "../../timesheet/calendar-month.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { completeSchedule, summariseSchedule, toScheduleDay } from "../../timesheet/schedule.ts";
import { aggregateByIssue, totalHours } from "../../timesheet/totals.ts";
import { calendar } from "../calendar.ts";
import { calendarMonth } from "../command-line.ts";
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
  const days = completeSchedule(range, scheduled);
  const byDate = groupBy(worklogs, ({ date }) => date);
  const logged = new Map([...byDate].map(([date, ofDate]) => [date, totalHours(ofDate)]));
  const until = [context.today, range.endDate].sort()[0] ?? range.endDate;
  const { redact } = server;
  const shownDays = shownReply(days.map(toScheduleDay), redact);
  const title = `${monthName(month)} (logged/required hours, ! = hours missing, + = over)`;
  const sections = [
    calendar({ title, days: shownDays, logged, until, width, colour }),
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
    const { totalRequiredHours } = summariseSchedule(days);
    const missing = totalHours(
      days
        .filter(({ date }) => date <= until)
        .map(({ date, requiredSeconds }) => ({
          seconds: Math.max(0, requiredSeconds - sumOf(byDate.get(date) ?? [])),
        })),
    );
    const upTo = until < range.endDate ? ` up to ${until}` : "";
    const rest =
      until < range.startDate ? "." : `; ${missing === 0 ? "nothing" : `${missing} h`} missing${upTo}.`;
    const over = totalHours(
      days.map(({ date, requiredSeconds }) => ({
        seconds: Math.max(0, sumOf(byDate.get(date) ?? []) - requiredSeconds),
      })),
    );
    const more = over === 0 ? "" : ` ${over} h are more than the days marked + require.`;
    return `${totalHours(worklogs)} h logged of ${totalRequiredHours} h required${rest}${more}`;
  }
}

function sumOf(worklogs: readonly { seconds: number }[]): number {
  return worklogs.reduce((total, { seconds }) => total + seconds, 0);
}
