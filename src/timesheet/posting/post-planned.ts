import type { CallContext } from "../call-context.ts";
import type { DateRange } from "../dates.ts";
import type { Time } from "../day-balance.ts";
import type { ExistingWorklog, NewWorklog } from "../port.ts";
import { BatchState } from "./batch-state.ts";
import { findUnlisted } from "./day-hours.ts";
import { logLateEffects } from "./late-effects.ts";
import { listExisting } from "./list-existing.ts";
import type { RowOutcome } from "./outcome.ts";
import { post } from "./post-worklogs.ts";
import { readExisting } from "./read-existing.ts";
import { asIfMoved } from "./settle-moves.ts";
import { type StoredForPlan, storedForPlan } from "./stored-for-plan.ts";

/** The hours that are logged on a range of dates. */
export interface LoggedTimes {
  existing: readonly ExistingWorklog[];
  /** Stored a moment ago, so that lists do not show it yet. */
  unlisted: readonly (Time & { issueId: string; billableSeconds: number })[];
  /** Dates for which an earlier call has sent hours without an outcome, which may still be stored. */
  openDates: ReadonlySet<string>;
}

/**
 * Stores the worklogs that `makePlan` makes of what is logged, while nothing else writes for the user. All of them are new: none is
 * taken for an existing worklog, since the plan knows those.
 *
 * @param isWanted whether to store a plan; undefined for a call that only plans, and changes nothing
 * @param digest the value that confirms the plan: the journal keeps it, so that a call with the same one finds what was stored
 * @returns the plan, and the outcome of each of its worklogs; undefined if the plan is not wanted, and nothing was sent. Then,
 *   `earlier` has what is stored for a plan with the digest
 * @throws TimesheetError as `postWorklogs` does
 */
export async function postPlanned<Plan extends { worklogs: readonly NewWorklog[] }>(
  range: DateRange,
  makePlan: (logged: LoggedTimes) => Plan | Promise<Plan>,
  isWanted: ((plan: Plan) => boolean) | undefined,
  context: CallContext,
  digest?: string,
): Promise<{ plan: Plan; outcomes: RowOutcome[] | undefined; earlier: StoredForPlan[] }> {
  const owner = await context.timesheet.getOwner(context);
  return context.writers.run(owner, context, async (writer) => {
    const list = await (isWanted ? readExisting : listExisting)(range, context, writer);
    logLateEffects(list.existing, context, writer.journal);
    const { stored, open } = findUnlisted(list.existing, writer.journal, list.readAt);
    const logged = asIfMoved(list.existing, stored, context, writer);
    const unlisted = logged.stored.map(({ id, date, seconds, billableSeconds }) => ({
      date,
      seconds,
      billableSeconds,
      issueId: writer.journal.entryOfId(id)?.issueId ?? "",
    }));
    const plan = await makePlan({
      existing: logged.existing,
      unlisted,
      openDates: new Set(open.map(({ date }) => date)),
    });
    if (!isWanted?.(plan)) {
      const earlier =
        digest === undefined ? [] : storedForPlan(digest, list.existing, stored, writer.journal);
      return { plan, outcomes: undefined, earlier };
    }
    const batch = new BatchState(plan.worklogs, context, writer.journal, { plan: digest });
    const { outcomes } = await post(batch, list, { ...context, duplicates: "allow" }, writer);
    return { plan, outcomes, earlier: [] };
  });
}
