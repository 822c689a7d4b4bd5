import { UnreadableEventError } from "./errors.ts";
import { type Moment, momentOf, type Property } from "./property.ts";

/** The days from Sunday on, as RFC 5545 abbreviates them. */
const DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** The most times of day that a rule may choose. */
const MAX_TIMES = 24;

export type Frequency = "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";

export interface WeekdayOfPeriod {
  /** 0 for Sunday. */
  day: number;
  /** The first is 1, the last -1; undefined for each one of the period. */
  nth: number | undefined;
}

/** The rule by which an event repeats. Months and days count from 1, and from -1 backwards. */
export interface Rule {
  frequency: Frequency;
  interval: number;
  count: number | undefined;
  until: Moment | undefined;
  /** 0 for Sunday. */
  weekStart: number;
  months: readonly number[] | undefined;
  monthDays: readonly number[] | undefined;
  yearDays: readonly number[] | undefined;
  weekdays: readonly WeekdayOfPeriod[] | undefined;
  hours: readonly number[] | undefined;
  minutes: readonly number[] | undefined;
  seconds: readonly number[] | undefined;
  positions: readonly number[] | undefined;
}

const KNOWN = new Set([
  ...["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYMONTH", "BYMONTHDAY", "BYYEARDAY"],
  ...["BYDAY", "BYHOUR", "BYMINUTE", "BYSECOND", "BYSETPOS"],
]);

const FREQUENCIES: readonly string[] = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] satisfies Frequency[];

/** @throws UnreadableEventError for a rule that is not valid, repeats more often than daily, or has a part that is not supported */
export function parseRule({ value, isCut }: Property): Rule {
  const parts = new Map<string, string>();
  for (const part of value.toUpperCase().split(";")) {
    const [key = "", text = "", ...more] = part.trim().split("=");
    if (key === "" && text === "") continue;
    if (!KNOWN.has(key) || text === "" || more.length > 0 || parts.has(key)) throw unsupported();
    parts.set(key, text);
  }
  const frequency = parts.get("FREQ") ?? "";
  if (isCut || !isFrequency(frequency)) throw unsupported();
  const numbers = (key: string, from: number, to: number) => numbersOf(parts.get(key), from, to);
  const until = parts.get("UNTIL");
  const rule: Rule = {
    frequency,
    interval: numbers("INTERVAL", 1, 10_000)?.[0] ?? 1,
    count: numbers("COUNT", 1, Number.MAX_SAFE_INTEGER)?.[0],
    until: until === undefined ? undefined : momentOf(until, undefined),
    weekStart: dayOf(parts.get("WKST") ?? "MO"),
    months: numbers("BYMONTH", 1, 12),
    monthDays: numbers("BYMONTHDAY", -31, 31),
    yearDays: numbers("BYYEARDAY", -366, 366),
    weekdays: eachOf(parts.get("BYDAY"))?.map(weekdayOf),
    hours: numbers("BYHOUR", 0, 23),
    minutes: numbers("BYMINUTE", 0, 59),
    seconds: numbers("BYSECOND", 0, 59),
    positions: numbers("BYSETPOS", -366, 366),
  };
  const times = [rule.hours, rule.minutes, rule.seconds].map((list) => list?.length ?? 1);
  if (times.reduce((product, count) => product * count, 1) > MAX_TIMES) throw unsupported();
  return rule;
}

function isFrequency(text: string): text is Frequency {
  return FREQUENCIES.includes(text);
}

function numbersOf(text: string | undefined, from: number, to: number): number[] | undefined {
  return eachOf(text)?.map((item) => {
    const number = /^[+-]?\d{1,15}$/.test(item) ? Number(item) : Number.NaN;
    // Only hours, minutes and seconds count from 0.
    if (!(number >= from && number <= to) || (number === 0 && from !== 0)) throw unsupported();
    return number;
  });
}

/** The items of a list, each once. */
function eachOf(list: string | undefined): string[] | undefined {
  return list === undefined ? undefined : [...new Set(list.split(","))];
}

function weekdayOf(text: string): WeekdayOfPeriod {
  const [, nth, day = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
  if (nth !== undefined && Number(nth) === 0) throw unsupported();
  return { day: dayOf(day), nth: nth === undefined ? undefined : Number(nth) };
}

function dayOf(text: string): number {
  const day = DAYS.indexOf(text);
  if (day < 0) throw unsupported();
  return day;
}

function unsupported(): UnreadableEventError {
  return new UnreadableEventError("rule");
}
