import { hasGiven } from "../attributes.ts";
import { plainComment } from "../content.ts";
import { balanceOf, type DayHours, MIN_GAP_SECONDS, sum } from "../day-balance.ts";
import { groupBy } from "../group-by.ts";
import { toHours } from "../hours.ts";
import type { Attributes, AttributeValue, Issue, NewWorklog } from "../port.ts";

/** Time that a date is to have on an issue. */
export interface Target {
  issue: Issue;
  /** Undefined for the rest of the day after the other targets; at most one target of a date is. */
  seconds: number | undefined;
  /** The share of the time that is billable: 0 for none, 1 for all of it. */
  billable: number;
  comment: string;
  /** Work attributes that the call gives to the worklogs, ascending by key. */
  attributes?: readonly AttributeValue[];
}

export interface Skipped {
  date: string;
  issueKey?: string;
  reason: string;
}

/** Time that is logged on a date already. */
export interface LoggedTime {
  issueId: string;
  seconds: number;
  billableSeconds: number;
  /** Undefined if it is not known. */
  comment?: string;
  /** Undefined if they are not known. */
  attributes?: Attributes;
}

export interface DayPlan {
  worklogs: NewWorklog[];
  skipped: Skipped[];
}

/**
 * Plans what is missing of the targets of a date and fits into its missing hours. Time that an issue has on the date already counts as
 * part of its targets, so that a plan which was carried out in part is completed, and never doubled.
 */
export function planDay(day: DayHours, targets: readonly Target[], logged: readonly LoggedTime[]): DayPlan {
  const { date } = day;
  const fixed = merge(targets.filter(isFixed));
  const credits = creditsOf(targets, fixed, logged);
  const worklogs: NewWorklog[] = [];
  const skipped: Skipped[] = [];
  let left = balanceOf(day).missingSeconds;
  const add = ({ issue, billable, comment, attributes }: Target, seconds: number) => {
    const billableSeconds = Math.round(seconds * billable);
    worklogs.push({ issue, date, seconds, billableSeconds, comment, ...(attributes && { attributes }) });
    left -= seconds;
  };
  const skip = ({ issue }: Target, reason: string) => skipped.push({ date, issueKey: issue.key, reason });

  for (const target of fixed) {
    const credit = credits.get(target) ?? 0;
    const wanted = target.seconds - credit;
    if (wanted < MIN_GAP_SECONDS) {
      skip(target, `${toHours(secondsOn(target.issue, logged))} h are logged on it already`);
      continue;
    }
    const fitting = Math.min(wanted, left);
    if (fitting >= MIN_GAP_SECONDS) add(target, fitting);
    if (fitting < wanted)
      skip(target, `${toHours(wanted - Math.max(0, fitting))} of ${toHours(target.seconds)} h do not fit`);
  }
  for (const target of targets) if (!isFixed(target) && left >= MIN_GAP_SECONDS) add(target, left);
  return { worklogs: mergeWorklogs(worklogs), skipped };
}

/** All of an issue's time on the date, which may be more than a target counts. */
function secondsOn({ id }: Issue, logged: readonly LoggedTime[]): number {
  return sum(logged, ({ issueId, seconds }) => (issueId === id ? seconds : 0));
}

type FixedTarget = Target & { seconds: number };

function isFixed(target: Target): target is FixedTarget {
  return target.seconds !== undefined;
}

/**
 * The seconds of each fixed target that are logged: first by what has its comment and attributes and is billable or not as it is, then by
 * what has its comment and attributes, then by what has its comment, then by anything else on its issue. What is more like the target that
 * gets what is left counts for none.
 */
function creditsOf(
  targets: readonly Target[],
  fixed: readonly FixedTarget[],
  logged: readonly LoggedTime[],
): Map<FixedTarget, number> {
  const left = logged.map((time) => ({ ...time }));
  const credits = new Map<FixedTarget, number>();
  const rest = targets.find((target) => !isFixed(target));
  const isLikeRest = (time: LoggedTime) => rest?.issue.id === time.issueId && hasComment(rest, time);
  const isOfRest = (time: LoggedTime) => rest && isLikeRest(time) && hasGiven(rest, time);
  const isEqual = (target: FixedTarget, time: LoggedTime) =>
    hasComment(target, time) &&
    hasGiven(target, time) &&
    !(isOfRest(time) && givenCount(rest) > givenCount(target));
  const passes: ((target: FixedTarget, time: LoggedTime) => boolean)[] = [
    (target, time) => isEqual(target, time) && target.billable > 0 === time.billableSeconds > 0,
    isEqual,
    (target, time) => hasComment(target, time) && !isOfRest(time),
    (_, time) => !isLikeRest(time),
  ];
  // A target that gives fewer attributes must not take the time of one that gives more.
  const inOrder = fixed.toSorted((a, b) => givenCount(b) - givenCount(a));
  for (const isFor of passes)
    for (const target of inOrder)
      for (const time of left.filter((it) => it.issueId === target.issue.id && isFor(target, it))) {
        const seconds = Math.min(time.seconds, target.seconds - (credits.get(target) ?? 0));
        credits.set(target, (credits.get(target) ?? 0) + seconds);
        time.seconds -= seconds;
      }
  return credits;
}

function givenCount({ attributes = [] }: Partial<Target> = {}): number {
  return attributes.length;
}

function hasComment(target: Target, { comment }: LoggedTime): boolean {
  return comment !== undefined && plainComment(comment) === plainComment(target.comment);
}

function merge(targets: readonly FixedTarget[]): FixedTarget[] {
  return [...groupBy(targets, keyOf).values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, seconds: group.reduce((sum, { seconds }) => sum + seconds, 0) }] : [];
  });
}

function mergeWorklogs(worklogs: readonly NewWorklog[]): NewWorklog[] {
  const groups = groupBy(worklogs, (worklog) =>
    keyOf({ ...worklog, billable: Math.sign(worklog.billableSeconds) }),
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const seconds = sum([first, ...others], (it) => it.seconds);
    return [{ ...first, seconds, billableSeconds: sum([first, ...others], (it) => it.billableSeconds) }];
  });
}

function keyOf({
  issue,
  billable,
  comment,
  attributes = [],
}: Pick<Target, "issue" | "billable" | "comment" | "attributes">): string {
  return JSON.stringify([issue.id, billable, plainComment(comment), attributes]);
}
