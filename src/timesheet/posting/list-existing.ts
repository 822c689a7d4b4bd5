import type { CallContext } from "../call-context.ts";
import { type DateRange, isWithin } from "../dates.ts";
import type { ExistingWorklog } from "../port.ts";
import { settleDeletes } from "../settle-deletes.ts";
import type { Writer } from "../writers.ts";
import { withOwnChanges } from "./own-changes.ts";

export interface ExistingList {
  existing: ExistingWorklog[];
  /** The time of the wall clock. */
  readAt: number;
}

/** The worklogs that exist on a range of dates, as own deletes and changes have left them. */
export async function listExisting(
  range: DateRange,
  context: CallContext,
  writer: Writer,
): Promise<ExistingList> {
  await settleDeletes(({ date }) => date === undefined || isWithin(range, date), context, writer);
  const readAt = context.clock.wallClock();
  const listed = await context.timesheet.getExistingWorklogs(range, context);
  return { existing: withOwnChanges(listed, range, writer.journal, readAt), readAt };
}
