import type { ProbedField, ProbedRequest } from "../../generated/outputs.ts";

export type Form = NonNullable<ProbedField["forms"]>[number];
export type Size = NonNullable<ProbedField["sizes"]>[number];
export type Time = NonNullable<ProbedRequest["time"]>;

const SIZES: readonly (readonly [size: Size, most: number])[] = [
  ["0", 0],
  ["1", 1],
  ["2 to 10", 10],
  ["11 to 50", 50],
  ["51 to 200", 200],
  ["201 to 1000", 1000],
  ["more than 1000", Number.POSITIVE_INFINITY],
];

const TIMES: readonly (readonly [time: Time, below: number])[] = [
  ["under 0.1 s", 100],
  ["under 0.3 s", 300],
  ["under 1 s", 1000],
  ["under 3 s", 3000],
  ["under 10 s", 10_000],
];

export function sizeOf(count: number): Size {
  return SIZES.find(([, most]) => count <= most)?.[0] ?? "more than 1000";
}

/** Sizes, ascending. */
export function sortedSizes(sizes: ReadonlySet<Size>): Size[] {
  return SIZES.flatMap(([size]) => (sizes.has(size) ? [size] : []));
}

export function timeOf(milliseconds: number): Time {
  return TIMES.find(([, below]) => milliseconds < below)?.[0] ?? "10 s or longer";
}

/** The date that a text begins with, if the text is a date or a date and a time. */
export function dateIn(text: string): string | undefined {
  const [, date] = DATE_AND_TIME.exec(text) ?? [];
  return date !== undefined && !Number.isNaN(Date.parse(date)) ? date : undefined;
}

/** Dates that are meant: not those that stand for the beginning or the end of time. */
const DATE_AND_TIME =
  /^((?:19[7-9]|20[0-6])\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:([T ])(\d\d:\d\d)(:\d\d)?(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?)?$/;

const FORMS: readonly (readonly [form: Form, pattern: RegExp])[] = [
  ["empty", /^$/],
  ["digits", /^\d+$/],
  ["UUID", /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ["issue key", /^[A-Z][A-Z\d_]*-\d+$/],
  ["account id", /^\d+:[\da-f-]{36}$/],
  ["user key", /^JIRAUSER\d+$/],
  ["e-mail address", /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/],
  ["HTML", /^\s*<[!a-z]/i],
];

/** The longest e-mail address has 254 characters. */
const MAX_CHARACTERS = 300;

/** @param origins of the user's Tempo and Jira */
export function formsOfText(text: string, origins: readonly string[]): Form[] {
  if (dateIn(text) !== undefined) return formsOfDate(text);
  const [, time, seconds] = /^(\d\d:\d\d)(:\d\d)?$/.exec(text) ?? [];
  if (time !== undefined) return ["time of day", ...formsOfTime(time, seconds)];
  if (/^https?:\/\//i.test(text)) {
    const isOwn = origins.some((origin) => text === origin || text.startsWith(`${origin}/`));
    return [isOwn ? "URL of this site" : "other URL"];
  }
  // None of them is longer, and patterns take long on what is.
  const start = text.slice(0, MAX_CHARACTERS);
  const form = FORMS.find(([name, pattern]) => pattern.test(start) && (name === "HTML" || start === text));
  return [form?.[0] ?? "other text"];
}

function formsOfDate(text: string): Form[] {
  const [, , separator, time, seconds, fraction, zone] = DATE_AND_TIME.exec(text) ?? [];
  if (time === undefined) return ["date"];
  return [
    "date and time",
    separator === "T" ? "T before the time" : "blank before the time",
    ...formsOfTime(time, seconds),
    ...(fraction === undefined ? [] : (["fraction of a second"] as const)),
    zone === undefined ? "no zone" : zone === "Z" ? "Z" : zone.includes(":") ? "+00:00" : "+0000",
  ];
}

/** Midnight stands for no start time, and 08:00 is what some store instead. */
function formsOfTime(time: string, seconds: string | undefined): Form[] {
  const isFull = seconds === undefined || seconds === ":00";
  return [
    ...(seconds === undefined ? (["no seconds"] as const) : []),
    ...(isFull && time === "00:00" ? (["midnight"] as const) : []),
    ...(isFull && time === "08:00" ? (["08:00"] as const) : []),
  ];
}

export function formsOfNumber(value: number): Form[] {
  if (value === 0) return ["zero"];
  const sign: Form[] = value < 0 ? ["negative"] : [];
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return ["beyond 2^53", ...sign];
  return [Number.isInteger(value) ? "integer" : "not an integer", ...sign];
}

/** The digits of the largest number that JSON.parse can give: beyond it, a number is infinite. */
const MAX_DIGITS = 309;

/** The digits before the point. */
export function digitsOf(value: number): number {
  return Number.isFinite(value) ? BigInt(Math.trunc(Math.abs(value))).toString().length : MAX_DIGITS;
}
