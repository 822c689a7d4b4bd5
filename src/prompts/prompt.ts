import { textRuleError } from "../contract/input-rules.ts";
import {
  countDays,
  type DateRange,
  datesOfMonth,
  datesOfWeek,
  isCalendarDate,
  weekOf,
} from "../timesheet/dates.ts";
import { InvalidInputError } from "../timesheet/errors.ts";
import { MAX_BATCH } from "../timesheet/limits.ts";

/** The most characters of an argument, as many as an issue's key or a name may have. */
export const MAX_ARGUMENT = 255;

/** The protocol makes every argument's value a text. */
interface PromptArgument {
  description: string;
  required: boolean;
  /** Returns what the text says; throws `InvalidInputError` if it breaks a rule. */
  read(name: string, text: string): unknown;
}

type PromptArguments = Record<string, PromptArgument>;

type ValuesOf<Arguments extends PromptArguments> = {
  [Name in keyof Arguments as Arguments[Name]["required"] extends true ? Name : never]: ReturnType<
    Arguments[Name]["read"]
  >;
} & {
  [Name in keyof Arguments as Arguments[Name]["required"] extends true ? never : Name]?: ReturnType<
    Arguments[Name]["read"]
  >;
};

interface PromptFacts {
  /** The tools that are offered. */
  toolNames: ReadonlySet<string>;
  today: string;
}

export interface Prompt<Arguments extends PromptArguments = PromptArguments> {
  name: string;
  title: string;
  description: string;
  effect: "read" | "create";
  /** The tools without which it is not offered. */
  needs?: readonly string[];
  arguments: Arguments;
  /** Optional arguments, exactly one of which must be given. */
  oneOf?: readonly string[];
  /** Returns the text that a user would have typed. */
  write(values: ValuesOf<Arguments>, facts: PromptFacts): string;
}

export function definePrompt<const Arguments extends PromptArguments>(
  prompt: Prompt<Arguments>,
): Prompt<Arguments> {
  return prompt;
}

/** The contract's bounds of `hours`. */
const HOURS = { min: 0.1, max: 24 };

/** Follows the rule of the tools' argument of this name. */
export function readText(name: string, text: string): string {
  const rule = textRuleError(name, text);
  if (rule !== undefined) throw invalidArgument(name, rule, text);
  return text;
}

/** A person's name: one short line, so that it cannot pose as further instructions. */
export function readName(name: string, text: string): string {
  if (/\p{Cc}|\p{Zl}|\p{Zp}/u.test(text)) throw invalidArgument(name, "must be one line", text);
  return text;
}

/** The dates of a calendar month. */
export function readMonth(name: string, text: string): DateRange {
  return datesOfMonth(readText(name, text));
}

/** The dates of a week, which a date in it names too. */
export function readWeek(name: string, text: string): DateRange {
  const dates = isCalendarDate(text) ? weekOf(text) : datesOfWeek(text.toUpperCase());
  if (!dates)
    throw invalidArgument(name, "must be a week, written YYYY-Www, or a real calendar date in it", text);
  return dates;
}

/** Two dates with dots or `to` between them, covering at most as many days as one batch has entries. */
export function readRange(name: string, text: string): DateRange {
  const [startDate = "", endDate = "", ...more] = text.split(/\.\.|\sto\s/i).map((part) => part.trim());
  if (more.length > 0 || ![startDate, endDate].every(isCalendarDate))
    throw invalidArgument(name, "must be two real calendar dates, written YYYY-MM-DD..YYYY-MM-DD", text);
  const days = countDays({ startDate, endDate });
  if (days < 1) throw invalidArgument(name, "must start on or before the day it ends", text);
  if (days > MAX_BATCH)
    throw invalidArgument(name, `must cover at most ${MAX_BATCH} days, the size of one batch`, text);
  return { startDate, endDate };
}

export function readHours(name: string, text: string): number {
  const hours = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && hours >= HOURS.min && hours <= HOURS.max) return hours;
  throw invalidArgument(name, `must be a decimal number of hours from ${HOURS.min} to ${HOURS.max}`, text);
}

export function readFlag(name: string, text: string): boolean {
  const flag = text.toLowerCase();
  if (flag === "true" || flag === "false") return flag === "true";
  throw invalidArgument(name, "must be true or false", text);
}

const MAX_ECHO = 60;

function invalidArgument(name: string, rule: string, text: string): InvalidInputError {
  const got = text.length > MAX_ECHO ? `text of ${text.length} characters` : JSON.stringify(text);
  return new InvalidInputError(`\`${name}\` ${rule}, not ${got}`);
}
