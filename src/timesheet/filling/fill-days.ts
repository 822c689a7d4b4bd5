import type { FillDaysInput } from "../../generated/inputs.ts";
import { findLocks } from "../approvals/locks.ts";
import { valuesByKey } from "../attributes.ts";
import type { CallContext } from "../call-context.ts";
import { addDays, countDays, type DateRange, datesOf, dayOfWeek } from "../dates.ts";
import { groupBy } from "../group-by.ts";
import { readTime, toSeconds } from "../hours.ts";
import { sayOnlyInJira } from "../only-in-jira.ts";
import type { Attributes, AttributeValue, Issue, LoggedWorklog } from "../port.ts";
import { issueNotFound } from "../posting/errors.ts";
import { type LoggedTimes, type PlanFailure, plannedOutcomes, postPlanned } from "../posting/post-planned.ts";
import { completeSchedule } from "../schedule.ts";
import { LATE_HOURS_READ_MS } from "../timeline.ts";
import { inOrder } from "../worklogs.ts";
import { ownZone } from "../zones.ts";
import { digestOfPlan, makePlan, missingAfter, type Plan, type Wanted } from "./plan.ts";

/** A worklog of a plan; stored, if it has an id. */
export interface FilledWorklog {
  issue: Issue;
  date: string;
  seconds: number;
  comment: string;
  /** Work attributes that the plan sets; of a stored worklog, with the values that Tempo shows, if it shows any. */
  attributes?: readonly AttributeValue[];
  id?: string;
}

export interface Filled {
  plan: Plan;
  /** Whether nothing of the plan was sent. */
  isPlan: boolean;
  /** The digest of the plan, to confirm it; undefined if it was carried out, or has nothing to confirm. */
  digest?: string;
  worklogs: FilledWorklog[];
  /** The sentences to read before a plan is confirmed; none for a result. */
  warnings: string[];
  /** The sum of all days, with these worklogs. */
  missingSecondsAfter: number;
  failures: PlanFailure[];
}

/**
 * Plans what is missing, and carries the plan out if `confirm` is its digest. The plan is made anew while nothing else writes for
 * the user, so what is logged is what was confirmed, and what was logged meanwhile is never logged again.
 */
export async function fillDays(
  range: DateRange,
  { rows, copyFrom, billable, confirm }: Pick<FillDaysInput, "rows" | "copyFrom" | "billable" | "confirm">,
  context: CallContext,
): Promise<Filled> {
  const { timesheet } = context;
  const [days, wantedOn, lockOf] = await Promise.all([
    timesheet.getSchedule(range, context),
    copyFrom
      ? copiedTargets({ endDate: copyFrom.startDate, ...copyFrom }, range, billable, context)
      : targetsOfRows(rows ?? [], billable ?? true, context),
    findLocks(datesOf(range), context),
  ]);
  const schedule = completeSchedule(range, days);
  const planOf = (logged: LoggedTimes) => makePlan(schedule, logged, wantedOn, lockOf);
  const isConfirmed = (plan: Plan) => plan.worklogs.length > 0 && digestOfPlan(plan) === confirm;
  // The plan has left the locked days out.
  const checked = { ...context, checksPeriods: false };
  const isWanted = confirm === undefined || context.onlyPlans ? undefined : isConfirmed;
  const { plan, outcomes } = await postPlanned(range, planOf, isWanted, checked);
  context.logged(plan.days);
  if (!outcomes) return planned(plan, await warningsOf(plan, context));
  const { stored, failures } = plannedOutcomes(plan.worklogs, outcomes);
  const worklogs = stored.map(({ planned, stored: { id, date, seconds, comment, attributes }, issue }) => ({
    ...{ id, issue, date, seconds, comment },
    ...(planned.attributes && { attributes: shownOf(planned.attributes, attributes) }),
  }));
  const missingSecondsAfter = missingAfter(plan.days, worklogs);
  return { plan, isPlan: false, worklogs, warnings: [], missingSecondsAfter, failures };
}

function shownOf(given: readonly AttributeValue[], shown: Attributes | undefined): AttributeValue[] {
  const values = shown && valuesByKey(shown);
  return given.map(({ key, value }) => ({ key, value: values ? (values.get(key) ?? "") : value }));
}

/** The hours that Tempo does not list yet fill days, whatever their issue: dates count, not issues. */
async function warningsOf({ worklogs }: Plan, context: CallContext): Promise<string[]> {
  const dates = worklogs.map(({ date }) => date).sort();
  const [startDate, endDate] = [dates[0], dates.at(-1)];
  if (startDate === undefined || endDate === undefined) return [];
  const { timesheet, clock } = context;
  const deadline = Math.min(context.deadline, clock.now() + LATE_HOURS_READ_MS);
  const zone = ownZone(await timesheet.readProfile(context));
  const reading = timesheet.hoursOnlyInJira({ startDate, endDate }, zone, { ...context, deadline });
  return sayOnlyInJira(
    reading.then(({ hours, ...rest }) => ({
      ...rest,
      hours: hours.filter(({ date }) => dates.includes(date)),
    })),
    "plan",
  );
}

function planned(plan: Plan, warnings: string[]): Filled {
  const { days, worklogs } = plan;
  return {
    plan,
    isPlan: true,
    ...(worklogs.length > 0 && { digest: digestOfPlan(plan) }),
    worklogs,
    warnings,
    missingSecondsAfter: missingAfter(days, worklogs),
    failures: [],
  };
}

async function targetsOfRows(
  rows: NonNullable<FillDaysInput["rows"]>,
  billable: boolean,
  context: CallContext,
): Promise<(date: string) => Wanted> {
  const keys = [...new Set(rows.map(({ issueKey }) => issueKey))];
  const issues = await context.timesheet.findIssues(keys, context);
  const targets = await Promise.all(
    rows.map(async ({ issueKey, hours, timeSpent, weekdays, description: comment = "", ...row }) => {
      const issue = issues.get(issueKey);
      if (!issue) throw issueNotFound(issueKey);
      const seconds = timeSpent === undefined ? hours && toSeconds(hours) : readTime(timeSpent);
      const attributes = await context.timesheet.givenAttributes(row.attributes, issue, context);
      return {
        ...{ weekdays, issue, seconds, billable: Number(billable), comment },
        ...(attributes.length > 0 && { attributes }),
      };
    }),
  );
  return (date) => ({
    targets: targets.filter(({ weekdays }) => weekdays?.includes(dayOfWeek(date)) ?? true),
    skipped: [],
  });
}

const WEEK = 7;

/**
 * The worklogs of the source, weekday by weekday: several weeks repeat in order, and one date goes to every date. A source issue
 * that is closed, or that the user may not see any more, is skipped.
 *
 * @param billable whether the copies are; undefined for as their source
 */
export async function copiedTargets(
  source: DateRange,
  target: DateRange,
  billable: boolean | undefined,
  context: CallContext,
): Promise<(date: string) => Wanted> {
  const worklogs = inOrder(await context.timesheet.getWorklogs(source, undefined, context));
  const ids = [...new Set(worklogs.map(({ issue }) => issue.id))];
  const states = await context.timesheet.issueStates(ids, context);
  const byDate = groupBy(worklogs, ({ date }) => date);
  return (date) => {
    const copied = byDate.get(sourceDate(date, source, target)) ?? [];
    return {
      targets: copied
        .filter(({ issue }) => states.get(issue.id) === "open")
        .map(({ issue, seconds, billableSeconds, comment }) => ({
          issue,
          seconds,
          billable: billable === undefined ? billableSeconds / seconds : Number(billable),
          comment,
        })),
      skipped: [...groupBy(copied, ({ issue }) => issue.id)].flatMap(([id, [first]]) => {
        const state = states.get(id);
        if (!first || state === "open") return [];
        return [{ date, issueKey: first.issue.key, reason: whyNotCopied(first, state) }];
      }),
    };
  };
}

function whyNotCopied({ issue }: LoggedWorklog, state: "closed" | undefined): string {
  return state === "closed" ? `${issue.key} is closed` : `You can no longer see ${issue.key}`;
}

/** The date of the source that a date copies; outside the source if its weeks lack the weekday. */
export function sourceDate(date: string, source: DateRange, target: DateRange): string {
  if (countDays(source) === 1) return source.startDate;
  const weeks = Math.ceil(countDays(source) / WEEK);
  const offset = daysSinceWeekday(date, source.startDate);
  // The weeks of the target start on the weekday on which the source starts.
  const firstWeek = addDays(target.startDate, -daysSinceWeekday(target.startDate, source.startDate));
  const week = Math.floor((countDays({ startDate: firstWeek, endDate: date }) - 1) / WEEK);
  return addDays(source.startDate, (week % weeks) * WEEK + offset);
}

/** Days from the last date with the weekday of `other` to `date`. */
function daysSinceWeekday(date: string, other: string): number {
  let days = 0;
  while (dayOfWeek(addDays(date, -days)) !== dayOfWeek(other)) days += 1;
  return days;
}
