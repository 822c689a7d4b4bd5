import { DAY_SECONDS, MIN_LOGGED_SECONDS } from "../timesheet/limits.ts";
import { UsageError } from "./usage-error.ts";

/** A way to write hours. */
interface HourForm {
  /** Examples, as the help shows them. */
  written: readonly string[];
  means: string;
  pattern: RegExp;
  /** @param parts what the groups of the pattern hold; 0 for one that holds nothing */
  seconds(...parts: number[]): number;
}

const fromMinutes = (hours: number, minutes: number) => (hours * 60 + minutes) * 60;

/** Every way to write hours; the help and the documents show this table. */
export const HOUR_FORMS: readonly HourForm[] = [
  {
    written: ["2h", "1h30", "1h30m"],
    means: "hours and minutes",
    pattern: /^(\d{1,2})h(?:([0-5]?\d)m?)?$/,
    seconds: (hours = 0, minutes = 0) => fromMinutes(hours, minutes),
  },
  {
    written: ["90m"],
    means: "minutes",
    pattern: /^(\d{1,4})m$/,
    seconds: (minutes = 0) => fromMinutes(0, minutes),
  },
  {
    written: ["1.5", "1.5h"],
    means: "decimal hours",
    pattern: /^(\d{1,2}(?:\.\d{1,4})?|\.\d{1,4})h?$/,
    seconds: (hours = 0) => Math.round(hours * 3600),
  },
  {
    written: ["0:45"],
    means: "hours and minutes, as a clock shows them",
    pattern: /^(\d{1,2}):([0-5]\d)$/,
    seconds: (hours = 0, minutes = 0) => fromMinutes(hours, minutes),
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
    if (found) return seconds(...found.slice(1).map((part = "0") => Number(part)));
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
    throw new UsageError(`Hours are from 6m to 24h, not '${text}'.`, command);
  return seconds / 3600;
}
