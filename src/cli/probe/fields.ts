import type { ProbedField, ProbedRequest } from "../../generated/outputs.ts";
import { addDays, countDays, weekOf } from "../../timesheet/dates.ts";
import { documentedValue, KNOWN_KEYS } from "./known-words.ts";

type Form = NonNullable<ProbedField["forms"]>[number];
type Size = NonNullable<ProbedField["sizes"]>[number];
type Time = NonNullable<ProbedRequest["time"]>;
type Order = NonNullable<ProbedField["order"]>;

/** The keys of elements whose order in a list may mean something. */
const ORDERED = [
  ..."id tempoWorklogId startDate started date from dateFrom".split(" "),
  ..."createdAt dateCreated updatedAt dateUpdated".split(" "),
];

/** Values that are nested more deeply are not looked at. */
export const MAX_DEPTH = 8;
const MAX_VALUES = 3;

/** The most fields of an answer; the official ones have about 60. */
const MAX_FIELDS = 300;

/** All that is seen at one path. */
class Seen {
  readonly types = new Set<ProbedField["types"][number]>();
  readonly forms = new Set<Form>();
  readonly sizes = new Set<Size>();
  readonly documented = new Set<NonNullable<ProbedField["documented"]>[number]>();
  readonly values = new Set<string>();
  readonly orders = new Set<Order>();
  count = 0;
  /** The number of its values that are objects. */
  objects = 0;
  /** The field whose objects have this one. */
  parent: Seen | undefined;
}

/** The fields of a body: what may be known of a site of its values, and nothing else. */
export function fieldsOf(
  body: unknown,
  names: Pseudonyms,
  origins: readonly string[],
): { fields: ProbedField[]; leftOut: number } {
  const seen = new Map<string, Seen>();
  walk(body, "body", 0);
  const fields = [...seen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, it]) => fieldOf(path, it));
  return { fields: fields.slice(0, MAX_FIELDS), leftOut: Math.max(0, fields.length - MAX_FIELDS) };

  function walk(value: unknown, path: string, depth: number, parent?: Seen): void {
    const here = seen.get(path) ?? new Seen();
    seen.set(path, here);
    here.parent = parent;
    here.count += 1;
    if (Array.isArray(value)) {
      here.types.add("array");
      here.sizes.add(sizeOf(value.length));
      if (depth >= MAX_DEPTH) return;
      for (const element of value) walk(element, `${path}[]`, depth + 1);
      for (const key of ORDERED) noteOrder(value, key, `${path}[].${key}`);
    } else if (typeof value === "object" && value !== null) {
      here.types.add("object");
      here.objects += 1;
      if (depth >= MAX_DEPTH) return;
      for (const [key, item] of Object.entries(value))
        walk(item, `${path}.${names.ofKey(key)}`, depth + 1, here);
    } else if (typeof value === "string" || typeof value === "number") {
      noteScalar(value, path, here);
    } else {
      here.types.add(typeof value === "boolean" ? "boolean" : "null");
      if (typeof value === "boolean") here.forms.add(value ? "true" : "false");
    }
  }

  function noteScalar(value: string | number, path: string, here: Seen): void {
    const isText = typeof value === "string";
    here.types.add(isText ? "string" : "number");
    const word = isText ? documentedValue(path, value) : undefined;
    if (word !== undefined) return void here.documented.add(word);
    for (const form of isText ? formsOfText(value, origins) : formsOfNumber(value)) here.forms.add(form);
    here.sizes.add(sizeOf(isText ? value.length : digitsOf(value)));
    if (value !== "" && here.values.size < MAX_VALUES) here.values.add(names.ofValue(value));
  }

  function noteOrder(elements: readonly unknown[], key: string, path: string): void {
    const values = elements
      .map((element) => (element as Record<string, unknown> | null)?.[key])
      .filter((value) => typeof value === "string" || typeof value === "number");
    if (values.length > 1) seen.get(path)?.orders.add(orderOf(values));
  }
}

function fieldOf(path: string, it: Seen): ProbedField {
  return {
    path,
    types: [...it.types].sort(),
    presence: it.count === (it.parent?.objects ?? it.count) ? "always" : "sometimes",
    ...(it.forms.size > 0 && { forms: [...it.forms].sort() }),
    ...(it.sizes.size > 0 && { sizes: SIZES.filter((size) => it.sizes.has(size)) }),
    ...(it.documented.size > 0 && { documented: [...it.documented].sort() }),
    ...(it.values.size > 0 && { values: [...it.values] }),
    ...(it.orders.size > 0 && { order: it.orders.size === 1 ? ([...it.orders][0] as Order) : "neither" }),
  };
}

function orderOf(values: readonly (string | number)[]): Order {
  const pairs = values.slice(1).map((value, index) => [values[index] ?? value, value] as const);
  if (pairs.every(([a, b]) => a === b)) return "all equal";
  if (pairs.every(([a, b]) => a === b || a < b)) return "ascending";
  return pairs.every(([a, b]) => a === b || !(a < b)) ? "descending" : "neither";
}

/** The first date of a report: a Monday, and earlier than every real one. */
const FIRST_DATE = "1900-01-01";

/** Names that stand for a site's own texts, numbers and keys: the same name for the same one everywhere in a report. */
export class Pseudonyms {
  readonly #values = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #shift: number;

  /** @param firstDate the earliest date that is to be named */
  constructor(firstDate: string | undefined) {
    const monday = firstDate === undefined ? FIRST_DATE : weekOf(firstDate).startDate;
    this.#shift = 1 - countDays({ startDate: FIRST_DATE, endDate: monday });
  }

  /** A date moves by whole weeks, the same for all. */
  ofValue(value: string | number): string {
    const text = String(value);
    const date = dateIn(text);
    return date === undefined ? named(this.#values, text, "value") : addDays(date, this.#shift);
  }

  ofKey(key: string): string {
    return KNOWN_KEYS.has(key) ? key : named(this.#keys, key, "key");
  }
}

function named(names: Map<string, string>, text: string, kind: string): string {
  const name = names.get(text) ?? `${kind}${names.size + 1}`;
  names.set(text, name);
  return name;
}

const SIZES = "0, 1, 2 to 10, 11 to 50, 51 to 200, 201 to 1000, more than 1000".split(", ") as Size[];
const LARGEST = [0, 1, 10, 50, 200, 1000, Number.POSITIVE_INFINITY];

const TIMES: readonly Time[] = ["under 0.1 s", "under 0.3 s", "under 1 s", "under 3 s", "under 10 s"];
const ABOVE = [100, 300, 1000, 3000, 10_000];

export function sizeOf(count: number): Size {
  return SIZES[LARGEST.findIndex((most) => count <= most)] as Size;
}

export function timeOf(milliseconds: number): Time {
  return TIMES[ABOVE.findIndex((bound) => milliseconds < bound)] ?? "10 s or longer";
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

function formsOfNumber(value: number): Form[] {
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
