import type { DateRange } from "../calendar.ts";
import type { CallContext } from "../call-context.ts";
import { ForbiddenError, TimesheetError, UnauthorizedError } from "../errors.ts";
import type { ExistingWorklog, NewWorklog } from "../port.ts";
import type { BatchState } from "./batch-state.ts";

/** One batch being posted: what sending, reconciling and deleting late duplicates share. */
export interface PostingRun {
  readonly context: CallContext;
  readonly batch: BatchState;
  /** When sending ends, by the clock's `now`. */
  readonly sendUntil: number;
  /** Why nothing more is sent: one response said it of all worklogs. */
  stopReason: TimesheetError | undefined;
  /** Whether the existing worklogs cannot be read any more, so that waiting for them is pointless. */
  cannotRead: boolean;
}

/** Waits before a read, and says whether reading still makes sense: there is time, and the call is still wanted. */
export async function waitToRead(
  { context, cannotRead }: PostingRun,
  milliseconds: number,
): Promise<boolean> {
  const { clock, signal, deadline } = context;
  if (cannotRead || signal.aborted || clock.now() + milliseconds >= deadline) return false;
  await clock.sleep(milliseconds, signal);
  return !signal.aborted;
}

/** The worklogs on these dates that are not accounted for; undefined if they cannot be read. */
export async function readUnclaimed(
  run: PostingRun,
  worklogs: readonly NewWorklog[],
): Promise<ExistingWorklog[] | undefined> {
  const { context, batch } = run;
  try {
    return batch.unclaimed(await context.timesheet.getExistingWorklogs(rangeOf(worklogs), context));
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    run.cannotRead ||= error instanceof UnauthorizedError || error instanceof ForbiddenError;
    return undefined;
  }
}

/** The first and the last date of worklogs. */
export function rangeOf(worklogs: readonly NewWorklog[]): DateRange {
  const dates = worklogs.map(({ date }) => date).sort();
  return { startDate: dates[0] ?? "", endDate: dates.at(-1) ?? "" };
}
