import { callContext, type ServerContext } from "../../server/context.ts";
import { shownReply } from "../../text/show.ts";
import { datesOfMonth, monthName } from "../../timesheet/calendar-month.ts";
import { dayHours } from "../../timesheet/day-balance.ts";
import { summariseDays } from "../../timesheet/missing-days.ts";
import { completeSchedule } from "../../timesheet/schedule.ts";
import { calendarMonth } from "../calendar-month.ts";
import { columns } from "../columns.ts";
import { type ExitCode, HOURS_MISSING } from "../exit-codes.ts";

interface StatusOptions {
  /** `YYYY-MM`; the current one if undefined. */
  month: string | undefined;
  /** Prints the days that lack hours, one a line, and nothing else. */
  missing: boolean;
  /** Prints what find_missing_days replies. */
  json: boolean;
  signal: AbortSignal;
  print(line: string): void;
}

/**
 * Prints the missing hours of a month up to today, for users, cron and shell prompts. It only reads.
 *
 * @returns `HOURS_MISSING` if `missing` is asked for and there is any
 * @throws TimesheetError; nothing was printed then
 */
export async function showStatus(options: StatusOptions, server: ServerContext): Promise<ExitCode> {
  const { month = server.today().slice(0, 7), missing, json, signal, print } = options;
  const { startDate, endDate: lastDate } = datesOfMonth(calendarMonth(month, "status"));
  const timesheet = await server.openTimesheet();
  const context = callContext(server, timesheet, { signal, name: "status" });
  if (context.today < startDate) {
    if (!missing) print(`${monthName(month)} has not begun.`);
    return 0;
  }
  const endDate = context.today < lastDate ? context.today : lastDate;
  const range = { startDate, endDate };
  const [schedule, existing] = await Promise.all([
    timesheet.getSchedule(range, context),
    timesheet.getExistingWorklogs(range, context),
  ]);
  const status = summariseDays(dayHours(completeSchedule(range, schedule), existing));
  const { missingDays, missingHours, requiredHours, bookedHours } = status.summary;
  if (json) {
    print(JSON.stringify(shownReply({ ...range, ...status }, server.redact)));
  } else if (missing) {
    for (const line of columns(status.days.map((day) => [day.date, `${day.missingHours} h`]))) print(line);
  } else {
    const days = missingDays === 1 ? "1 day" : `${missingDays} days`;
    const lacking = missingDays === 0 ? "nothing missing" : `${missingHours} h missing on ${days}`;
    print(
      `${monthName(month)} up to ${endDate}: ${bookedHours} h logged of ${requiredHours} h required; ${lacking}.`,
    );
  }
  return missing && missingDays > 0 ? HOURS_MISSING : 0;
}
