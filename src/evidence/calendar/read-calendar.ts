import { utcDate } from "../../timesheet/dates.ts";
import { CalendarError, UnreadableEventError, type UnreadableReason } from "./errors.ts";
import { type CalendarEvent, EVENT_PROPERTIES, eventOf, isOwnAttendee } from "./event.ts";
import { type ZoneChange, type ZoneDefinition, zoneChangeOf } from "./event-zones.ts";
import {
  createLines,
  DAY_MS,
  type Line,
  nameOf,
  type Properties,
  type Property,
  parseProperty,
  textOf,
  type Window,
} from "./property.ts";

const MB = 1024 * 1024;

/** The longest calendar, after decoding. Ten years of a full one have some 20 MB. */
const MAX_BYTES = 32 * MB;

/** So much is read before the next look at the clock: a millisecond or two. */
const SLICE_BYTES = 64 * 1024;

/** The most events that may fall in a range, and the most definitions of zones. */
const MAX_EVENTS = 20_000;
const MAX_ZONES = 1000;

/** The most events that cannot be read, for each reason. */
const MAX_UNREADABLE = 10_000;

/** The properties of components that are read. */
const WANTED: Record<string, Set<string>> = {
  VEVENT: EVENT_PROPERTIES,
  VTIMEZONE: new Set(["TZID"]),
  STANDARD: new Set(["DTSTART", "RDATE", "RRULE", "TZOFFSETFROM", "TZOFFSETTO"]),
  DAYLIGHT: new Set(["DTSTART", "RDATE", "RRULE", "TZOFFSETFROM", "TZOFFSETTO"]),
};

/** The part of a calendar that matters for a range. */
export interface CalendarContent {
  /** Those that may occur in the range, and all changed occurrences. */
  events: CalendarEvent[];
  zones: ReadonlyMap<string, ZoneDefinition>;
  /** The ids of all private events, whatever their dates and whether they can be read: a changed occurrence need not say so itself. */
  privateUids: ReadonlySet<string>;
  /** Events that are left out, by the reason. */
  unreadable: Map<UnreadableReason, number>;
  /** False if its end is missing. */
  isComplete: boolean;
}

/**
 * Reads a calendar piece by piece, so that nothing waits for it. All times are in milliseconds since 1970.
 *
 * @param range with the user's addresses, in lower case
 * @throws CalendarError
 */
export async function readCalendar(
  chunks: AsyncIterable<Uint8Array>,
  { from, to, emails, pace }: Window & { emails: readonly string[] },
): Promise<CalendarContent> {
  const content = {
    events: [] as CalendarEvent[],
    privateUids: new Set<string>(),
    zones: new Map(),
    unreadable: new Map(),
    isComplete: true,
  };
  let changes: ZoneChange[] = [];

  function onEvent(component: Component): void {
    const uid = uidOfPrivate(component);
    if (uid !== undefined) content.privateUids.add(uid);
    if (isElsewhere(component, from, to)) return;
    const event = eventOf(propertiesOf(component), emails);
    if (!mayOccur(event, from, to)) return;
    if (content.events.length >= MAX_EVENTS) {
      throw new CalendarError(
        "has more than 20,000 events that may fall on these dates. Ask for fewer dates, or use a smaller calendar",
      );
    }
    content.events.push(event);
  }

  function onZone(component: Component): void {
    const [id] = propertiesOf(component).get("TZID") ?? [];
    const name = id && textOf(id).trim();
    if (name && content.zones.size < MAX_ZONES) content.zones.set(name, { name, changes });
    changes = [];
  }

  function onComponent(component: Component): void {
    const { name } = component;
    try {
      if (name === "VEVENT") onEvent(component);
      else if (name === "VTIMEZONE") onZone(component);
      else if (name === "STANDARD" || name === "DAYLIGHT") {
        const change = zoneChangeOf(propertiesOf(component));
        if (change) changes.push(change);
      }
    } catch (error) {
      if (!(error instanceof UnreadableEventError)) throw error;
      // An event in a zone without a usable definition is counted once its zone is looked for.
      if (name !== "VEVENT") return;
      countOne(content.unreadable, error.reason);
      if ((content.unreadable.get(error.reason) ?? 0) > MAX_UNREADABLE)
        throw new CalendarError("has more than 10,000 events that are broken. Export it again");
    }
  }

  const components = createComponents(
    (component, property, line) =>
      WANTED[component]?.has(property) === true && (property !== "ATTENDEE" || isOwnAttendee(line, emails)),
    onComponent,
  );
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) {
      throw new CalendarError(
        `is larger than ${MAX_BYTES / MB} MB. Use one that goes back fewer years, or has no attachments`,
      );
    }
    for (let start = 0; start < chunk.byteLength; start += SLICE_BYTES) {
      const slice = chunk.subarray(start, start + SLICE_BYTES);
      components.push(Buffer.from(slice.buffer, slice.byteOffset, slice.byteLength).toString("latin1"));
      await pace();
    }
  }
  return { ...content, isComplete: components.end() };
}

export function countOne<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** @throws UnreadableEventError */
function propertiesOf({ lines, isBroken }: Component): Properties {
  if (isBroken) throw new UnreadableEventError("format");
  const properties = new Map<string, Property[]>();
  for (const line of lines) {
    const property = parseProperty(line);
    const others = properties.get(property.name);
    if (others) others.push(property);
    else properties.set(property.name, [property]);
  }
  return properties;
}

/** A line that makes its event a public one. A parameter in quotes may have a colon. */
const PUBLIC_CLASS = /^[^;:]*(?:;(?:"[^"]*"|[^":])*)?:\s*PUBLIC\s*$/i;

/** The id of an event that is not public; undefined for one that is. */
function uidOfPrivate({ lines }: Component): string | undefined {
  if (!lines.some(({ text }) => nameOf(text) === "CLASS" && !PUBLIC_CLASS.test(text))) return undefined;
  const line = lines.find(({ text }) => nameOf(text) === "UID");
  return line && textOf(parseProperty(line)).trim();
}

/** Whether an event that does not repeat is of other dates. Most events are, and so need not be parsed. */
function isElsewhere({ lines }: Component, from: number, to: number): boolean {
  const dates = new Map<string, string>();
  for (const { text } of lines) {
    const name = nameOf(text);
    if (["RRULE", "RDATE", "RECURRENCE-ID"].includes(name)) return false;
    if (name === "DTSTART" || name === "DTEND")
      dates.set(name, /:(\d{8})(?:T\d{6}Z?)?\s*$/.exec(text)?.[1] ?? "");
  }
  const [start, end] = [dates.get("DTSTART"), dates.get("DTEND")];
  return (
    (start !== undefined && start > digitsOf(to + 2 * DAY_MS)) ||
    (!!start && !!end && end < digitsOf(from - 2 * DAY_MS))
  );
}

/** The date of a time in UTC, as calendars write it. */
function digitsOf(time: number): string {
  return utcDate(time).replaceAll("-", "");
}

/** Whether an event may occur in a range, whatever its zone. A changed occurrence matters wherever it is now. */
function mayOccur({ start, end, rule, others, replaces }: CalendarEvent, from: number, to: number): boolean {
  if (replaces) return true;
  if (start.wall > to + DAY_MS && others.length === 0) return false;
  const length = "wall" in end ? end.wall - start.wall : end.days * DAY_MS + end.milliseconds;
  const until = rule?.until?.wall ?? Number.POSITIVE_INFINITY;
  const last = Math.max(rule ? until : start.wall, start.wall, ...others.map(({ wall }) => wall));
  return last + Math.max(0, length) >= from - 2 * DAY_MS;
}

/** The most characters of a component that are kept. */
const MAX_COMPONENT = 512 * 1024;

/** The most components inside each other; calendars have three. */
const MAX_DEPTH = 16;

/** The most components that a calendar may have, broken ones included. */
const MAX_COMPONENTS = 500_000;

const BEGIN_OR_END = /^(BEGIN|END):([A-Z\d-]{1,60})\s*$/i;

/** A component of a calendar with those of its lines that are wanted. */
interface Component {
  /** It is in capitals, such as VEVENT. */
  name: string;
  lines: Line[];
  /** Whether lines are missing, or its end is. */
  isBroken: boolean;
}

/**
 * Takes a calendar in chunks and hands out its components. Only the one that is being read is kept. `end` tells whether the calendar has
 * its end.
 *
 * @param isWanted whether a line of a component is kept
 * @param onComponent called with each component once it ends: those inside another one first
 * @throws CalendarError from `push` or `end` for what is no calendar
 */
function createComponents(
  isWanted: (component: string, property: string, line: string) => boolean,
  onComponent: (component: Component) => void,
): { push(chunk: string): void; end(): boolean } {
  const open: (Component & { length: number })[] = [];
  let hasBegun = false;
  let count = 0;

  function begin(name: string): void {
    // An event is in no other one: the end of the last one is missing.
    while (name === "VEVENT" && open.some((component) => component.name === "VEVENT")) endLast(true);
    count += 1;
    if (open.length >= MAX_DEPTH) throw noCalendar();
    if (count > MAX_COMPONENTS)
      throw new CalendarError("has more than 500,000 parts. Use a smaller calendar");
    open.push({ name, lines: [], isBroken: false, length: 0 });
  }

  function endLast(isBroken: boolean): void {
    const last = open.pop();
    if (last) onComponent({ name: last.name, lines: last.lines, isBroken: last.isBroken || isBroken });
  }

  function end(name: string): void {
    if (!open.some((component) => component.name === name)) return;
    while (open.at(-1)?.name !== name) endLast(true);
    endLast(false);
  }

  function keep(line: Line): void {
    const component = open.at(-1);
    if (!component || !isWanted(component.name, nameOf(line.text), line.text)) return;
    component.length += line.text.length;
    component.isBroken ||= component.length > MAX_COMPONENT;
    if (!component.isBroken) component.lines.push(line);
  }

  const lines = createLines((line) => {
    const [, step, name = ""] =
      (hasBegun && !/^[BE]/i.test(line.text) ? undefined : BEGIN_OR_END.exec(line.text)) ?? [];
    if (!hasBegun && name.toUpperCase() !== "VCALENDAR") throw notCalendar(line.text);
    hasBegun = true;
    if (step?.toUpperCase() === "BEGIN") begin(name.toUpperCase());
    else if (step) end(name.toUpperCase());
    else keep(line);
  });

  return {
    push: lines.push,
    end() {
      lines.end();
      if (!hasBegun) throw new CalendarError("is empty. Check that it is the right one");
      const isComplete = open.length === 0;
      while (open.length > 0) endLast(true);
      return isComplete;
    },
  };
}

function notCalendar(line: string): CalendarError {
  return line.trimStart().startsWith("<")
    ? new CalendarError(
        "is a web page, such as one to sign in, and not a calendar. Take the address of the calendar in iCal format (.ics), which needs no sign-in",
      )
    : noCalendar();
}

function noCalendar(): CalendarError {
  return new CalendarError("is not a calendar in the iCalendar format. Take one that ends in .ics");
}
