import { addDays, type DateRange, isCalendarDate, isWholeMonth } from "../timesheet/dates.ts";
import { toHours } from "../timesheet/hours.ts";

/** The form of numbers and dates: the words are English, the rest follows the host's locale. */
export interface Format {
  /** `7.5`, or `7,5` where that is usual. */
  number(value: number): string;
  /** `7.5`, from seconds. */
  hours(seconds: number): string;
  /** `7.5 h`, from seconds. */
  unit(seconds: number): string;
  /** `Wednesday, 4 November`. */
  day(date: string): string;
  /** `Wed, 4 Nov`; with the year if it is not this one. */
  shortDay(date: string): string;
  /** `Nov 4`. */
  dayAndMonth(date: string): string;
  /** `November 2026`. */
  month(date: string): string;
  /** `November 2026`, `2–8 November 2026`, or one day. */
  range(range: DateRange): string;
  /** `Wednesday` and `Wed`, by any date of it. */
  weekday(date: string): { long: string; short: string };
  /** 1 is Monday, 7 is Sunday. */
  firstWeekday: number;
  locale: string;
}

/** An unknown locale counts as none. @param today YYYY-MM-DD */
export function formatFor(wanted: string | undefined, today: string): Format {
  const locale = known(wanted) ?? known(navigator.language) ?? new Intl.Locale("en-GB");
  // Digits as in the English dates beside them.
  const style = { maximumFractionDigits: 2, numberingSystem: "latn" };
  const numbers = new Intl.NumberFormat(locale.toString(), style);
  const region = locale.maximize().region;
  const english = region === undefined ? "en" : `en-${region}`;
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(english, { ...options, timeZone: "UTC" });
    // A row that failed has what the call gave as its date.
    return (date: string) => (isCalendarDate(date) ? format.format(midnight(date)) : date);
  };
  const day = dates({ weekday: "long", day: "numeric", month: "long" });
  const month = dates({ month: "long", year: "numeric" });
  const ofThisYear = dates({ weekday: "short", day: "numeric", month: "short" });
  const ofAnyYear = dates({ weekday: "short", day: "numeric", month: "short", year: "numeric" });
  const long = dates({ weekday: "long" });
  const short = dates({ weekday: "short" });
  const whole = new Intl.DateTimeFormat(english, { dateStyle: "long", timeZone: "UTC" });
  const hours = (seconds: number) => numbers.format(toHours(seconds));
  return {
    number: (value) => numbers.format(value),
    hours,
    unit: (seconds) => `${hours(seconds)} h`,
    day,
    shortDay: (date) => (date.slice(0, 4) === today.slice(0, 4) ? ofThisYear : ofAnyYear)(date),
    dayAndMonth: dates({ day: "numeric", month: "short" }),
    month,
    range: (range) =>
      isWholeMonth(range)
        ? month(range.startDate)
        : whole.formatRange(midnight(range.startDate), midnight(range.endDate)),
    weekday: (date) => ({ long: long(date), short: short(date) }),
    firstWeekday: firstWeekdayOf(locale),
    locale: english,
  };
}

function midnight(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** `1 day`, `2 days`. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`;
}

/** `45 %`. @param share from 0 to 1 */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Seven dates, of which the first falls on the given weekday. */
export function weekFrom(firstWeekday: number): string[] {
  const monday = "2024-01-01";
  return Array.from({ length: 7 }, (_, index) => addDays(monday, firstWeekday - 1 + index));
}

function known(locale: string | undefined): Intl.Locale | undefined {
  try {
    return locale === undefined ? undefined : new Intl.Locale(locale);
  } catch {
    return undefined;
  }
}

/** A function in today's browsers, a property in some, and missing in others. */
interface WeekOfLocale {
  getWeekInfo?(): { firstDay: number };
  weekInfo?: { firstDay: number };
}

function firstWeekdayOf(locale: Intl.Locale & WeekOfLocale): number {
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}
