import pLimit from "p-limit";
import type { CallContext } from "../call-context.ts";
import type { DateRange } from "../dates.ts";
import { missingAfter } from "../filling/plan.ts";
import { givenAttributes } from "../given-attributes.ts";
import {
  type LoggedTimes,
  type PlanFailure,
  plannedOutcomes,
  postPlanned,
  type StoredForPlan,
  type StoredPlanned,
} from "../posting/post-planned.ts";
import type { Draft, MappingRule } from "./draft.ts";
import { type Gathered, gather, type Wishes } from "./gather.ts";
import { digestOfDraft, makeDraft } from "./make-draft.ts";
import { remember } from "./remember.ts";

/** A draft, and a report of the sources. */
export interface Drafted extends Pick<Gathered, "reports"> {
  /** Up to today. */
  range: DateRange;
  draft: Draft;
  /** The value that confirms the draft; undefined if it has nothing to log. */
  digest: string | undefined;
  /** The number of times that evidence does not count, by the reason. */
  leftOut: Record<string, number>;
}

/** The outcome of a draft that was confirmed. */
export interface PostedDraft {
  /** They come in the order of the draft. */
  worklogs: StoredPlanned[];
  /** Worklogs that an earlier call stored for the draft that is confirmed again. */
  earlier: readonly StoredForPlan[];
  failures: PlanFailure[];
  /** The sum of all days, with these worklogs. */
  missingSecondsAfter: number;
  remembered: MappingRule[];
  /** Why rules were not kept. */
  notRemembered?: string;
  /** The draft as it is now, if it is another than the one that was confirmed, and is not what is left of it: nothing. */
  now?: Drafted;
}

/** The user's words on a draft: on its evidence, and the work attributes that all its worklogs get. */
export interface DraftWishes extends Wishes {
  attributes?: Readonly<Record<string, string>>;
}

/**
 * Drafts what is missing on the days of a range, from the evidence of what the user did.
 *
 * @throws InvalidInputError if an issue of the draft does not take the attributes
 */
export async function draftTimesheet(
  range: DateRange,
  { attributes = {}, ...wishes }: DraftWishes,
  context: CallContext,
): Promise<Drafted> {
  const gathered = await gather(range, wishes, context);
  const { plan } = await postPlanned(
    gathered.input.range,
    planner(gathered, attributes, context),
    undefined,
    context,
  );
  return drafted(plan, gathered);
}

/**
 * Logs the draft of a range if `confirm` is its digest. The draft is made anew while nothing else writes for the user, so what is
 * logged is what was confirmed, and what was logged meanwhile is never logged again. A call that is repeated logs nothing: it
 * names what was stored for the draft.
 */
export async function postDraft(
  range: DateRange,
  { confirm, remembers, attributes = {}, ...wishes }: DraftWishes & { confirm: string; remembers: boolean },
  context: CallContext,
): Promise<PostedDraft> {
  const gathered = await gather(range, wishes, context);
  const { range: past } = gathered.input;
  const isConfirmed = (draft: Draft) =>
    !context.onlyPlans && draft.worklogs.length > 0 && digestOfDraft(draft) === confirm;
  // The draft has left the locked days out.
  const checked = { ...context, checksPeriods: false };
  const { plan, outcomes, earlier } = await postPlanned(
    past,
    planner(gathered, attributes, context),
    isConfirmed,
    checked,
    confirm,
  );
  const { stored, failures } = outcomes
    ? plannedOutcomes(plan.worklogs, outcomes)
    : { stored: [], failures: [] };
  const now = outcomes ? undefined : drafted(plan, gathered);
  const isStored = stored.length + earlier.length > 0;
  return {
    worklogs: stored,
    earlier,
    failures,
    missingSecondsAfter: missingAfter(
      plan.days,
      stored.map((it) => it.stored),
    ),
    ...(await remember(remembers && isStored && !context.onlyPlans ? gathered.input : undefined, context)),
    ...(now && (earlier.length === 0 || now.digest !== undefined) && { now }),
  };
}

/** @returns what drafts from what is logged; throws InvalidInputError as `makeDraft` does */
function planner(
  { input }: Gathered,
  attributes: Readonly<Record<string, string>>,
  context: CallContext,
): (logged: LoggedTimes) => Promise<Draft> {
  return async (logged) => withAttributes(makeDraft(input, logged), attributes, context);
}

async function withAttributes(
  draft: Draft,
  attributes: Readonly<Record<string, string>>,
  context: CallContext,
): Promise<Draft> {
  const { timesheet } = context;
  const issues = [...new Map(draft.worklogs.map(({ issue }) => [issue.id, issue])).values()];
  const given = new Map(
    await pLimit(timesheet.createLimits.concurrency).map(issues, async (issue) => {
      return [issue.id, await givenAttributes(attributes, issue, context)] as const;
    }),
  );
  const worklogs = draft.worklogs.map((worklog) => {
    const ofIssue = given.get(worklog.issue.id) ?? [];
    return ofIssue.length > 0 ? { ...worklog, attributes: ofIssue } : worklog;
  });
  return { ...draft, worklogs };
}

function drafted(draft: Draft, { input, reports, leftOut }: Gathered): Drafted {
  const counts = { ...leftOut };
  for (const [reason, count] of Object.entries(draft.leftOut)) counts[reason] = (counts[reason] ?? 0) + count;
  const digest = draft.worklogs.length > 0 ? digestOfDraft(draft) : undefined;
  return { range: input.range, draft, digest, leftOut: counts, reports };
}
