import { isCalendarDate } from "../../timesheet/dates.ts";
import type { Pace } from "../within-time.ts";
import { UnreadableEventError } from "./errors.ts";

/** One property of a component, as RFC 5545 has it in section 3.1. */
export interface Property {
  /** It is in capitals, and so are the names of its parameters. */
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
  isCut: boolean;
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

/** A length of time: days of the calendar, which a change of clocks makes longer or shorter, and milliseconds, all the same. */
export interface Duration {
  days: number;
  milliseconds: number;
}

/** The time in which occurrences are looked for, in milliseconds since 1970, and the pace of the search. */
export interface Window {
  from: number;
  to: number;
  pace: Pace;
}

export const DAY_MS = 86_400_000;

const PARAMETER = /;([A-Za-z\d-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/y;

/** The longest name of a property that is read. */
const MAX_NAME = 60;

/**
 * The name of a line's property, in capitals; empty if it has none. White space and control characters, which RFC 5545 forbids there, do not
 * count: the class of a private event is known with them too.
 */
export function nameOf(text: string): string {
  const end = endOfName(text);
  if (end < 0) return isClassAlone(text) ? "CLASS" : "";
  return text
    .slice(0, end)
    .replaceAll(/[^A-Za-z\d-]/g, "")
    .toUpperCase();
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

/** @throws UnreadableEventError */
export function parseProperty({ text, isCut }: Line): Property {
  const name = nameOf(text);
  const parameters = new Map<string, string>();
  let end = endOfName(text);
  for (;;) {
    PARAMETER.lastIndex = end;
    const found = PARAMETER.exec(text);
    if (!found) break;
    const [all, key = "", value = ""] = found;
    parameters.set(key.toUpperCase(), utf8(value.replaceAll('"', "")));
    end += all.length;
  }
  if (name === "" || end < 0 || text[end] !== ":") throw new UnreadableEventError("format");
  return { name, parameters, value: text.slice(end + 1), isCut };
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
export function momentsOf({ value, parameters, isCut }: Property): Moment[] {
  if (isCut) throw new UnreadableEventError("format");
  return value.split(",").map((text) => momentOf(text.trim(), parameters.get("TZID")));
}

/** @throws UnreadableEventError if the property has another number of times than one */
export function onlyMomentOf(property: Property): Moment {
  const [moment, ...others] = momentsOf(property);
  if (!moment || others.length > 0) throw new UnreadableEventError("format");
  return moment;
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
export function durationOf({ value }: Property): Duration {
  const found =
    /^\+?P(?=\d|T\d)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/.exec(
      value.trim(),
    );
  if (!found) throw new UnreadableEventError("format");
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  return { days: weeks * 7 + days, milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

/** The most characters of a line, and of an unfolded one, that are kept. Longer ones are pictures and descriptions, of which less is needed. */
const MAX_LINE = 64 * 1024;

/** The first bytes of a file that says that it is UTF-8. */
const BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

export interface Line {
  /** The bytes, one a character: a line may be folded inside of a letter of UTF-8. */
  text: string;
  /** Whether its end is missing. */
  isCut: boolean;
}

const NOTHING: Line = { text: "", isCut: false };

/** Takes a calendar in chunks of bytes, one a character, and unfolds its lines. It keeps one line at a time. */
export function createLines(onLine: (line: Line) => void): { push(chunk: string): void; end(): void } {
  let unfolded = NOTHING;
  /** The start of a line of which the end is in the next chunk. */
  let rest = NOTHING;
  let isFirst = true;

  function onPhysicalLine({ text, isCut }: Line): void {
    const line = text.endsWith("\r") ? text.slice(0, -1) : text;
    if (line.startsWith(" ") || line.startsWith("\t")) {
      unfolded = joined(unfolded, line.slice(1), isCut);
      return;
    }
    if (unfolded.text !== "") onLine(unfolded);
    unfolded = {
      text: isFirst && line.startsWith(BYTE_ORDER_MARK) ? line.slice(BYTE_ORDER_MARK.length) : line,
      isCut,
    };
    isFirst = false;
  }

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
        onPhysicalLine(joined(rest, chunk.slice(start, end)));
        rest = NOTHING;
        start = end + 1;
      }
      rest = joined(rest, chunk.slice(start));
    },
    end() {
      onPhysicalLine(rest);
      if (unfolded.text !== "") onLine(unfolded);
    },
  };
}

/** A line and what follows, up to the limit. */
function joined(line: Line, text: string, isCut = false): Line {
  const room = MAX_LINE - line.text.length;
  return { text: line.text + text.slice(0, room), isCut: line.isCut || isCut || text.length > room };
}
