import type { Timesheet } from "../../generated/responses.ts";
import type { CallContext } from "../call-context.ts";
import { addDays, type DateRange, isWithin } from "../dates.ts";
import { type DayHours, dayHours, summariseDays } from "../day-balance.ts";
import { LONGEST_PERIOD_DAYS } from "../limits.ts";
import type { Approval } from "../port.ts";
import { completeSchedule } from "../schedule.ts";

/** A timesheet: how far it is approved, and its hours by day. */
export interface PeriodHours {
  approval: Approval;
  days: DayHours[];
}

/** The timesheets of the periods with a date in the range, ascending; without a range, of this period and the one before. */
export async function readTimesheets(
  range: DateRange | undefined,
  context: CallContext,
): Promise<PeriodHours[]> {
  // It is needed for the timesheets too, and says which day it is.
  if (!range) await context.timesheet.readProfile(context);
  const { today } = context;
  const approvals = await context.timesheet.approvals.read(
    range ?? { startDate: addDays(today, -LONGEST_PERIOD_DAYS), endDate: today },
    (periods) => (range ? periods : periods.slice(-2)),
    context,
  );
  return withHours(approvals, context);
}

/** Reads the days of all periods at once. */
export async function withHours(
  approvals: readonly Approval[],
  context: CallContext,
): Promise<PeriodHours[]> {
  const startDate = approvals[0]?.startDate;
  const endDate = approvals.at(-1)?.endDate;
  if (startDate === undefined || endDate === undefined) return [];
  const range = { startDate, endDate };
  const [schedule, existing] = await Promise.all([
    context.timesheet.getSchedule(range, context),
    context.timesheet.getExistingWorklogs(range, context),
  ]);
  const days = dayHours(completeSchedule(range, schedule), existing);
  return approvals.map((approval) => ({
    approval,
    days: days.filter(({ date }) => isWithin(approval, date)),
  }));
}

/** @param approval where it is not that of the hours: as submitted, or as planned */
export function toTimesheet(
  { days, ...hours }: PeriodHours,
  approval: Pick<Approval, "status" | "reviewer" | "comment"> = hours.approval,
): Timesheet {
  const { startDate, endDate } = hours.approval;
  const { status, reviewer, comment } = approval;
  const { requiredHours, loggedHours, missingHours } = summariseDays(days).summary;
  return {
    startDate,
    endDate,
    status,
    requiredHours,
    loggedHours,
    missingHours,
    ...(reviewer !== undefined && { reviewer }),
    ...(comment !== undefined && comment !== "" && { comment }),
  };
}
