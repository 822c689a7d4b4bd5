import { describeLock } from "../approvals/errors.ts";
import { balanceOf, type DayHours, dayHours, secondsByDate } from "../day-balance.ts";
import { digestOf } from "../digest.ts";
import { InvalidInputError } from "../errors.ts";
import { toHours } from "../hours.ts";
import { MAX_BATCH } from "../limits.ts";
import { sum } from "../missing-days.ts";
import type { Approval, NewWorklog, ScheduledDay } from "../port.ts";
import type { LoggedTimes } from "../posting/post-planned.ts";
import { type DayPlan, planDay, type Skipped, type Target } from "./plan-day.ts";
import { type ReducedDays, reducedDays } from "./reduced-days.ts";

/** The reason of a date that is left out until it is decided what an earlier call has stored on it, up to the time. */
export const LEFT_IN_DOUBT =
  "An earlier call has sent a request for this date and got no answer, so it is unknown what is logged on it.";

/** @param until the sentence that says until when it may change */
export function leftInDoubt(until: string): string {
  return `${LEFT_IN_DOUBT} ${until} Plan it again then`;
}

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
    const until = requiredSeconds > 0 ? inDoubt.get(date) : undefined;
    if (until !== undefined)
      return { worklogs: [], skipped: [...notes, { date, reason: leftInDoubt(until) }] };
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
      `The plan has ${worklogs.length} worklogs; one call posts at most ${MAX_BATCH}. ` +
        "Nothing was sent; split the range.",
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
    bookedSeconds: day.bookedSeconds + (added.get(day.date) ?? 0),
  }));
  return sum(filled, (day) => balanceOf(day).missingSeconds);
}

function notListed(date: string, seconds: number): Skipped {
  return {
    date,
    reason: `${toHours(seconds)} h were stored a moment ago and are not in Tempo's list yet; if you have deleted them, plan it again in a minute`,
  };
}
