import type { FindMissingDaysResponse, MissingDay, OverbookedDay } from "../generated/responses.ts";
import { balanceOf, type DayHours } from "./day-balance.ts";
import { toHours } from "./hours.ts";

/** The days with hours missing and those with too many, and the totals of all. */
export function summariseDays(
  days: readonly DayHours[],
): Pick<FindMissingDaysResponse, "days" | "overbooked" | "summary"> {
  const missing = days.filter((day) => missingSeconds(day) > 0);
  const overbooked = days.filter((day) => balanceOf(day).overSeconds > 0).map(toOverbookedDay);
  const required = sum(days, ({ requiredSeconds }) => requiredSeconds);
  const booked = sum(days, ({ bookedSeconds }) => bookedSeconds);
  return {
    days: missing.map(toMissingDay),
    ...(overbooked.length > 0 && { overbooked }),
    summary: {
      missingDays: missing.length,
      missingHours: toHours(sum(missing, missingSeconds)),
      requiredHours: toHours(required),
      bookedHours: toHours(booked),
      balanceHours: toHours(booked - required),
    },
  };
}

export function sum<Item>(items: readonly Item[], secondsOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + secondsOf(item), 0);
}

function toMissingDay(day: DayHours): MissingDay {
  return {
    date: day.date,
    requiredHours: toHours(day.requiredSeconds),
    bookedHours: toHours(day.bookedSeconds),
    missingHours: toHours(missingSeconds(day)),
    ...(day.holiday !== undefined && { holiday: day.holiday }),
  };
}

function missingSeconds(day: DayHours): number {
  return balanceOf(day).missingSeconds;
}

export function toOverbookedDay({ date, requiredSeconds, bookedSeconds }: DayHours): OverbookedDay {
  return { date, requiredHours: toHours(requiredSeconds), bookedHours: toHours(bookedSeconds) };
}
