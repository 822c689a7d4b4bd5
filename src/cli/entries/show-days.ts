import type { GetWorklogsResponse, Worklog } from "../../generated/responses.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { counted, cut, LENGTHS } from "../../text/lengths.ts";
import { shownReply } from "../../text/show.ts";
import { describeLock } from "../../timesheet/approvals/errors.ts";
import { findLocks } from "../../timesheet/approvals/locks.ts";
import type { CallContext } from "../../timesheet/call-context.ts";
import { type DateRange, datesOf, dayOfWeek } from "../../timesheet/dates.ts";
import { balanceOf, type DayHours, dayHours, secondsByDate } from "../../timesheet/day-balance.ts";
import { TimesheetError } from "../../timesheet/errors.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { toHours } from "../../timesheet/hours.ts";
import type { Approval, ScheduledDay } from "../../timesheet/port.ts";
import { completeSchedule } from "../../timesheet/schedule.ts";
import { inOrder, namesOf, toWorklog } from "../../timesheet/worklogs.ts";
import { getWorklogs } from "../../tools/get-worklogs.ts";
import type { SiteShell } from "../confirm.ts";
import { onUsersDay, periodOf, rangeName } from "../dates/period.ts";
import type { Outcome } from "../exit-codes.ts";
import { hanging, type TextRow, textRows } from "../lines.ts";
import { attributesText } from "../log/attributes.ts";
import { outcomeOf, performInShell } from "../perform-in-shell.ts";
import { sayWaiting } from "../say-waiting.ts";

interface DaysOptions extends Pick<SiteShell, "signal" | "print" | "width" | "where"> {
  /** The dates as the command line names them; today if undefined. */
  period: string | undefined;
  /** Prints what get_worklogs replies. */
  json: boolean;
}

/**
 * Lists the entries of days with their ids, what each day requires, and whether its timesheet is submitted. It only reads.
 *
 * @throws TimesheetError; nothing was printed then
 */
export async function showDays(options: DaysOptions, server: ServerContext): Promise<Outcome> {
  const { period = "today", json, width, where = [], signal, print } = options;
  const read = (today: string) => periodOf(period, today, "day");
  const { startDate, endDate } = await onUsersDay(read, server, { signal, name: "day" });
  const range = { startDate, endDate };
  if (json) {
    const { reply, failure } = await performInShell<GetWorklogsResponse>(
      getWorklogs,
      range,
      server,
      signal,
      "day",
    );
    if (failure) return outcomeOf(failure, "shell");
    print(`${JSON.stringify(reply)}\n`);
    return { exitCode: 0 };
  }
  const days = await readDays(range, options, server);
  const rows = textRows(
    days.flatMap((day) => day.worklogs.map(entryRow)),
    width - INDENT.length,
  );
  const shown = days.filter(
    (day) => day.worklogs.length > 0 || startDate === endDate || missingSeconds(day) > 0,
  );
  const sections = shown.map((day) => [
    ...hanging(titleOf(day), width),
    ...rows.splice(0, day.worklogs.length).flatMap((lines) => lines.map((line) => INDENT + line)),
  ]);
  const locks = new Set(days.flatMap(({ lock }) => lock ?? []));
  const notes = [
    ...(startDate === endDate ? [] : [totalOf(range, days)]),
    ...[...locks].map(
      (lock) => `${describeLock(lock)} Until it is open again, its entries cannot be changed.`,
    ),
  ].flatMap((note) => hanging(note, width));
  const parts = [where, ...sections, notes].filter((lines) => lines.length > 0);
  for (const line of parts.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines])))
    print(`${server.redact(line)}\n`);
  return { exitCode: 0 };
}

const INDENT = "  ";

/** A date, and its entries in their order. */
interface Day {
  date: string;
  /** The hours of the date; undefined if the schedule cannot be read, which must not keep the entries from being shown. */
  hours: DayHours | undefined;
  loggedSeconds: number;
  /** Hours can be missing up to today. */
  isUpcoming: boolean;
  /** Its timesheet, if it is not open. */
  lock: Approval | undefined;
  worklogs: readonly Worklog[];
}

async function readDays(range: DateRange, { signal }: DaysOptions, server: ServerContext): Promise<Day[]> {
  const timesheet = await server.openTimesheet();
  const context = callContext(server, timesheet, { signal, name: "day" });
  return sayWaiting(server, async () => {
    const [logged, schedule] = await Promise.all([
      timesheet.getWorklogs(range, undefined, context),
      readSchedule(range, context),
    ]);
    const hours = schedule && new Map(dayHours(schedule, logged).map((day) => [day.date, day]));
    const lockOf = await findLocks(
      logged.map(({ date }) => date),
      { ...context, checksPeriods: true },
    );
    const byDate = groupBy(inOrder(logged), ({ date }) => date);
    const nameOf = await namesOf(logged, context);
    const secondsOn = secondsByDate(logged);
    return datesOf(range).map((date) => ({
      date,
      hours: shownReply(hours?.get(date), server.redact),
      loggedSeconds: secondsOn.get(date) ?? 0,
      isUpcoming: date > context.today,
      lock: lockOf(date),
      worklogs: shownReply(
        (byDate.get(date) ?? []).map((worklog) => toWorklog(worklog, nameOf)),
        server.redact,
      ),
    }));
  });
}

async function readSchedule(range: DateRange, context: CallContext): Promise<ScheduledDay[] | undefined> {
  try {
    return completeSchedule(range, await context.timesheet.getSchedule(range, context));
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    context.log(`what the days require cannot be read: ${error.text.shell}`);
    return undefined;
  }
}

function missingSeconds({ hours, isUpcoming }: Day): number {
  return hours && !isUpcoming ? balanceOf(hours).missingSeconds : 0;
}

/** Such as `2026-11-17 Tuesday (submitted): 1.5 h logged of 8 h required, 6.5 h missing`. */
function titleOf(day: Day): string {
  const { date, hours, loggedSeconds, lock, worklogs } = day;
  const { requiredSeconds = 0, holiday } = hours ?? {};
  const marks = [holiday, lock && (lock.status === "approved" ? "approved" : "submitted")].filter(Boolean);
  const missing = missingSeconds(day);
  const over = hours ? balanceOf(hours).overSeconds : 0;
  return [
    `${date} ${dayOfWeek(date)}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}: `,
    worklogs.length === 0 ? "nothing logged" : `${toHours(loggedSeconds)} h logged`,
    ...(hours
      ? [requiredSeconds === 0 ? " on a day off" : ` of ${toHours(requiredSeconds)} h required`]
      : []),
    ...(missing > 0 && worklogs.length > 0 ? [`, ${toHours(missing)} h missing`] : []),
    ...(over > 0 && requiredSeconds > 0 ? [`, ${toHours(over)} h more than required`] : []),
  ].join("");
}

/** The id first, which other commands take; then when, how long, and on what. */
export function entryRow(worklog: Worklog): TextRow {
  const { id, startTime = "", hours, timeSpent, issueKey } = worklog;
  return { cells: [id, startTime, timeSpent ?? `${hours} h`, issueKey], text: entryText(worklog) };
}

function entryText(worklog: Worklog): string {
  const { issueSummary, comment, hours, billableHours = hours } = worklog;
  const texts = [issueSummary, cut(comment, LENGTHS.summary)].filter((text) => text !== "");
  const isBillable = billableHours === hours;
  const part = billableHours === 0 ? "not billable" : `${billableHours} h of it billable`;
  const further = [attributesText(worklog), ...(isBillable ? [] : [part])].filter(Boolean).join(", ");
  return [texts.join(": "), further && `(${further})`].filter(Boolean).join(" ");
}

function totalOf(range: DateRange, days: readonly Day[]): string {
  const entries = days.reduce((count, { worklogs }) => count + worklogs.length, 0);
  const seconds = days.reduce((sum, { loggedSeconds }) => sum + loggedSeconds, 0);
  return `${rangeName(range)}: ${counted(entries, "entry", "entries")}, ${toHours(seconds)} h.`;
}
