import pLimit from "p-limit";
import type { CallContext } from "../call-context.ts";
import type { DateRange } from "../dates.ts";
import { TimesheetError } from "../errors.ts";
import { digestOfPlan, missingAfter } from "../filling/plan.ts";
import {
  type LoggedTimes,
  type PlanFailure,
  plannedOutcomes,
  postPlanned,
  type StoredForPlan,
  type StoredPlanned,
} from "../posting/post-planned.ts";
import type { Draft, DraftInput, MappingRule } from "./draft.ts";
import { type Evidence, LONG_LIVED } from "./evidence.ts";
import { addUp, type Gathered, gather, type Wishes } from "./gather.ts";
import { groupsByRef, makeDraft } from "./make-draft.ts";
import { isPattern, patternOf } from "./titles.ts";

/** A draft, and a report of the sources. */
export interface Drafted extends Pick<Gathered, "reports" | "agentSeconds"> {
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
  wishes: DraftWishes,
  context: CallContext,
): Promise<Drafted> {
  const gathered = await gather(range, wishes, context);
  const makes = planner(gathered, wishes, context);
  const { plan } = await postPlanned(gathered.input.range, makes, undefined, context);
  return drafted(plan, gathered);
}

/**
 * Logs the draft of a range if `confirm` is its digest. The draft is made anew while nothing else writes for the user, so what is
 * logged is what was confirmed, and what was logged meanwhile is never logged again. A call that is repeated logs nothing: it
 * names what was stored for the draft.
 */
export async function postDraft(
  range: DateRange,
  wishes: DraftWishes & { confirm: string; remembers: boolean },
  context: CallContext,
): Promise<PostedDraft> {
  const { confirm, remembers } = wishes;
  const gathered = await gather(range, wishes, context);
  const { input } = gathered;
  const isConfirmed = (draft: Draft) =>
    !context.onlyPlans && draft.worklogs.length > 0 && digestOfPlan(draft) === confirm;
  // The draft has left the locked days out.
  const checked = { ...context, checksPeriods: false };
  const makes = planner(gathered, wishes, context);
  const { plan, outcomes, earlier } = await postPlanned(input.range, makes, isConfirmed, checked, confirm);
  const { stored, failures } = plannedOutcomes(outcomes ? plan.worklogs : [], outcomes ?? []);
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
    ...(remembers && isStored && !context.onlyPlans ? await remember(input, context) : { remembered: [] }),
    ...(now && (earlier.length === 0 || now.digest !== undefined) && { now }),
  };
}

/** @returns what drafts from what is logged, with the work attributes; throws InvalidInputError as `makeDraft` does */
function planner(
  { input }: Gathered,
  { attributes }: DraftWishes,
  context: CallContext,
): (logged: LoggedTimes) => Promise<Draft> {
  return async (logged) => {
    const draft = makeDraft(input, logged);
    const issues = [...new Map(draft.worklogs.map(({ issue }) => [issue.id, issue])).values()];
    const given = new Map(
      await pLimit(context.timesheet.createLimits.concurrency).map(issues, async (issue) => {
        return [issue.id, await context.timesheet.givenAttributes(attributes, issue, context)] as const;
      }),
    );
    const worklogs = draft.worklogs.map((worklog) => {
      const ofIssue = given.get(worklog.issue.id) ?? [];
      return ofIssue.length > 0 ? { ...worklog, attributes: ofIssue } : worklog;
    });
    return { ...draft, worklogs };
  };
}

function drafted(draft: Draft, { input, reports, leftOut, agentSeconds }: Gathered): Drafted {
  const digest = draft.worklogs.length > 0 ? digestOfPlan(draft) : undefined;
  const problemsOf = ({ source, problems }: (typeof reports)[number]) =>
    source === "calendar" ? [...problems, ...draft.workedIn] : problems;
  return {
    ...{ range: input.range, draft, digest, agentSeconds },
    leftOut: addUp([leftOut, draft.leftOut]),
    reports: reports.map((report) => ({ ...report, problems: problemsOf(report) })),
  };
}

const TOO_LONG = "A title of more than 255 characters was not kept. Make a rule with a pattern of your own.";

const OF_ANY_ISSUE =
  "Work on a shared branch, such as main, or without a branch, was not kept: it may belong to another issue next time.";

const NAMED = "What names an issue itself was not kept: the issue that it names goes before any rule.";

/** A piece of evidence and the issue that the user gave it. */
interface Given {
  ref: string;
  title: string;
  issueKey: string;
  /** Why no rule for the title is kept. */
  reason: string | undefined;
}

/**
 * Keeps each issue that the user gave to evidence as a rule for its title. The hours are stored by then, so the
 * reply reports a failure beside them.
 */
async function remember(
  input: DraftInput,
  context: CallContext,
): Promise<Pick<PostedDraft, "remembered" | "notRemembered">> {
  const given = rulesIn(input);
  const rules = given.filter(({ reason }) => reason === undefined);
  const reasons = [TOO_LONG, OF_ANY_ISSUE, NAMED].filter((it) => given.some(({ reason }) => reason === it));
  const notRemembered = reasons.length > 0 ? { notRemembered: reasons.join(" ") } : {};
  if (rules.length === 0) return { remembered: [], ...notRemembered };
  const added = rules.map(({ title, issueKey }) => ({ pattern: patternOf(title), issueKey }));
  try {
    await context.evidence.remember(added, context);
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    return { remembered: [], notRemembered: error.message };
  }
  // The user may keep titles from whoever reads the reply.
  const shown = rules.map(({ ref, issueKey }) => ({ pattern: ref, issueKey }));
  return { remembered: input.hasTitles ? added : shown, ...notRemembered };
}

/** The titles of what the user gave an issue, each once, with the last one that was given. */
function rulesIn(input: DraftInput): Given[] {
  const groups = groupsByRef(input);
  const rules = new Map<string, Given>();
  for (const { ref, issueKey } of input.assign) {
    const group = groups.get(ref);
    if (!group || group.item.title === "") continue;
    const { title, evidence } = group.item;
    const reason = group.isNamed ? NAMED : reasonAgainst(title, evidence);
    rules.set(title.toLowerCase(), { ref, title, issueKey: issueKey.toUpperCase(), reason });
  }
  return [...rules.values()];
}

function reasonAgainst(title: string, evidence: Evidence): string | undefined {
  const isShared = (branch: string) => branch === "" || branch === "HEAD" || LONG_LIVED.test(branch);
  // Work there may belong to any issue, so a rule would give it the wrong one.
  if (evidence.kind !== "meeting" && isShared(evidence.detail?.trim() ?? "")) return OF_ANY_ISSUE;
  return isPattern(title) ? undefined : TOO_LONG;
}
