import type { CallContext } from "../call-context.ts";
import type { DateRange } from "../dates.ts";
import type { Time } from "../day-balance.ts";
import type { TimesheetError } from "../errors.ts";
import { mayTakeEffect } from "../ledger/errors.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { admit } from "../ledger/moves.ts";
import { datesOf, inRange, recover, touching } from "../ledger/recover.ts";
import { type View, viewNamed } from "../ledger/view.ts";
import type { ConfirmedWorklog, ExistingWorklog, Issue, NewWorklog } from "../port.ts";
import { compareText } from "../totals.ts";
import { compareIds } from "../worklogs.ts";
import type { RowOutcome } from "./batch.ts";
import { Batch } from "./batch.ts";
import { leftInDoubt } from "./errors.ts";
import { post, refuseInDoubt } from "./post-worklogs.ts";

/** The hours that are logged on a range of dates. */
export interface LoggedTimes {
  existing: readonly ExistingWorklog[];
  /** Stored a moment ago, so that Tempo does not show it yet. */
  unlisted: readonly (Time & { issueId: string; billableSeconds: number })[];
  /** Dates on which it is in doubt what an earlier call has logged, each with the sentences that say so. */
  inDoubt: ReadonlyMap<string, string>;
}

/** A worklog that a call stored for a plan, as it is now. */
export type StoredForPlan = Pick<ExistingWorklog, "id" | "date" | "seconds">;

/**
 * Stores the worklogs that `makePlan` makes of what is logged, while nothing else writes for the user. All of them are new: none is
 * taken for an existing worklog, since the plan knows those.
 *
 * @param isWanted whether to store a plan; undefined for a call that only plans, and changes nothing
 * @param digest the value that confirms the plan: the ledger keeps it, so that a call with the same one finds what was stored
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
    const { ledger } = writer;
    const inDoubt = new Map<string, string>();
    const left = isWanted
      ? await admit(inRange(range), context, writer)
      : await recover(touching(inRange(range), context), context, writer);
    for (const sent of left)
      for (const date of datesOf(sent))
        inDoubt.set(date, leftInDoubt(mayTakeEffect(sent, ledger, context), context));
    const view = await viewNamed(range, context, writer);
    const plan = await makePlan({
      existing: withoutMoved(view.rows, ledger),
      unlisted: view.missing,
      inDoubt,
    });
    if (!isWanted?.(plan)) {
      const earlier = digest === undefined ? [] : storedFor(digest, view, ledger);
      return { plan, outcomes: undefined, earlier };
    }
    const batch = new Batch(plan.worklogs, context);
    await refuseInDoubt(batch, context, writer);
    const outcomes = await post(batch, view, { plan: digest }, { ...context, duplicates: "allow" }, writer);
    return { plan, outcomes, earlier: [] };
  });
}

/** The worklogs as they will be once moves are finished: some plans only read, and the old worklog of a move is one too many. */
function withoutMoved(rows: readonly ExistingWorklog[], ledger: Ledger): ExistingWorklog[] {
  const moved = ledger
    .openMoves()
    .filter(({ fate }) => fate.is === "done" && fate.isProven)
    .map(({ replaces }) => replaces);
  return rows.filter((row) => !moved.some((old) => old.id === row.id && ledger.isUnchanged(old, row)));
}

/**
 * The worklogs that are stored for the plan with a digest, ascending by date and id. If it was confirmed twice, those of the last time:
 * the plan was made again since those of the first time are gone, or were changed.
 */
function storedFor(digest: string, { rows, missing }: View, ledger: Ledger): StoredForPlan[] {
  const sent = ledger.all().filter((it) => it.op === "create" && it.plan === digest && !it.replaces);
  const batch = sent.at(-1)?.batch;
  const ids = new Set(
    sent.flatMap(({ fate, ...it }) =>
      it.batch === batch && fate.is === "done" && fate.row ? [ledger.idNow(fate.row.id)] : [],
    ),
  );
  return [...rows, ...missing]
    .filter(({ id }) => ids.has(id) && !ledger.isGone(id))
    .map(({ id, date, seconds }) => ({ id, date, seconds }))
    .sort((a, b) => compareText(a.date, b.date) || compareIds(a.id, b.id));
}

/** A worklog of a plan that is stored, on the issue as Jira names it now. */
export interface StoredPlanned {
  planned: NewWorklog;
  stored: ConfirmedWorklog;
  issue: Issue;
}

export interface PlanFailure {
  date: string;
  issueKey: string;
  failure: TimesheetError;
}

/** The stored worklogs of a plan, and those that failed. */
export function plannedOutcomes(
  worklogs: readonly NewWorklog[],
  outcomes: readonly RowOutcome[],
): { stored: StoredPlanned[]; failures: PlanFailure[] } {
  const rows = worklogs.flatMap((planned, index) => {
    const outcome = outcomes[index];
    return outcome ? [{ planned, outcome }] : [];
  });
  return {
    stored: rows.flatMap(({ planned, outcome }) =>
      "stored" in outcome ? [{ planned, stored: outcome.stored, issue: outcome.issue }] : [],
    ),
    failures: rows.flatMap(({ planned, outcome }) =>
      "failure" in outcome
        ? [{ date: planned.date, issueKey: planned.issue.key, failure: outcome.failure }]
        : [],
    ),
  };
}
