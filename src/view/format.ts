import { addDays, type DateRange, isCalendarDate, isWholeMonth, toTime } from "../timesheet/dates.ts";
import { toHours } from "../timesheet/hours.ts";

/** The form of numbers and dates: the words are English, the rest follows the host's locale. */
export type Format = ReturnType<typeof formatFor>;

/** An unknown locale counts as none. @param today YYYY-MM-DD */
export function formatFor(wanted: string | undefined, today: string) {
  const locale = known(wanted) ?? known(navigator.language) ?? new Intl.Locale("en-GB");
  // Digits as in the English dates beside them.
  const style = { maximumFractionDigits: 2, numberingSystem: "latn" };
  const numbers = new Intl.NumberFormat(locale, style);
  const region = locale.maximize().region;
  const english = region === undefined ? "en" : `en-${region}`;
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(english, { ...options, timeZone: "UTC" });
    // A row that failed has what the call gave as its date.
    return (date: string) => (isCalendarDate(date) ? format.format(toTime(date)) : date);
  };
  const month = dates({ month: "long", year: "numeric" });
  const dayAndMonth = { day: "numeric", month: "short" } as const;
  const shortDay = { ...dayAndMonth, weekday: "short" } as const;
  const ofThisYear = dates(shortDay);
  const ofAnyYear = dates({ ...shortDay, year: "numeric" });
  const long = dates({ weekday: "long" });
  const short = dates({ weekday: "short" });
  const whole = new Intl.DateTimeFormat(english, { dateStyle: "long", timeZone: "UTC" });
  const hours = (seconds: number) => numbers.format(toHours(seconds));
  return {
    /** `7.5`, or `7,5` where that is usual. */
    number: (value: number) => numbers.format(value),
    /** `7.5`, from seconds. */
    hours,
    /** `7.5 h`, from seconds. */
    unit: (seconds: number) => `${hours(seconds)} h`,
    /** `Wednesday, 4 November`. */
    day: dates({ ...dayAndMonth, weekday: "long", month: "long" }),
    /** `Wed, 4 Nov`; with the year if it is not this one. */
    shortDay: (date: string) => (date.slice(0, 4) === today.slice(0, 4) ? ofThisYear : ofAnyYear)(date),
    /** `Nov 4`. */
    dayAndMonth: dates(dayAndMonth),
    /** `November 2026`. */
    month,
    /** `November 2026`, `2–8 November 2026`, or one day. */
    range: (range: DateRange) =>
      isWholeMonth(range)
        ? month(range.startDate)
        : whole.formatRange(toTime(range.startDate), toTime(range.endDate)),
    /** `Wednesday` and `Wed`, by any date of it. */
    weekday: (date: string) => ({ long: long(date), short: short(date) }),
    /** 1 is Monday, 7 is Sunday. */
    firstWeekday: firstWeekdayOf(locale),
    locale: english,
  };
}

/** `1 day`, `2 days`. */
export function count(number: number, singular: string): string {
  return `${number} ${singular}${number === 1 ? "" : "s"}`;
}

/** Joins those of the texts that there are. */
export function joined(separator: string, texts: readonly (string | number | false | undefined)[]): string {
  return texts.filter(Boolean).join(separator);
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
