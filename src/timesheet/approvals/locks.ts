import type { CallContext } from "../call-context.ts";
import { type DateRange, isWithin } from "../dates.ts";
import { isRefusal, TimesheetError } from "../errors.ts";
import type { Approval } from "../port.ts";
import { STATUS_READ_MS } from "../timeline.ts";
import { lockedPeriod, refusedInLockedPeriod } from "./errors.ts";

/**
 * The timesheets that are not open, of dates. None if they cannot be read, which must not keep hours from being logged: a token may
 * lack the right to read them.
 */
async function readLocks(dates: readonly string[], context: CallContext): Promise<Approval[]> {
  const sorted = [...new Set(dates)].sort();
  const [startDate = "", endDate = startDate] = [sorted[0], sorted.at(-1)];
  if (startDate === "") return [];
  const hasDate = (period: DateRange) => sorted.some((date) => isWithin(period, date));
  const deadline = Math.min(context.deadline, context.clock.now() + STATUS_READ_MS);
  try {
    const approvals = await context.timesheet.approvals.read(
      { startDate, endDate },
      (periods) => periods.filter(hasDate),
      { ...context, deadline },
    );
    return approvals.filter(({ status }) => status !== "open");
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    context.debug(`whether the period is locked cannot be read: ${error.message}`);
    return [];
  }
}

/** The timesheet that locks a date, before anything is sent; none unless the call checks periods. */
export async function findLocks(
  dates: readonly string[],
  context: CallContext,
): Promise<(date: string) => Approval | undefined> {
  const locks = context.checksPeriods ? await readLocks(dates, context) : [];
  return (date) => locks.find((period) => isWithin(period, date));
}

/** @throws RejectedError if any of the dates is locked and the call checks periods */
export async function refuseLocked(dates: readonly string[], context: CallContext): Promise<void> {
  const lockOf = await findLocks(dates, context);
  for (const date of dates) {
    const lock = lockOf(date);
    if (lock) throw lockedPeriod(lock);
  }
}

/** Whether a failure may be Tempo's answer to a change in a locked period. */
export function mayBeLock(failure: unknown): failure is TimesheetError {
  return isRefusal(failure) && failure.httpStatus !== undefined;
}

/** Explains refusals by the period of their date, with one read. */
export async function lockExplainer(
  dates: readonly string[],
  context: CallContext,
): Promise<(failure: TimesheetError, dates: readonly string[]) => TimesheetError> {
  const locks = await readLocks(dates, context);
  return (failure, ofFailure) => {
    const lock = locks.find((period) => ofFailure.some((date) => isWithin(period, date)));
    return lock && mayBeLock(failure) ? refusedInLockedPeriod(failure, lock, context.checksPeriods) : failure;
  };
}

/** Runs a change on some dates; a refusal of it is explained by their period. */
export async function explainingLocks<Result>(
  dates: readonly string[],
  context: CallContext,
  change: () => Promise<Result>,
): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (!mayBeLock(error)) throw error;
    throw (await lockExplainer(dates, context))(error, dates);
  }
}

/** The timesheet of the period with a date; undefined if Tempo lists none. */
export async function readPeriodOf(date: string, context: CallContext): Promise<Approval | undefined> {
  const range = { startDate: date, endDate: date };
  const [found] = await context.timesheet.approvals.read(range, (periods) => periods, context);
  return found;
}

/** The same; undefined if it cannot be read. */
export async function readStatus(date: string, context: CallContext): Promise<Approval | undefined> {
  try {
    return await readPeriodOf(date, context);
  } catch (error) {
    if (error instanceof TimesheetError) return undefined;
    throw error;
  }
}
