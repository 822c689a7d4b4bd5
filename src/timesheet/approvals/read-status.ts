import type { CallContext } from "../call-context.ts";
import { TimesheetError } from "../errors.ts";
import type { Approval } from "../port.ts";

/** The timesheet of the period that begins on a date; undefined if it cannot be read. */
export async function readStatus(startDate: string, context: CallContext): Promise<Approval | undefined> {
  try {
    const range = { startDate, endDate: startDate };
    const [found] = await context.timesheet.approvals.read(range, (periods) => periods, context);
    return found;
  } catch (error) {
    if (error instanceof TimesheetError) return undefined;
    throw error;
  }
}
