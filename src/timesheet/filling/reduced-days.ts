import { balanceOf, type DayHours } from "../day-balance.ts";
import { groupBy } from "../group-by.ts";
import { toHours } from "../hours.ts";
import { sum } from "../missing-days.ts";
import type { Target } from "./plan-day.ts";

/** Dates that get less than a full day would, or nothing, for the same reason. */
export interface ReducedDays {
  why: string;
  /** A text: days in a row, apart from days off, are the first and the last one. */
  dates: string;
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
  return [...groupBy(reduced, (day) => whyReduced(day, full))].map(([why, ofReason]) => ({
    why,
    dates: runsOf(ofReason, days.filter(isShown)).join(", "),
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

function whyReduced({ requiredSeconds, bookedSeconds, holiday }: DayHours, full: number): string {
  if (requiredSeconds === 0) return holiday === undefined ? "day off" : `holiday: ${holiday}`;
  const name = holiday === undefined ? "" : ` (${holiday})`;
  return [
    ...(requiredSeconds < full ? [`${toHours(requiredSeconds)} h required${name}`] : []),
    ...(bookedSeconds > 0 ? [`${toHours(bookedSeconds)} h logged`] : []),
  ].join(", ");
}
