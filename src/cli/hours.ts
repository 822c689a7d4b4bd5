import { timeText } from "../timesheet/hours.ts";
import { DAY_SECONDS, MIN_LOGGED_SECONDS } from "../timesheet/limits.ts";
import { UsageError } from "./usage-error.ts";

/** A way to write hours. */
interface HourForm {
  /** Examples, as the help shows them. */
  written: readonly string[];
  means: string;
  pattern: RegExp;
  /** @param parts what the groups of the pattern hold; undefined for one that holds nothing */
  seconds(...parts: (string | undefined)[]): number;
}

const fromMinutes = (hours: number | string, minutes: number | string) =>
  (Number(hours) * 60 + Number(minutes)) * 60;

/**
 * Decimal hours in seconds. What is a whole minute, rounded or cut at its last digit, is that minute: 0.33 is 20 minutes, as replies and
 * reports write them. Two digits count as rounded alone, since cut ones may be of two minutes.
 */
function decimalSeconds(hours: string): number {
  const [, { length: digits } = ""] = hours.split(".");
  const unit = 3600 / 10 ** digits;
  const seconds = Number(hours) * 3600;
  const minute = Math.round(seconds / 60) * 60;
  const less = minute - seconds;
  const isOfMinute = less > -unit / 2 && less < (digits > 2 ? unit : unit / 2);
  return isOfMinute || Math.abs(less) < 0.5 ? minute : Math.round(seconds);
}

/** Every way to write hours; the help and the documents show this table. Seconds are taken too, as `change` shows them of an odd entry. */
export const HOUR_FORMS: readonly HourForm[] = [
  {
    written: ["2h", "1h30", "1h30m"],
    means: "hours and minutes",
    pattern: /^(\d{1,2})h(?:([0-5]?\d)m?(?!\d))?(?:([0-5]?\d)s)?$/,
    seconds: (hours = "0", minutes = "0", seconds = "0") => fromMinutes(hours, minutes) + Number(seconds),
  },
  {
    written: ["90m"],
    means: "minutes",
    pattern: /^(\d{1,4})m(?:([0-5]?\d)s)?$/,
    seconds: (minutes = "0", seconds = "0") => fromMinutes(0, minutes) + Number(seconds),
  },
  {
    written: ["1.5", "1.5h"],
    means: "decimal hours",
    pattern: /^(\d{1,2}(?:\.\d{1,20})?|\.\d{1,20})h?$/,
    seconds: (hours = "0") => decimalSeconds(hours),
  },
  {
    written: ["0:45"],
    means: "hours and minutes, as a clock shows them",
    pattern: /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?h?$/,
    seconds: (hours = "0", minutes = "0", seconds = "0") => fromMinutes(hours, minutes) + Number(seconds),
  },
];

/** The seconds that a text names by one of the forms, with blanks, a decimal comma, `min` or `hours` too; undefined if it is none of them. */
export function readHours(text: string): number | undefined {
  const short = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/ (?=[a-z])|(?<=[a-z]) /g, "")
    .replace(/min(ute)?s?$/, "m")
    .replace(/(\d)h(ou)?rs?/, "$1h")
    .replace(/^(\d*),/, "$1.");
  for (const { pattern, seconds } of HOUR_FORMS) {
    const found = pattern.exec(short);
    if (found) return seconds(...found.slice(1));
  }
  return undefined;
}

/** Decimal hours, which are these seconds once they are rounded. @throws UsageError if they are none, or no time that can be logged */
export function hoursOf(text: string, command: string): number {
  const seconds = readHours(text);
  if (seconds === undefined) {
    const forms = HOUR_FORMS.map(({ written }) => written[0]).join(", ");
    throw new UsageError(`'${text}' is no time. Write hours as one of ${forms}.`, command);
  }
  if (seconds < MIN_LOGGED_SECONDS || seconds > DAY_SECONDS)
    throw new UsageError(`Hours are from 1m to 24h, not '${text}'.`, command);
  return seconds / 3600;
}

/** The sentence that says for which time decimal hours were taken, if they are no whole minutes; undefined for others. */
export function roundingOf(text: string): string | undefined {
  const [, decimal = ""] = /^([\d.,]+) ?h?$/i.exec(text.normalize("NFKC")) ?? [];
  const [seconds, exact] = [readHours(decimal), Number(decimal.replace(",", ".")) * 3600];
  if (seconds === undefined || (seconds % 60 === 0 && Math.abs(exact - seconds) < 0.001)) return undefined;
  return `${decimal} h is ${timeText(seconds)}.`;
}
