import type { FillDaysInput } from "../generated/inputs.ts";
import type { FillDaysResponse } from "../generated/responses.ts";
import type { DateRange } from "../timesheet/dates.ts";
import { contentOfDates, type Day, daysOf, type Sheet } from "./model/days.ts";
import { fillCalls, hasSameRows, type PlannedDay, plannedBy, rowsOf, type Wanted } from "./model/plan.ts";
import { type CarriedOut, type Receipt, receiptOfFill } from "./model/receipt.ts";
import type { ServerTools } from "./server-tools.ts";
import { messageOf } from "./use-sheet.ts";

/** The chosen days of a plan, and what it was made for. */
export interface Chosen {
  planned: readonly PlannedDay[];
  wanted: Wanted;
}

/** Nothing was sent, and why. */
export class NotSentError extends Error {
  /** The plan of `fill_days`, if it is another one than was shown. */
  readonly replanned: readonly PlannedDay[];

  constructor(message: string, replanned: readonly PlannedDay[] = []) {
    super(message);
    this.replanned = replanned;
  }
}

const CHANGED =
  "Nothing was logged: Tempo has changed since these rows were made. Check them and press again.";

/** Logs with `fill_days`, which plans anew. What it plans is confirmed only if it is what was shown. */
export async function fillChosen(
  tools: ServerTools,
  days: readonly Day[],
  { planned, wanted }: Chosen,
): Promise<Receipt> {
  const calls = fillCalls(days, new Set(planned.map(({ date }) => date)), wanted);
  const plans: FillPlan[] = [];
  for (const args of calls) {
    const shown = planned.filter(({ date }) => args.startDate <= date && date <= (args.endDate ?? ""));
    plans.push({ args, shown, reply: await tools.fill(args) });
  }
  const isAsShown = plans.every(
    // The user has already confirmed a posted plan, in a form of the host.
    ({ reply, shown }) => reply.posted || hasSameRows(plannedBy(reply), shown),
  );
  if (!isAsShown) throw new NotSentError(CHANGED, plans.flatMap(replannedDays));

  const parts: CarriedOut[] = [];
  let problem = "";
  for (const plan of plans) {
    const rows = rowsOf(plan.reply.posted ? plan.shown : plannedBy(plan.reply));
    try {
      parts.push({ planned: rows, reply: problem || (await carryOut(tools, plan)) });
    } catch (error) {
      // Once something is logged, its receipt is shown in any case. A host that refuses a call is not asked again.
      if (parts.length === 0) throw error;
      problem = messageOf(error);
      parts.push({ planned: rows, reply: problem });
    }
  }
  return receiptOfFill(parts);
}

/** A call of `fill_days`, the days that were shown of it, and the tool's plan. */
interface FillPlan {
  args: FillDaysInput;
  shown: readonly PlannedDay[];
  reply: FillDaysResponse;
}

async function carryOut(tools: ServerTools, { args, shown, reply }: FillPlan): Promise<FillDaysResponse> {
  if (reply.posted || reply.confirm === undefined) return reply;
  const last = await tools.fill({ ...args, confirm: reply.confirm });
  if (last.posted || last.failures) return last;
  throw new NotSentError(CHANGED, replannedDays({ args, shown, reply: last }));
}

/** The days of the tool's plan; one that was shown and is not in it has nothing to log. */
function replannedDays({ reply, shown }: FillPlan): PlannedDay[] {
  if (reply.posted) return [];
  const planned = plannedBy(reply);
  const dates = new Set(planned.map(({ date }) => date));
  const others = shown.filter(({ date }) => !dates.has(date));
  return [...planned, ...others.map(({ date }) => ({ date, rows: [], notes: [] }))];
}

/** Logs with `bulk_post_worklogs`, if Tempo holds on these dates what it did when the plan was made. */
export async function postChosen(
  tools: ServerTools,
  sheet: Sheet,
  today: string,
  read: (range: DateRange) => Promise<Sheet>,
  { planned, wanted }: Chosen,
): Promise<Receipt> {
  const dates = new Set(planned.map(({ date }) => date));
  const held = (of: Sheet) => contentOfDates(daysOf(of, today), dates);
  const now = await read(sheet.range).catch((error: unknown) => {
    throw new NotSentError(
      `Nothing was logged, since the timesheet could not be read first: ${messageOf(error)}`,
    );
  });
  if (held(now) !== held(sheet)) throw new NotSentError(CHANGED);
  return tools.log(rowsOf(planned), wanted.billable ?? true);
}
