import { loggedDateError } from "../../contract/input-rules.ts";
import {
  addDays,
  addYears,
  countDays,
  type DateRange,
  isWholeMonth,
  isWithin,
  monthName,
  weekName,
  weekOf,
} from "../../timesheet/dates.ts";
import { MAX_RANGE_DAYS } from "../../timesheet/limits.ts";
import { didYouMean } from "../did-you-mean.ts";
import { UsageError } from "../usage-error.ts";
import { PERIOD_WORDS } from "./choices.ts";
import { type Period, readPeriod } from "./forms.ts";

const WORDS = PERIOD_WORDS.map(({ name }) => name);

/** The dates that an argument of a command names. @param most the most dates @throws UsageError if it names none, or too many */
export function periodOf(text: string, today: string, command: string, most = MAX_RANGE_DAYS): Period {
  const period = readPeriod(text, today);
  if (!period) {
    const other = otherMeaning(text, today);
    if (other !== undefined) throw new UsageError(`'${text}' is ambiguous: ${other}`, command);
    throw new UsageError(
      `'${text}' names no dates.${didYouMean(text.toLowerCase(), WORDS)} Write 2026-11-20, yesterday, -3, monday, this-week, ` +
        "2026-W47, last, november, 2026-11, or 2026-11-02..2026-11-06; tempofiller help dates lists every form.",
      command,
    );
  }
  const days = countDays(period);
  if (days < 1) throw new UsageError(`'${text}' ends before it starts: ${rangeName(period)}.`, command);
  if (days > most)
    throw new UsageError(`'${text}' is a range of ${days} days; at most ${most} are allowed.`, command);
  return period;
}

/** The dates that a word for the last ones names, and the ones before: some users mean those by `last friday`. */
function otherMeaning(text: string, today: string): string | undefined {
  const [, word = ""] = /^(?:last|this)[ -](.+)$/i.exec(text) ?? [];
  const period = readPeriod(word, today);
  if (!period || !WORDS.includes(word.toLowerCase())) return undefined;
  const { kind, startDate } = period;
  const before = kind === "month" ? addYears(startDate, -1).slice(0, 7) : addDays(startDate, -7);
  return `${word} is ${rangeName(period)}; for the one before, write ${before}.`;
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
