import type { CallContext } from "../call-context.ts";
import type { DateRange } from "../dates.ts";
import { secondsByDate } from "../day-balance.ts";
import { TimesheetError } from "../errors.ts";
import { copiesIn, logSurprises } from "../ledger/copies.ts";
import { stillInDoubt } from "../ledger/errors.ts";
import { admit } from "../ledger/moves.ts";
import { touching } from "../ledger/recover.ts";
import { type View, viewOf } from "../ledger/view.ts";
import { OverbookedDays } from "../overbooked.ts";
import type { NewWorklog, ScheduledDay } from "../port.ts";
import type { Writer } from "../writers.ts";
import { Batch } from "./batch.ts";
import { bookedSeconds, refuseOverfullDays } from "./day-hours.ts";
import { explainRefusals, refuseLockedDates } from "./locked-dates.ts";
import { isWorklog, type Posted, type Row, type RowOutcome } from "./outcome.ts";
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
  const days = new OverbookedDays(rangeOf(rows.filter(isWorklog)), context, schedule);
  try {
    const { outcomes, booked } = await context.writers.run(owner, context, async (writer) => {
      const batch = new Batch(rows, context);
      await refuseInDoubt(batch, context, writer);
      const range = rangeOf(batch.left());
      const view = range.startDate === "" ? NOTHING : await viewNamed(range, context, writer);
      return post(batch, view, {}, context, writer, () => days.readSchedule());
    });
    return { outcomes, overbooked: await days.find(booked) };
  } finally {
    days.stop();
  }
}

/**
 * Stores the rows of a batch, as `postWorklogs` describes; nothing else writes for the user meanwhile, and nothing is in doubt on their dates.
 *
 * @returns `booked` has the seconds of all of the user's worklogs by date, on the dates of the rows that are stored
 */
export async function post(
  batch: Batch,
  view: View,
  purpose: Purpose,
  context: CallContext,
  writer: Writer,
  whenAllSent = () => {},
): Promise<{ outcomes: RowOutcome[]; booked: ReadonlyMap<string, number> }> {
  const { ledger } = writer;
  const perhaps =
    context.duplicates === "skip" ? await recognise(batch, view, context, writer) : new Map<never, never>();
  const recognised = new Set(batch.left());
  refuseOverfullDays(batch, view);
  await refuseLockedDates(batch, context);
  const startTimes =
    context.startTime === undefined
      ? new Map<NewWorklog, string>()
      : startTimesOf(batch.left(), context.startTime, view.rows, secondsByDate(view.missing));
  await send({ ...purpose, batch, view, startTimes, whenAllSent }, context, writer);
  const copies = new Map(
    [...copiesIn(view.rows, ledger)].map(([{ id }, { fate }]) => [
      fate.is === "done" ? fate.row?.id : undefined,
      id,
    ]),
  );
  for (const [index, outcome] of batch.outcomes().entries()) {
    const row = batch.rows[index];
    if (!row || !isWorklog(row) || !("stored" in outcome)) continue;
    const copy = recognised.has(row) ? perhaps.get(row)?.id : copies.get(outcome.stored.id);
    if (copy !== undefined && copy !== outcome.stored.id) batch.nameCopy(row, copy);
  }
  const outcomes = await explainRefusals(batch.rows, batch.outcomes(), context);
  return { outcomes, booked: bookedSeconds(batch.rows, outcomes, view.rows) };
}

const NOTHING: View = { rows: [], missing: [], isBehind: false };

/** The worklogs of a range. Names what no reply has named. */
export async function viewNamed(range: DateRange, context: CallContext, { ledger }: Writer): Promise<View> {
  const view = await viewOf(range, context, ledger);
  logSurprises(view.rows, context, ledger);
  return view;
}

/** Decides what is in doubt on the dates of a batch, and fails the rows of which it stays so. */
export async function refuseInDoubt(batch: Batch, context: CallContext, writer: Writer): Promise<void> {
  const concernOf = (rows: readonly NewWorklog[]) => {
    const dates = new Set(rows.map(({ date }) => date));
    return { isDate: (date: string) => dates.has(date), issueIds: rows.map(({ issue }) => issue.id) };
  };
  const left = await admit(concernOf(batch.left()), context, writer);
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
