import { ONE_CALL_POSTS, words } from "../../text/words.ts";
import { describeLock } from "../approvals/errors.ts";
import { balanceOf, type DayHours, dayHours, secondsByDate, sum } from "../day-balance.ts";
import { digestOf } from "../digest.ts";
import { InvalidInputError } from "../errors.ts";
import { groupBy } from "../group-by.ts";
import { toHours } from "../hours.ts";
import { MAX_BATCH } from "../limits.ts";
import type { Approval, NewWorklog, ScheduledDay } from "../port.ts";
import type { LoggedTimes } from "../posting/post-planned.ts";
import { type DayPlan, planDay, type Skipped, type Target } from "./plan-day.ts";

/** The targets of a date, and those that are left out whatever is logged. */
export interface Wanted {
  targets: Target[];
  skipped: Skipped[];
}

export interface Plan extends DayPlan {
  days: DayHours[];
  reduced: ReducedDays[];
}

/** Days off, holidays and full days are left alone. @throws InvalidInputError if it has more worklogs than a call may post */
export function makePlan(
  schedule: readonly ScheduledDay[],
  { existing, unlisted, inDoubt }: LoggedTimes,
  wantedOn: (date: string) => Wanted,
  lockOf: (date: string) => Approval | undefined,
): Plan {
  const logged = [...existing, ...unlisted];
  const days = dayHours(schedule, logged);
  const unlistedSeconds = secondsByDate(unlisted);
  const plans = days.map((day): DayPlan => {
    const { date, requiredSeconds } = day;
    const seconds = requiredSeconds > 0 ? (unlistedSeconds.get(date) ?? 0) : 0;
    const notes = seconds > 0 ? [notListed(date, seconds)] : [];
    const reason = requiredSeconds > 0 ? inDoubt.get(date) : undefined;
    if (reason !== undefined) return { worklogs: [], skipped: [...notes, { date, reason }] };
    if (balanceOf(day).missingSeconds === 0) return { worklogs: [], skipped: notes };
    const lock = lockOf(date);
    if (lock) return { worklogs: [], skipped: [...notes, { date, reason: describeLock(lock) }] };
    const { targets, skipped } = wantedOn(date);
    const ofDate = logged.filter((time) => time.date === date);
    const planned = planDay(day, targets, ofDate);
    return { worklogs: planned.worklogs, skipped: [...notes, ...planned.skipped, ...skipped] };
  });
  const worklogs = plans.flatMap((plan) => plan.worklogs);
  if (worklogs.length > MAX_BATCH) {
    throw new InvalidInputError(
      words`The plan has ${worklogs.length} worklogs; ${ONE_CALL_POSTS} at most ${MAX_BATCH}. Nothing was sent; split the range.`,
    );
  }
  const targetsOf = (date: string) => (inDoubt.has(date) || lockOf(date) ? [] : wantedOn(date).targets);
  return {
    days,
    worklogs,
    skipped: plans.flatMap((plan) => plan.skipped),
    reduced: reducedDays(days, targetsOf),
  };
}

/** Changes with anything that would be logged. */
export function digestOfPlan({ worklogs }: Pick<Plan, "worklogs">): string {
  return digestOf(
    worklogs.map(({ issue, date, seconds, billableSeconds, comment, attributes = [] }) => [
      date,
      issue.id,
      seconds,
      billableSeconds,
      comment,
      ...attributes.flatMap(({ key, value }) => [key, value]),
    ]),
  );
}

/** The seconds that are missing of all days with these worklogs. */
export function missingAfter(
  days: readonly DayHours[],
  worklogs: Iterable<Pick<NewWorklog, "date" | "seconds">>,
): number {
  const added = new Map<string, number>();
  for (const { date, seconds } of worklogs) added.set(date, (added.get(date) ?? 0) + seconds);
  const filled = days.map((day) => ({
    ...day,
    loggedSeconds: day.loggedSeconds + (added.get(day.date) ?? 0),
  }));
  return sum(filled, (day) => balanceOf(day).missingSeconds);
}

function notListed(date: string, seconds: number): Skipped {
  return {
    date,
    reason: `${toHours(seconds)} h were stored a moment ago and are not in Tempo's list yet; if you have deleted them, plan it again in a minute`,
  };
}

/** Dates that get less than a full day would, or nothing, for the same reason. */
interface ReducedDays {
  reason: string;
  /** A text: days in a row, apart from days off, are the first and the last one. */
  when: string;
}

/** @param targetsOf those of a date; none for a date that is left alone for another reason */
export function reducedDays(
  days: readonly DayHours[],
  targetsOf: (date: string) => readonly Target[],
): ReducedDays[] {
  const asked = days.filter(({ date }) => targetsOf(date).length > 0);
  const full = Math.max(0, ...days.map(({ requiredSeconds }) => requiredSeconds));
  // A weekend explains itself, unless nothing else is asked for.
  const isOff = ({ requiredSeconds, holiday }: DayHours) => requiredSeconds === 0 && holiday === undefined;
  const areAllOff = asked.every(isOff);
  const isShown = (day: DayHours) => areAllOff || !isOff(day);
  const shown = asked.filter(isShown);
  const reduced = shown.filter(
    (day) => day.requiredSeconds === 0 || balanceOf(day).missingSeconds < wanted(targetsOf(day.date), full),
  );
  return [...groupBy(reduced, (day) => whyReduced(day, full))].map(([reason, ofReason]) => ({
    reason,
    when: runsOf(ofReason, days.filter(isShown)).join(", "),
  }));
}

/** The days as texts, those that are neighbours among all in one. */
function runsOf(days: readonly DayHours[], all: readonly DayHours[]): string[] {
  const runs: DayHours[][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    const before = all[all.indexOf(day) - 1];
    if (last && before && last.at(-1) === before) last.push(day);
    else runs.push([day]);
  }
  return runs.map((run) => {
    const [first, last] = [run[0]?.date ?? "", run.at(-1)?.date ?? ""];
    return first === last ? first : `${first} to ${last}`;
  });
}

/** The seconds that targets get on a full day. */
function wanted(targets: readonly Target[], full: number): number {
  const isRestAsked = targets.some(({ seconds }) => seconds === undefined);
  return isRestAsked
    ? full
    : Math.min(
        full,
        sum(targets, ({ seconds = 0 }) => seconds),
      );
}

function whyReduced({ requiredSeconds, loggedSeconds, holiday }: DayHours, full: number): string {
  if (requiredSeconds === 0) return holiday === undefined ? "day off" : `holiday: ${holiday}`;
  const name = holiday === undefined ? "" : ` (${holiday})`;
  return [
    ...(requiredSeconds < full ? [`${toHours(requiredSeconds)} h required${name}`] : []),
    ...(loggedSeconds > 0 ? [`${toHours(loggedSeconds)} h logged`] : []),
  ].join(", ");
}
