import { ifReadable, UnreadableEventError } from "./errors.ts";
import { DAY_MS, type Moment, momentOf } from "./property.ts";

/** The days from Sunday on, as RFC 5545 abbreviates them. */
const DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** The most times of day that a rule may choose. */
const MAX_TIMES = 24;

type Frequency = (typeof FREQUENCIES)[number];

interface WeekdayOfPeriod {
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

const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;

/** Parts of programs of their own, and those that say what is meant without them. */
const MEANS_NOTHING = /^(?:X-.*|[A-Z]*=|RSCALE=GREGORIAN|SKIP=OMIT|COUNT=(?:-\d+|0+))$/;

/** @throws UnreadableEventError for a rule that is not valid, repeats more often than daily, or has a part that is not supported */
export function parseRule(value: string): Rule {
  const parts = new Map<string, string>();
  for (const part of value
    .toUpperCase()
    .replaceAll(/[\s\\]+/g, "")
    .split(";")) {
    if (part === "" || MEANS_NOTHING.test(part)) continue;
    const [key = "", text = "", ...more] = part.split("=");
    if (!KNOWN.has(key) || more.length > 0 || (parts.get(key) ?? text) !== text) throw unsupported();
    parts.set(key, text);
  }
  const frequency = FREQUENCIES.find((it) => it === parts.get("FREQ"));
  if (!frequency) throw unsupported();
  const numbers = (key: string, from: number, to: number) => numbersOf(parts.get(key), from, to);
  const until = parts.get("UNTIL");
  const rule: Rule = {
    frequency,
    interval: numbers("INTERVAL", 1, 10_000)?.[0] ?? 1,
    count: numbers("COUNT", 1, Number.MAX_SAFE_INTEGER)?.[0],
    until: until === undefined ? undefined : untilOf(until),
    weekStart: dayOf(parts.get("WKST") ?? "MO"),
    months: numbers("BYMONTH", 1, 12),
    monthDays: numbers("BYMONTHDAY", -31, 31),
    yearDays: numbers("BYYEARDAY", -366, 366),
    weekdays: eachOf(parts.get("BYDAY"))?.map(weekdayOfPeriod),
    hours: numbers("BYHOUR", 0, 23),
    minutes: numbers("BYMINUTE", 0, 59),
    seconds: numbers("BYSECOND", 0, 59),
    positions: numbers("BYSETPOS", -366, 366),
  };
  const times = [rule.hours, rule.minutes, rule.seconds].map((list) => list?.length ?? 1);
  if (times.reduce((product, count) => product * count, 1) > MAX_TIMES) throw unsupported();
  return rule;
}

/** A date whose time cannot be read still ends the rule. */
function untilOf(text: string): Moment {
  return ifReadable(() => momentOf(text, undefined)) ?? momentOf(text.slice(0, 8), undefined);
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
  const items = new Set(list?.split(",").filter(Boolean));
  return items.size === 0 ? undefined : [...items];
}

function weekdayOfPeriod(text: string): WeekdayOfPeriod {
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

/** The most days, weeks, months or years of a rule that are looked at: 54 years of a daily event that ends after a count. */
const MAX_PERIODS = 20_000;

/** The most comparisons of days with what a rule names: a tenth of a second. */
const MAX_COMPARED = 400_000;

interface Window {
  from: number;
  to: number;
  /** The end of the rule. */
  until?: number;
}

/**
 * The times at which an event occurs in a window, ascending. All times are of the event's own wall clock, in milliseconds as if they were
 * of UTC: a change of clocks moves none of them. The window is reached without a look at the years before, unless the rule
 * counts, and the work is bounded by the window, whatever the rule.
 *
 * @param start the first occurrence, whether or not the rule has it
 * @throws UnreadableEventError if that takes too many periods
 */
export function occurrencesOf(rule: Rule, start: number, { from, to, until = to }: Window): number[] {
  const end = Math.min(to, until);
  const found = start >= from && start <= to ? [start] : [];
  const first = rule.count === undefined ? Math.max(0, periodsBetween(rule, start, from) - 1) : 0;
  const times = timesOfDay(rule, start);
  const comparisons = comparisonsOf(rule) + times.length;
  let [count, compared] = [1, 0];
  for (let index = first; ; index += 1) {
    const days = daysOfPeriod(rule, start, index);
    compared += days.days.length * comparisons + (rule.positions?.length ?? 0);
    if (index - first > MAX_PERIODS || compared > MAX_COMPARED) throw new UnreadableEventError("rule");
    if (days.begin * DAY_MS > end) return found;
    for (const wall of wallsOf(rule, start, days, times)) {
      if (wall <= start) continue;
      if (wall > end || count === rule.count) return found;
      count += 1;
      if (wall >= from) found.push(wall);
    }
  }
}

/** The comparisons for a day. */
function comparisonsOf({ months, monthDays, yearDays, weekdays }: Rule): number {
  const lists: (readonly unknown[] | undefined)[] = [months, monthDays, yearDays, weekdays];
  return lists.reduce((sum, list) => sum + (list?.length ?? 1), 0);
}

/** Days are counted from 1970. */
interface PeriodDays {
  begin: number;
  /** The days that the rule may choose. */
  days: number[];
}

/** The number of periods of the rule that begin between two times, about. */
function periodsBetween({ frequency, interval }: Rule, start: number, from: number): number {
  const [a, b] = [new Date(start), new Date(from)];
  const years = b.getUTCFullYear() - a.getUTCFullYear();
  const periods = {
    DAILY: (from - start) / DAY_MS,
    WEEKLY: (from - start) / DAY_MS / 7,
    MONTHLY: years * 12 + b.getUTCMonth() - a.getUTCMonth(),
    YEARLY: years,
  };
  return Math.floor(periods[frequency] / interval);
}

function daysOfPeriod(rule: Rule, start: number, index: number): PeriodDays {
  const { frequency, interval } = rule;
  const startDay = Math.floor(start / DAY_MS);
  const date = new Date(start);
  const steps = index * interval;
  if (frequency === "DAILY") return { begin: startDay + steps, days: [startDay + steps] };
  if (frequency === "WEEKLY") {
    const begin = startDay - ((weekdayOf(startDay) - rule.weekStart + 7) % 7) + steps * 7;
    return { begin, days: Array.from({ length: 7 }, (_, day) => begin + day) };
  }
  if (frequency === "MONTHLY") {
    const days = daysOfMonth(date.getUTCFullYear(), date.getUTCMonth() + steps);
    return { begin: days[0] ?? 0, days };
  }
  const year = date.getUTCFullYear() + steps;
  const hasDays = rule.monthDays ?? rule.yearDays ?? rule.weekdays;
  const all = hasDays ? Array.from({ length: 12 }, (_, month) => month + 1) : [date.getUTCMonth() + 1];
  const months = [...new Set(rule.months ?? all)].sort((a, b) => a - b);
  return { begin: dayNumber(year, 0, 1), days: months.flatMap((month) => daysOfMonth(year, month - 1)) };
}

/** The times of a period that the rule chooses, ascending; some may be before the start. */
function wallsOf(rule: Rule, start: number, { days }: PeriodDays, times: readonly number[]): number[] {
  const walls = days
    .filter((day) => isChosen(rule, start, day))
    .flatMap((day) => times.map((time) => day * DAY_MS + time));
  if (!rule.positions) return walls;
  const chosen = rule.positions.map((position) => walls.at(position > 0 ? position - 1 : position));
  return [...new Set(chosen)].filter((wall) => wall !== undefined).sort((a, b) => a - b);
}

function timesOfDay({ hours, minutes, seconds }: Rule, start: number): number[] {
  const date = new Date(start);
  const times = (hours ?? [date.getUTCHours()]).flatMap((hour) =>
    (minutes ?? [date.getUTCMinutes()]).flatMap((minute) =>
      (seconds ?? [date.getUTCSeconds()]).map((second) => ((hour * 60 + minute) * 60 + second) * 1000),
    ),
  );
  return [...new Set(times)].sort((a, b) => a - b);
}

function isChosen(rule: Rule, start: number, day: number): boolean {
  const { frequency, months, yearDays, weekdays } = rule;
  const date = new Date(day * DAY_MS);
  const [year, month, monthDay] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const monthDays = rule.monthDays ?? defaultMonthDays(rule, start);
  if (months && !months.includes(month + 1)) return false;
  if (monthDays && !hasPlace(monthDays, monthDay, lengthOfMonth(year, month))) return false;
  if (yearDays) {
    const first = dayNumber(year, 0, 1);
    if (!hasPlace(yearDays, day - first + 1, dayNumber(year + 1, 0, 1) - first)) return false;
  }
  if (!weekdays) return frequency !== "WEEKLY" || weekdayOf(day) === weekdayOf(Math.floor(start / DAY_MS));
  return weekdays.some((weekday) => isWeekday(weekday, day, rule));
}

/** A rule for months or years that names no day means that of the start. */
function defaultMonthDays({ frequency, weekdays, yearDays }: Rule, start: number): number[] | undefined {
  const isLong = frequency === "MONTHLY" || frequency === "YEARLY";
  return isLong && !weekdays && !yearDays ? [new Date(start).getUTCDate()] : undefined;
}

function isWeekday({ day: weekday, nth }: WeekdayOfPeriod, day: number, rule: Rule): boolean {
  if (weekdayOf(day) !== weekday) return false;
  if (nth === undefined || rule.frequency === "WEEKLY" || rule.frequency === "DAILY") return true;
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const isOfYear = rule.frequency === "YEARLY" && !rule.months;
  const first = isOfYear ? dayNumber(year, 0, 1) : dayNumber(year, month, 1);
  const after = isOfYear ? dayNumber(year + 1, 0, 1) : dayNumber(year, month + 1, 1);
  return nth > 0 ? Math.floor((day - first) / 7) + 1 === nth : Math.floor((after - 1 - day) / 7) + 1 === -nth;
}

/** Whether places, counted from 1, or from -1 backwards, name the place of a day. */
function hasPlace(places: readonly number[], place: number, length: number): boolean {
  return places.includes(place) || places.includes(place - length - 1);
}

/** 0 for Sunday; 1 January 1970 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

function daysOfMonth(year: number, month: number): number[] {
  const first = dayNumber(year, month, 1);
  return Array.from({ length: lengthOfMonth(year, month) }, (_, day) => first + day);
}

function lengthOfMonth(year: number, month: number): number {
  return dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);
}

/** @param month from 0; one beyond the year counts on */
function dayNumber(year: number, month: number, day: number): number {
  // API quirk: Date.UTC takes the years 0 to 99 for those of the last century.
  return new Date(0).setUTCFullYear(year, month, day) / DAY_MS;
}
