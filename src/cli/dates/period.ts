import { loggedDateError } from "../../contract/input-rules.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import {
  addDays,
  countDays,
  type DateRange,
  datesOfMonth,
  datesOfWeek,
  dayOfWeek,
  isCalendarDate,
  isCalendarMonth,
  isWholeMonth,
  isWithin,
  MONTHS,
  monthName,
  monthsUpTo,
  WEEKDAYS,
  weekName,
  weekOf,
} from "../../timesheet/dates.ts";
import { MAX_RANGE_DAYS } from "../../timesheet/limits.ts";
import { sayWaiting } from "../say-waiting.ts";
import { didYouMean, UsageError } from "../usage-error.ts";
import { PERIOD_WORDS } from "./choices.ts";
import { wordsMeant } from "./meant.ts";

const WORDS = PERIOD_WORDS.map(({ name }) => name);

/** The forms, for an error. */
export const FORMS_OF_DATES =
  "2026-11-20, yesterday, -3, monday, this-week, 2026-W47, last, november, 2026-11, or 2026-11-02..2026-11-06; tempofiller help dates lists every form.";

/** The dates that an argument of a command names. @param most the most dates @throws UsageError if it names none, or too many */
export function periodOf(text: string, today: string, command: string, most = MAX_RANGE_DAYS): Period {
  const period = readPeriod(text, today);
  if (!period) {
    checkMeaning(text, today, command);
    const near = didYouMean(text.toLowerCase(), WORDS);
    throw new UsageError(`'${text}' names no dates.${near} Write ${FORMS_OF_DATES}`, command);
  }
  const days = countDays(period);
  if (days < 1) throw new UsageError(`'${text}' ends before it starts: ${rangeName(period)}.`, command);
  if (days > most)
    throw new UsageError(`'${text}' is a range of ${days} days; at most ${most} are allowed.`, command);
  return period;
}

/** @throws UsageError if the words for what a text means are known */
export function checkMeaning(text: string, today: string, command: string): void {
  const words = wordsMeant(text, today, (word) => readPeriod(word, today));
  const [word, other] = words.map((it) => {
    const period = readPeriod(it, today);
    return /^\d/.test(it) || !period ? it : `${it} (${rangeName(period)})`;
  });
  if (word === undefined) return;
  if (other !== undefined)
    throw new UsageError(`'${text}' is ambiguous: write ${word} or ${other}.`, command);
  if (text.includes(" ")) throw new UsageError(`Dates are one word: write ${word}, not '${text}'.`, command);
  throw new UsageError(`Write ${word}, not '${text}'.`, command);
}

/** The most words that are dates together, and the most words of a line that are looked at. */
const MOST = { together: 6, ofLine: 40 };

/** @throws UsageError if some words beside each other are dates together */
export function checkOneWord(line: readonly string[], today: string, command: string): void {
  const words = line.slice(0, MOST.ofLine);
  for (let count = MOST.together; count > 1; count -= 1)
    for (let start = 0; start + count <= words.length; start += 1)
      checkMeaning(words.slice(start, start + count).join(" "), today, command);
}

/** The dates that an argument names, to log hours on them. @throws UsageError if it names none, too many, or one that is years away */
export function loggedPeriodOf(text: string, today: string, command: string): Period {
  const period = periodOf(text, today, command);
  const rule = loggedDateError(period.startDate, today) ?? loggedDateError(period.endDate, today);
  if (rule !== undefined) throw new UsageError(`The date ${rule}, not '${text}'.`, command);
  return period;
}

/** The month that an argument names: by itself, or by a date in it. @throws UsageError */
export function monthPeriod(text: string, today: string): Period {
  const period = periodOf(text, today, "month");
  const month = period.startDate.slice(0, 7);
  if (period.kind === "month") return period;
  if (period.kind === "date") return periodOf(month, today, "month");
  const week = period.kind === "week" ? ` tempofiller week ${text} shows that week.` : "";
  throw new UsageError(`month shows one month, not '${text}'.${week}`, "month");
}

/** The week that an argument names: by itself, or by a date in it. @throws UsageError */
export function weekPeriod(text: string, today: string): Period {
  const period = periodOf(text, today, "week");
  if (period.kind === "week") return period;
  if (period.kind === "date") return { kind: "week", ...weekOf(period.startDate) };
  const month = period.kind === "month" ? ` tempofiller month ${text} shows that month.` : "";
  throw new UsageError(`week shows one week, not '${text}'.${month}`, "week");
}

/** A week or a month that today is in ends today; any other period is as it was written. */
export function upToToday({ kind, ...range }: Period, today: string): DateRange {
  const isCut = (kind === "week" || kind === "month") && isWithin(range, today);
  return isCut ? { ...range, endDate: today } : range;
}

/** A range as a title names it: `November 2026`, `2026-W47`, `2026-11-20` or `2026-11-02 to 2026-11-06`. */
export function rangeName(range: DateRange): string {
  const { startDate, endDate } = range;
  if (startDate === endDate) return startDate;
  if (isWholeMonth(range)) return monthName(startDate);
  const week = weekOf(startDate);
  const isWeek = week.startDate === startDate && week.endDate === endDate;
  return isWeek ? weekName(range) : `${startDate} to ${endDate}`;
}

/** The dates that a command line names. */
export interface Period extends DateRange {
  /** Their form as written: a range has two dots. */
  kind: "date" | "week" | "month" | "range";
}

/** A way to write dates. */
interface DateForm {
  /** Examples, as the help shows them. */
  written: readonly string[];
  means: string;
  /** @param text in lower case */
  read(text: string, today: string): Period | undefined;
}

/** Every way to write dates but a range; the help and the documents show this table. */
const FORMS: readonly DateForm[] = [
  {
    written: ["2026-11-20"],
    means: "that date",
    read: (text) => (isCalendarDate(text) ? dateOf(text) : undefined),
  },
  {
    written: ["today", "yesterday"],
    means: "these dates",
    read: wordReader({ today: dateOf, yesterday: (today) => dateOf(addDays(today, -1)) }),
  },
  {
    written: ["-3"],
    means: "three days ago; -1 is yesterday",
    read(text, today) {
      const [, days] = /^-(\d{1,4})$/.exec(text) ?? [];
      return days === undefined ? undefined : dateOf(addDays(today, -Number(days)));
    },
  },
  {
    written: ["monday", "mon"],
    means: "the last Monday: today, if today is one",
    read(text, today) {
      const index = indexOfName(text, WEEKDAYS);
      if (index < 0) return undefined;
      const since = (WEEKDAYS.indexOf(dayOfWeek(today)) - index + 7) % 7;
      return dateOf(addDays(today, -since));
    },
  },
  {
    written: ["2026-W47"],
    means: "that week of ISO 8601, Monday to Sunday",
    read(text) {
      const dates = datesOfWeek(text.toUpperCase());
      return dates && { kind: "week", ...dates };
    },
  },
  {
    written: ["this-week", "last-week"],
    means: "the current week, and the one before",
    read: wordReader({
      "this-week": (today) => ({ kind: "week", ...weekOf(today) }),
      "last-week": (today) => ({ kind: "week", ...weekOf(addDays(today, -7)) }),
    }),
  },
  {
    written: ["2026-11", "2026-1"],
    means: "that month",
    read(text) {
      const month = text.replace(/-(?=\d$)/, "-0");
      return isCalendarMonth(month) ? monthOf(month) : undefined;
    },
  },
  {
    written: ["this", "last"],
    means: "the current month, and the one before; also this-month, last-month",
    read: wordReader({
      this: monthOf,
      last: monthBefore,
      "this-month": monthOf,
      "last-month": monthBefore,
    }),
  },
  {
    written: ["november", "nov"],
    means: "the last November that has begun",
    read(text, today) {
      const index = indexOfName(text, MONTHS);
      if (index < 0) return undefined;
      return monthsUpTo(today, 12)
        .filter((month) => Number(month.slice(5)) === index + 1)
        .map(monthOf)[0];
    },
  },
];

const RANGE = {
  written: ["2026-11-02..friday"],
  means: "from the first date of one to the last of another; monday..friday is one week",
};

/** The ways to write dates, for a table. */
export const DATE_FORMS: readonly Pick<DateForm, "written" | "means">[] = [...FORMS, RANGE];

/** The dates that a text names; undefined if it is none of the forms. A range may end before it starts. */
export function readPeriod(written: string, today: string): Period | undefined {
  const text = written.toLowerCase().replaceAll(/(?<=last|this) (?=week|month)/g, "-");
  const [first = "", last, ...more] = text.split("..");
  if (last === undefined) return readOne(first, today);
  const [start, end] = [readOne(first, today), readOne(last, today)];
  if (!start || !end || more.length > 0) return undefined;
  const { startDate } = start;
  const endDate = indexOfName(last, WEEKDAYS) < 0 ? end.endDate : notBefore(startDate, end.endDate);
  return { kind: "range", startDate, endDate };
}

/** The date itself, or else the first one with its weekday that is not before the start. */
function notBefore(startDate: string, date: string): string {
  if (date >= startDate) return date;
  const days = (WEEKDAYS.indexOf(dayOfWeek(date)) - WEEKDAYS.indexOf(dayOfWeek(startDate)) + 7) % 7;
  return addDays(startDate, days);
}

function readOne(text: string, today: string): Period | undefined {
  for (const { read } of FORMS) {
    const period = read(text, today);
    if (period) return period;
  }
  return undefined;
}

type Words = Record<string, (today: string) => Period>;

function wordReader(words: Words): DateForm["read"] {
  return (text, today) => (Object.hasOwn(words, text) ? words[text]?.(today) : undefined);
}

/** The index of the name that a text is, or that its three letters or more begin. */
export function indexOfName(text: string, names: readonly string[]): number {
  return text.length < 3 ? -1 : names.findIndex((name) => name.toLowerCase().startsWith(text));
}

function dateOf(date: string): Period {
  return { kind: "date", startDate: date, endDate: date };
}

/** @param date any date of it, or the month itself */
function monthOf(date: string): Period {
  return { kind: "month", ...datesOfMonth(date.slice(0, 7)) };
}

function monthBefore(today: string): Period {
  return monthOf(addDays(`${today.slice(0, 7)}-01`, -1));
}

/**
 * Reads a command line on the user's own day, which is that of the zone of the profile in Jira. Says it if the words mean other dates on
 * the day of this machine.
 *
 * @param read what the words mean on a day; what it throws on this machine's is thrown before anything is sent
 * @throws TimesheetError if Jira does not say who the user is
 */
export async function onUsersDay<Meaning>(
  read: (today: string) => Meaning,
  server: ServerContext,
  call: { signal: AbortSignal; name: string },
): Promise<Meaning> {
  const here = server.today();
  const meant = read(here);
  const timesheet = await server.openTimesheet();
  const context = callContext(server, timesheet, call);
  const { timeZone, unknownZone } = await sayWaiting(server, () => timesheet.readProfile(context));
  if (unknownZone !== undefined) {
    server.log(
      `Jira has ${JSON.stringify(unknownZone)} as your time zone, which is not known here, so today is ${here}, as on this machine.`,
    );
  }
  const there = server.today(timeZone);
  const meantThere = read(there);
  if (JSON.stringify(meantThere) !== JSON.stringify(meant))
    server.log(`Today is ${there} in ${timeZone}, your time zone in Jira, and ${here} on this machine.`);
  return meantThere;
}
