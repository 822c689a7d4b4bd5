import { sum } from "../../timesheet/missing-days.ts";
import type { Day, DayState } from "./days.ts";

/** The totals of a range, in seconds. */
export interface Coverage {
  /** The missing hours up to today. */
  missing: Amount;
  /** The missing hours after today. */
  upcoming: Amount;
  /** The excess on days that require hours. */
  over: Amount;
  /** The hours logged on days off. */
  extra: Amount;
  requiredSeconds: number;
  bookedSeconds: number;
  isKnown: boolean;
}

export interface Amount {
  days: number;
  seconds: number;
}

export function coverageOf(days: readonly Day[]): Coverage {
  const amount = (states: readonly DayState[], secondsOf: (day: Day) => number): Amount => {
    const found = days.filter(({ state }) => states.includes(state));
    return { days: found.length, seconds: sum(found, secondsOf) };
  };
  return {
    missing: amount(["missing", "partly"], (day) => day.missingSeconds),
    upcoming: amount(["upcoming"], (day) => day.missingSeconds),
    over: amount(["over"], (day) => day.overSeconds),
    extra: amount(["extra"], (day) => day.bookedSeconds ?? 0),
    requiredSeconds: sum(days, (day) => day.requiredSeconds ?? 0),
    bookedSeconds: sum(days, (day) => day.bookedSeconds ?? 0),
    isKnown: days.every(({ state }) => state !== "unknown"),
  };
}

/** The share that is logged, from 0 to 1; 1 if nothing is required. */
export function shareLogged(required: number | undefined, booked: number | undefined): number {
  if (booked === undefined) return 0;
  if (required === undefined || required === 0) return booked > 0 ? 1 : 0;
  return Math.min(1, booked / required);
}
