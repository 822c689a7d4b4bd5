import { callContext, type ServerContext } from "../../server/context.ts";
import { shownReply } from "../../text/show.ts";
import { dayHours, summariseDays } from "../../timesheet/day-balance.ts";
import { completeSchedule } from "../../timesheet/schedule.ts";
import { onUsersDay, periodOf, rangeName } from "../dates/period.ts";
import { type ExitCode, HOURS_MISSING } from "../exit-codes.ts";
import { columns, counted } from "../lines.ts";
import { sayWaiting } from "../say-waiting.ts";

interface StatusOptions {
  /** The dates as the command line names them; the current month if undefined. */
  period: string | undefined;
  /** Prints the days that lack hours, one a line, and nothing else. */
  missing: boolean;
  /** Prints what find_missing_days replies. */
  json: boolean;
  signal: AbortSignal;
  print(line: string): void;
}

/**
 * Prints the missing hours of a range of dates up to today, for users, cron and shell prompts. It only reads.
 *
 * @returns `HOURS_MISSING` if `missing` is asked for and there is any
 * @throws TimesheetError; nothing was printed then
 */
export async function showStatus(options: StatusOptions, server: ServerContext): Promise<ExitCode> {
  const { period = "this", missing, json, signal, print } = options;
  const call = { signal, name: "status" };
  const { startDate, endDate: lastDate } = await onUsersDay(
    (today) => periodOf(period, today, "status"),
    server,
    call,
  );
  const name = rangeName({ startDate, endDate: lastDate });
  const timesheet = await server.openTimesheet();
  const context = callContext(server, timesheet, call);
  if (context.today < startDate) {
    if (json) print(JSON.stringify({ startDate, endDate: lastDate, ...summariseDays([]) }));
    else if (!missing) print(`${name} has not begun.`);
    return 0;
  }
  const endDate = context.today < lastDate ? context.today : lastDate;
  const range = { startDate, endDate };
  const [schedule, existing] = await sayWaiting(server, () =>
    Promise.all([timesheet.getSchedule(range, context), timesheet.getExistingWorklogs(range, context)]),
  );
  const status = summariseDays(dayHours(completeSchedule(range, schedule), existing));
  const { missingDays, missingHours, requiredHours, loggedHours } = status.summary;
  if (json) {
    print(JSON.stringify(shownReply({ ...range, ...status }, server.redact)));
  } else if (missing) {
    for (const line of columns(status.days.map((day) => [day.date, `${day.missingHours} h`]))) print(line);
  } else {
    const lacking =
      missingDays === 0 ? "nothing missing" : `${missingHours} h missing on ${counted(missingDays, "day")}`;
    const title = name.endsWith(endDate) ? name : `${name} up to ${endDate}`;
    print(`${title}: ${loggedHours} h logged of ${requiredHours} h required; ${lacking}.`);
  }
  return missing && missingDays > 0 ? HOURS_MISSING : 0;
}
