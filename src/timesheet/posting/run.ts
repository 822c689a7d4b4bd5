import type { CallContext } from "../call-context.ts";
import { type DateRange, isWithin } from "../dates.ts";
import { ForbiddenError, TimesheetError, UnauthorizedError } from "../errors.ts";
import type { ExistingWorklog, NewWorklog } from "../port.ts";
import { LIST_LAG_MS } from "../timeline.ts";
import type { Writer } from "../writers.ts";
import type { BatchState } from "./batch-state.ts";
import { withOwnChanges } from "./own-changes.ts";

export interface PostingRun {
  readonly context: CallContext;
  readonly writer: Writer;
  readonly batch: BatchState;
  /** Requests that are sent and not answered. */
  inProgress: number;
  /** Called once all worklogs have been sent and a further request may be, and maybe again. */
  readonly whenAllSent: () => void;
  /** When sending ends, by the clock's `now`. */
  readonly sendUntil: number;
  /** When worklogs start, HH:mm:ss; those without an entry have no start time. */
  startTimes: ReadonlyMap<NewWorklog, string>;
  /** Why nothing more is sent: one response said it of all worklogs. */
  stopReason: TimesheetError | undefined;
  cannotRead: boolean;
  /** Whether Tempo has said since the last wait that it is busy, so that nothing is sent for now. */
  isBusy: boolean;
  /** Until when, by the clock's `now`. */
  busyUntil: number;
  readonly busySends: Map<NewWorklog, number>;
  /** Worklogs whose group was rejected: each is sent alone. */
  readonly alone: Set<NewWorklog>;
  /** Worklogs of an earlier call that are not sent again: their date would have more than 24 hours. */
  readonly notAgain: Set<NewWorklog>;
}

export interface Unclaimed {
  found: ExistingWorklog[];
  /** Whether the list lacks a worklog that is known to be stored, so that what it lacks may be stored as well. */
  isBehind: boolean;
}

/** False if reading is pointless: no time, cancelled, or another process may write, whose worklogs would be taken for ours. */
export async function waitToRead(
  { context, writer, cannotRead }: PostingRun,
  milliseconds: number,
): Promise<boolean> {
  const { clock, signal, deadline } = context;
  if (cannotRead || signal.aborted || clock.now() + milliseconds >= deadline) return false;
  await clock.sleep(milliseconds, signal);
  return !signal.aborted && writer.mayWrite();
}

export async function readUnclaimed(
  run: PostingRun,
  worklogs: readonly NewWorklog[],
): Promise<Unclaimed | undefined> {
  const { context, batch, writer } = run;
  const range = rangeOf(worklogs);
  const readAt = context.clock.wallClock();
  const expected = writer.journal
    .storedSince(readAt - LIST_LAG_MS)
    .filter(({ date }) => isWithin(range, date));
  try {
    const all = await context.timesheet.getExistingWorklogs(range, context);
    const listed = withOwnChanges(all, range, writer.journal, readAt);
    const ids = new Set(listed.map(({ id }) => id));
    return { found: batch.unclaimed(listed), isBehind: expected.some(({ id }) => !ids.has(id)) };
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    run.cannotRead ||= error instanceof UnauthorizedError || error instanceof ForbiddenError;
    return undefined;
  }
}

export function rangeOf(worklogs: readonly NewWorklog[]): DateRange {
  const dates = worklogs.map(({ date }) => date).sort();
  return { startDate: dates[0] ?? "", endDate: dates.at(-1) ?? "" };
}
