import { isCalendarDate } from "../../timesheet/dates.ts";
import type { Pace } from "../within-time.ts";
import { UnreadableEventError } from "./errors.ts";

/** A line of a calendar, unfolded. */
export interface Line {
  /** The name of its property, as `nameOf` has it. */
  name: string;
  /** The bytes, one a character. */
  text: string;
}

/** One property of a component, as RFC 5545 has it in section 3.1. */
export interface Property {
  /** It is in capitals, and so are the names of its parameters. */
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
  /** Whether its line has no value, or was too long to be kept: a text is only cut by that. */
  isBroken: boolean;
}

/** The properties of a component, by name. */
export type Properties = ReadonlyMap<string, readonly Property[]>;

/** A time as it is written: its meaning needs the zone. */
export interface Moment {
  /** The date and the time of day, in milliseconds as if they were of UTC. */
  wall: number;
  /** The name of a zone as the calendar has it; "UTC", or undefined for the user's zone. */
  zone: string | undefined;
  isDate: boolean;
}

/** A time at which an event occurs beside its rule; as long as the event itself unless it says otherwise. */
export interface Period {
  start: Moment;
  end: Moment | Duration | undefined;
}

/** A length of time: days of the calendar, which a change of clocks makes longer or shorter, and milliseconds, all the same. */
export interface Duration {
  days: number;
  milliseconds: number;
}

/** The length of a stretch of time by its clocks, in milliseconds, as if they were of one zone. */
export function lengthOf(start: Moment, end: Moment | Duration): number {
  return "wall" in end ? end.wall - start.wall : end.days * DAY_MS + end.milliseconds;
}

/** The time in which occurrences are looked for, in milliseconds since 1970, and the pace of the search. */
export interface Window {
  from: number;
  to: number;
  pace: Pace;
}

export const DAY_MS = 86_400_000;

const PARAMETER = /;[ \t]*([A-Za-z\d-]+)[ \t]*=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/y;

/** Names of zones with a colon, such as "(UTC-05:00) Eastern Time", come without quotes too. No time has one. */
const ZONE = /;[ \t]*(TZID)[ \t]*=([^":;]*"[^"]*"|[^";]*)(?=[;:])/iy;

/** The longest name of a property that is read. */
const MAX_NAME = 60;

/**
 * The name of a line's property, in capitals; empty if it has none. White space and control characters, which RFC 5545 forbids there, do not
 * count: the class of a private event is known with them too.
 */
export function nameOf(text: string): string {
  const end = endOfName(text);
  if (end < 0) return isClassAlone(text) ? "CLASS" : "";
  const name = text.slice(0, end);
  return /^[A-Z\d-]*$/.test(name) ? name : name.replaceAll(/[^A-Za-z\d-]/g, "").toUpperCase();
}

/** Whether it is a class without a value, which still says that its event is not just a public one: that name, and at most one more word. */
function isClassAlone(text: string): boolean {
  const [name, , ...more] = text
    .toUpperCase()
    .split(/[^A-Z\d-]+/)
    .filter((word) => /[A-Z\d]/.test(word));
  return name?.replace(/^-+/, "") === "CLASS" && more.length === 0;
}

function endOfName(text: string): number {
  return text.slice(0, MAX_NAME + 1).search(/[;:]/);
}

const NO_PARAMETERS = new Map<string, string>();

export function parseProperty({ name, text }: Line): Property {
  let end = endOfName(text);
  const parameters = text[end] === ";" ? new Map<string, string>() : NO_PARAMETERS;
  while (text[end] === ";") {
    ZONE.lastIndex = end;
    PARAMETER.lastIndex = end;
    const found = ZONE.exec(text) ?? PARAMETER.exec(text);
    if (!found) break;
    const [all, key = "", value = ""] = found;
    parameters.set(key.toUpperCase(), utf8(value.replaceAll('"', "")).trim());
    end += all.length;
  }
  // A class without a value is not that of a public event, which is all that needs to be known of it.
  if (text[end] !== ":") return { name, parameters, value: "", isBroken: name !== "CLASS" };
  const isBroken = text.length > MAX_LINE && name !== "SUMMARY" && name !== "DESCRIPTION";
  return { name, parameters, value: text.slice(end + 1), isBroken };
}

/** A text for users, from its bytes, without the escapes of section 3.3.11. */
export function textOf({ value }: Property): string {
  return utf8(value).replaceAll(/\\([\\;,nN])/g, (_, escaped: string) =>
    escaped.toLowerCase() === "n" ? "\n" : escaped,
  );
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** The times of a property, of which EXDATE and RDATE have several. @throws UnreadableEventError */
export function periodsOf({ value, parameters }: Property): Period[] {
  const zone = parameters.get("TZID");
  return value.split(",").flatMap((text) => {
    if (text.trim() === "") return [];
    const [start = "", end, ...more] = text.trim().split("/");
    if (more.length > 0) throw new UnreadableEventError("format");
    const endOf = (it: string) => (/^[+-]?P/i.test(it) ? durationOf(it) : momentOf(it, zone));
    return { start: momentOf(start, zone), end: end === undefined ? undefined : endOf(end) };
  });
}

/** @throws UnreadableEventError if the property has another number of times than one */
export function onlyMomentOf(property: Property): Moment {
  const [period, ...others] = periodsOf(property);
  if (!period || period.end || others.length > 0) throw new UnreadableEventError("format");
  return period.start;
}

/** @throws UnreadableEventError if the text is not a date, alone or with a time */
export function momentOf(text: string, zone: string | undefined): Moment {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d|60)(Z?))?$/.exec(text);
  const [, year, month, day, hour, minute, second, utc] = found ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isCalendarDate(date)) throw new UnreadableEventError("format");
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (hour === undefined) return { wall: midnight, zone: undefined, isDate: true };
  const time = (Number(hour) * 60 + Number(minute)) * 60_000 + Math.min(59, Number(second)) * 1000;
  return { wall: midnight + time, zone: utc ? "UTC" : zone, isDate: false };
}

/** @throws UnreadableEventError if the value is not a duration, or is a negative one */
export function durationOf(text: string): Duration {
  const found =
    /^\+?P(?=\d|T\d)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/.exec(
      text.trim(),
    );
  if (!found) throw new UnreadableEventError("format");
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  return { days: weeks * 7 + days, milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

/** The most characters of a line, and of an unfolded one, that are read. Longer ones are pictures and descriptions, of which less is needed. */
const MAX_LINE = 64 * 1024;

/** The mark of UTF-8 and white space, with which a calendar may begin. */
const BEFORE_FIRST = /^(?:\u00ef\u00bb\u00bf)?\s*/;

/**
 * Takes a calendar in chunks of bytes, one a character, since a line may be folded inside of a letter of UTF-8. Unfolds its lines, and keeps
 * one at a time. One that is longer than is read keeps a character more.
 */
export function createLines(onLine: (text: string) => void): { push(chunk: string): void; end(): void } {
  let unfolded = "";
  /** The start of a line of which the end is in the next chunk. */
  let rest = "";
  /** The end of the first line: by CR alone, all end so. */
  let lineEnd: string | undefined;

  function onPhysicalLine(text: string): void {
    const ended = text.endsWith("\r") ? text.slice(0, -1) : text;
    const line = unfolded === "" ? ended.replace(BEFORE_FIRST, "") : ended;
    // An empty line is none: lines that were ended twice still belong together.
    if (line === "") return;
    if (line.startsWith(" ") || line.startsWith("\t")) {
      unfolded = joined(unfolded, line.slice(1));
      return;
    }
    if (unfolded !== "") onLine(unfolded);
    unfolded = joined("", line);
  }

  return {
    push(chunk) {
      const text = rest + chunk;
      lineEnd ??= /\r(?=[^\n])|\n/.exec(text)?.[0];
      const lines = text.split(lineEnd === "\r" ? /[\r\n]/ : "\n");
      rest = joined("", lines.pop() ?? "");
      for (const line of lines) onPhysicalLine(line);
    },
    end() {
      onPhysicalLine(rest);
      if (unfolded !== "") onLine(unfolded);
    },
  };
}

function joined(line: string, more: string): string {
  return line.length > MAX_LINE ? line : (line + more).slice(0, MAX_LINE + 1);
}

/**
 * Decodes a calendar to bytes of UTF-8, one a character. Programs of Windows write UTF-16, in either order of bytes, with a mark or without:
 * the first letter is of ASCII.
 */
export function createDecoder(): (bytes: Buffer) => string {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  return (bytes) => {
    const [one = 1, two = 1] = bytes;
    if (isFirst && ((one === 0xff && two === 0xfe) || two === 0)) decoder = new TextDecoder("utf-16le");
    if (isFirst && ((one === 0xfe && two === 0xff) || one === 0)) decoder = new TextDecoder("utf-16be");
    isFirst = false;
    return (decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes).toString("latin1");
  };
}
