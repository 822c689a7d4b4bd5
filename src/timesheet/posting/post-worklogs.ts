import type { OverbookedDay } from "../../generated/responses.ts";
import { lockedPeriod } from "../approvals/errors.ts";
import { findLocks, lockExplainer, mayBeLock } from "../approvals/locks.ts";
import type { CallContext, Writer } from "../call-context.ts";
import { type DateRange, isWithin } from "../dates.ts";
import { balanceOf, dayHours, secondsByDate, type Time, toOverbookedDay } from "../day-balance.ts";
import { TimesheetError } from "../errors.ts";
import { stillInDoubt } from "../ledger/errors.ts";
import { admit } from "../ledger/moves.ts";
import { recover, touching } from "../ledger/recover.ts";
import { type View, viewNamed } from "../ledger/view.ts";
import { DAY_SECONDS } from "../limits.ts";
import { onAbort } from "../on-abort.ts";
import type { NewWorklog, ScheduledDay } from "../port.ts";
import { daysOn } from "../schedule.ts";
import { SCHEDULE_READ_MS } from "../timeline.ts";
import { Batch, isWorklog, type Posted, type Row, type RowOutcome } from "./batch.ts";
import { tooManyHours } from "./errors.ts";
import { recognise } from "./recognise.ts";
import { type Purpose, send } from "./send.ts";
import { startTimesOf } from "./start-times.ts";

/**
 * Stores worklogs, each once. One row's failure never affects another.
 *
 * First it is decided what became of earlier requests on the rows' dates; a row on a date that stays in doubt is not sent. Then the existing
 * worklogs are read, and a row that is one of them is not sent. What is not answered is never sent again: it is reported as unknown, with the time until when it may take
 * effect. A row with which its date would have more than 24 hours is not sent.
 *
 * @param schedule that of the rows' dates, if it has been read
 * @throws TimesheetError if the existing worklogs cannot be read, or another process writes until the deadline; nothing was sent
 */
export async function postWorklogs(
  rows: readonly Row[],
  context: CallContext,
  schedule?: readonly ScheduledDay[],
): Promise<Posted> {
  const failures = rows.filter((row) => row instanceof TimesheetError);
  if (failures.length === rows.length) {
    context.progress(rows.length, rows.length);
    return { outcomes: failures.map((failure) => ({ failure })), overbooked: [] };
  }
  const owner = await context.timesheet.getOwner(context);
  const days = daysOf(rangeOf(rows.filter(isWorklog)), context, schedule);
  try {
    const { outcomes, logged } = await context.writers.run(owner, context, async (writer) => {
      const batch = new Batch(rows, context);
      await refuseInDoubt(batch, context, writer);
      const range = rangeOf(batch.left());
      const isAnyLeft = range.startDate !== "";
      // It costs no round trip while the worklogs are read.
      if (isAnyLeft) void days.read();
      const view = isAnyLeft ? await viewNamed(range, context, writer) : NOTHING;
      const outcomes = await post(batch, view, {}, context, writer);
      return { outcomes, logged: loggedSeconds(outcomes, view, range) };
    });
    return { outcomes, overbooked: await findOverbooked(logged, days.read, context) };
  } finally {
    days.stop();
  }
}

/** The schedule of some dates, unless it is known. What fails before it is needed is read again then: Tempo may just have been away. */
function daysOf(range: DateRange, context: CallContext, known?: readonly ScheduledDay[]) {
  const { timesheet, clock, deadline, signal } = context;
  const reading = new AbortController();
  const stopListening = onAbort(signal, () => reading.abort());
  let schedule: Promise<readonly ScheduledDay[]> | undefined = known && Promise.resolve(known);
  return {
    read() {
      if (schedule) return schedule;
      const until = Math.min(deadline, clock.now() + SCHEDULE_READ_MS);
      const started = timesheet.getSchedule(range, { signal: reading.signal, deadline: until });
      started.catch(() => {
        schedule = undefined;
      });
      schedule = started;
      return started;
    },
    stop() {
      stopListening();
      reading.abort();
    },
  };
}

/**
 * The dates that have more hours than the schedule requires, ascending. It never fails, since the hours are stored: without a schedule it
 * returns none, and debug mode says why.
 *
 * @param logged seconds by date
 */
async function findOverbooked(
  logged: ReadonlyMap<string, number>,
  readDays: () => Promise<readonly ScheduledDay[]>,
  context: CallContext,
): Promise<OverbookedDay[]> {
  if (logged.size === 0) return [];
  try {
    const days = daysOn([...logged.keys()].sort(), await readDays());
    const hours = dayHours(
      days,
      [...logged].map(([date, seconds]) => ({ date, seconds })),
    );
    context.logged(hours);
    return hours.filter((day) => balanceOf(day).overSeconds > 0).map(toOverbookedDay);
  } catch (error) {
    context.debug(
      `overbooked days are not reported, since the schedule cannot be read: ${(error as Error).message}`,
    );
    return [];
  }
}

/**
 * Decides what `postWorklogs` would do with rows, and sends nothing of them.
 *
 * @param context of a call that only plans
 * @returns what each row comes to without being sent; undefined for one that would be sent
 * @throws TimesheetError as `postWorklogs` does
 */
export async function planWorklogs(
  rows: readonly Row[],
  context: CallContext,
): Promise<(RowOutcome | undefined)[]> {
  const batch = new Batch(rows, context);
  if (batch.left().length === 0) return batch.outcomesSoFar();
  const owner = await context.timesheet.getOwner(context);
  return context.writers.run(owner, context, async (writer) => {
    await refuseInDoubt(batch, context, writer);
    const range = rangeOf(batch.left());
    const view = range.startDate === "" ? NOTHING : await viewNamed(range, context, writer);
    await decide(batch, view, context, writer);
    return batch.outcomesSoFar();
  });
}

/** Stores the rows of a batch, as `postWorklogs` describes; nothing else writes for the user meanwhile, and nothing is in doubt on their dates. */
export async function post(
  batch: Batch,
  view: View,
  purpose: Purpose,
  context: CallContext,
  writer: Writer,
): Promise<RowOutcome[]> {
  await decide(batch, view, context, writer);
  const startTimes =
    context.startTime === undefined
      ? new Map<NewWorklog, string>()
      : startTimesOf(batch.left(), context.startTime, view.rows, secondsByDate(view.missing));
  await send({ ...purpose, batch, view, startTimes }, context, writer);
  return explainRefusals(batch.rows, batch.outcomes(), context);
}

/** Settles the rows of a batch that are not to be sent. */
async function decide(batch: Batch, view: View, context: CallContext, writer: Writer): Promise<void> {
  if (context.duplicates === "skip") await recognise(batch, view, context, writer);
  refuseOverfullDays(batch, view);
  await refuseLockedDates(batch, context);
}

const NOTHING: View = { rows: [], missing: [], isBehind: false };

/** Decides what is in doubt on the dates of a batch, and fails the rows of which it stays so. */
export async function refuseInDoubt(batch: Batch, context: CallContext, writer: Writer): Promise<void> {
  const concernOf = (rows: readonly NewWorklog[]) => {
    const dates = new Set(rows.map(({ date }) => date));
    return { isDate: (date: string) => dates.has(date), issueIds: rows.map(({ issue }) => issue.id) };
  };
  const concern = concernOf(batch.left());
  const left = context.onlyPlans
    ? await recover(touching(concern, context), context, writer)
    : await admit(concern, context, writer);
  if (left.length === 0) return;
  for (const row of batch.left()) {
    const sent = left.find(touching(concernOf([row]), context));
    if (sent) batch.fail(row, stillInDoubt(sent, writer, context));
  }
}

/** The dates of worklogs; those of none are empty texts. */
function rangeOf(worklogs: readonly NewWorklog[]): DateRange {
  const dates = worklogs.map(({ date }) => date).sort();
  return { startDate: dates[0] ?? "", endDate: dates.at(-1) ?? "" };
}

/**
 * Fails each row with which its date would have more than 24 hours, in the order of the call. What counts: what exists, what was stored a
 * moment ago although Tempo does not show it, and the rows before this one.
 */
export function refuseOverfullDays(batch: Batch, { rows, missing }: View): void {
  const unlisted = secondsByDate(missing);
  const total = secondsByDate([...rows, ...missing]);
  for (const row of batch.left()) {
    const { date, seconds } = row;
    const sum = (total.get(date) ?? 0) + seconds;
    if (sum <= DAY_SECONDS) total.set(date, sum);
    else batch.fail(row, tooManyHours(row, sum, unlisted.get(date) ?? 0));
  }
}

/**
 * The seconds of the worklogs on the dates of those that are stored, by date: those that existed, and those stored now. A worklog that was
 * found on a date outside the range of the view is left out, since nothing else of that date was read.
 */
export function loggedSeconds(
  outcomes: readonly RowOutcome[],
  { rows, missing }: View,
  range: DateRange,
): Map<string, number> {
  const byId = new Map<string, Time>([...rows, ...missing].map((worklog) => [worklog.id, worklog]));
  const stored = outcomes.flatMap((outcome) => ("stored" in outcome ? [outcome.stored] : []));
  for (const worklog of stored) byId.set(worklog.id, worklog);
  const total = secondsByDate(byId.values());
  const dates = stored.map(({ date }) => date).filter((date) => isWithin(range, date));
  return new Map(dates.map((date) => [date, total.get(date) ?? 0]));
}

/** Fails each worklog that is still to be sent and whose period is known not to be open. */
async function refuseLockedDates(batch: Batch, context: CallContext): Promise<void> {
  const ready = batch.left();
  const lockOf = await findLocks(
    ready.map(({ date }) => date),
    context,
  );
  for (const worklog of ready) {
    const lock = lockOf(worklog.date);
    if (lock) batch.fail(worklog, lockedPeriod(lock));
  }
}

/** The outcomes, with refusals explained by the period of their date. */
async function explainRefusals(
  rows: readonly Row[],
  outcomes: readonly RowOutcome[],
  context: CallContext,
): Promise<RowOutcome[]> {
  const dateOf = (index: number) => {
    const [row, outcome] = [rows[index], outcomes[index]];
    const isRefused = outcome && "failure" in outcome && mayBeLock(outcome.failure);
    return isRefused && row && isWorklog(row) ? [row.date] : [];
  };
  const dates = outcomes.flatMap((_, index) => dateOf(index));
  if (dates.length === 0) return [...outcomes];
  const explain = await lockExplainer(dates, context);
  return outcomes.map((outcome, index) =>
    "failure" in outcome ? { ...outcome, failure: explain(outcome.failure, dateOf(index)) } : outcome,
  );
}
