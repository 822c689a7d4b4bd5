import { utcDate } from "../../timesheet/dates.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { CalendarError, UnreadableEventError, type UnreadableReason } from "./errors.ts";
import {
  type CalendarEvent,
  type Change,
  compareVersions,
  EVENT_PROPERTIES,
  eventOf,
  headOf,
  isOwnAttendee,
  reasonOf,
  type Version,
} from "./event.ts";
import {
  createDecoder,
  createLines,
  DAY_MS,
  type Line,
  lengthOf,
  nameOf,
  type Properties,
  parseProperty,
  textOf,
  type Window,
} from "./property.ts";
import { type ZoneChange, zoneChangeOf, zoneKey } from "./zones.ts";

const MB = 1024 * 1024;

/** The longest calendar, after decoding. Ten years of a full one have some 20 MB. */
const MAX_BYTES = 32 * MB;

/** So much is read before the next look at the clock: a millisecond or two. */
const SLICE_BYTES = 64 * 1024;

/** The most events that may fall in a range, and the most definitions of zones. */
const MAX_EVENTS = 20_000;
const MAX_ZONES = 1000;

/** The methods by which attendees answer: what they send is no version of an event. */
const NO_VERSIONS = new Set(["REPLY", "COUNTER", "DECLINECOUNTER", "REFRESH"]);

/** The properties of components that are read. */
const WANTED: Record<string, Set<string>> = {
  VCALENDAR: new Set(["METHOD"]),
  VEVENT: EVENT_PROPERTIES,
  VTIMEZONE: new Set(["TZID"]),
  STANDARD: new Set(["DTSTART", "RDATE", "RRULE", "TZOFFSETFROM", "TZOFFSETTO"]),
  DAYLIGHT: new Set(["DTSTART", "RDATE", "RRULE", "TZOFFSETFROM", "TZOFFSETTO"]),
};

/** The part of a calendar that matters for a range. */
export interface CalendarContent {
  /** Those that may occur in the range. */
  events: CalendarEvent[];
  /** All changed occurrences; of those that cannot be read, that they are no more what their series says. */
  changes: (Change | (CalendarEvent & Change))[];
  /** The newest version of each event or series by its id, whatever its dates and whether it can be read. */
  versions: Map<string, Version>;
  /** The changes of clocks in the zones that it defines, by `zoneKey`. */
  zones: Map<string, readonly ZoneChange[]>;
  /** The ids of all private events, whatever their dates and whether they can be read: a changed occurrence need not say so itself. */
  privateUids: Set<string>;
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
  const content: CalendarContent = {
    events: [],
    changes: [],
    versions: new Map(),
    zones: new Map(),
    privateUids: new Set(),
    unreadable: new Map(),
    isComplete: true,
  };
  const near = { from: digitsOf(from - 2 * DAY_MS), to: digitsOf(to + 2 * DAY_MS) };
  /** The changes of the zone that is being read; undefined if one of them cannot be used. */
  let changes: ZoneChange[] | undefined = [];

  function onEvent(component: Component): void {
    if (NO_VERSIONS.has(component.method)) return;
    const isFar = isElsewhere(component, near);
    const { properties, isBroken } = propertiesOf(component, isFar ? OF_ALL_DATES : undefined);
    const head = headOf(properties, component.method);
    const { uid, version, replaces } = head;
    if (head.isPrivate) content.privateUids.add(uid);
    const { versions } = content;
    const isSeries = uid !== "" && !properties.has("RECURRENCE-ID");
    if (isSeries && compareVersions(version, versions.get(uid)) > 0) versions.set(uid, version);
    if (isFar) return;
    const reason = reasonOf(head, properties, emails);
    try {
      if (isBroken) throw new UnreadableEventError("format");
      const event = eventOf(head, properties, emails, reason);
      if (replaces) content.changes.push({ ...event, replaces });
      else if (mayOccur(event, from, to)) content.events.push(event);
    } catch (error) {
      if (!(error instanceof UnreadableEventError)) throw error;
      if (replaces) content.changes.push({ ...head, replaces });
      // Whenever an event with a reason occurs, it does not count.
      if (reason === undefined) countOne(content.unreadable, error.reason);
    }
    if (content.events.length + content.changes.length > MAX_EVENTS) {
      throw new CalendarError(
        "has more than 20,000 events that may fall on these dates. Ask for fewer dates, or use a smaller calendar",
      );
    }
  }

  function onZone(component: Component): void {
    const [id] = propertiesOf(component).properties.get("TZID") ?? [];
    const name = zoneKey(id ? textOf(id) : "");
    if (name && content.zones.size < MAX_ZONES) content.zones.set(name, changes ?? []);
    changes = [];
  }

  function onComponent(component: Component): void {
    const { name } = component;
    if (name === "VEVENT") onEvent(component);
    else if (name === "VTIMEZONE") onZone(component);
    else if (name === "STANDARD" || name === "DAYLIGHT") {
      const { properties, isBroken } = propertiesOf(component);
      const change = isBroken ? undefined : zoneChangeOf(properties);
      if (change) changes?.push(change);
      // A zone that lacks one of its changes would be off for a part of the year.
      else changes = undefined;
    }
  }

  const components = createComponents(
    (component, property, line) =>
      WANTED[component]?.has(property) === true && (property !== "ATTENDEE" || isOwnAttendee(line, emails)),
    onComponent,
  );
  const decode = createDecoder();
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
      components.push(decode(Buffer.from(slice.buffer, slice.byteOffset, slice.byteLength)));
      await pace();
    }
  }
  content.isComplete = components.end();
  return content;
}

export function countOne<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The properties of an event that matter even if it is of other dates. */
const OF_ALL_DATES = new Set(["UID", "SEQUENCE", "DTSTAMP", "STATUS", "CLASS"]);

/** The properties of a component, and whether it can be read in full. @param wanted their names; all if undefined */
function propertiesOf(
  { lines, isBroken }: Component,
  wanted?: ReadonlySet<string>,
): { properties: Properties; isBroken: boolean } {
  const properties = lines.filter(({ name }) => wanted?.has(name) !== false).map(parseProperty);
  return {
    properties: groupBy(properties, ({ name }) => name),
    isBroken: isBroken || properties.some((property) => property.isBroken),
  };
}

/** Whether an event that does not repeat is of other dates. Most events are, and so need not be parsed. */
function isElsewhere({ lines }: Component, near: { from: string; to: string }): boolean {
  let [start, end] = ["", ""];
  for (const { name, text } of lines) {
    if (name === "RRULE" || name === "RDATE" || name === "RECURRENCE-ID") return false;
    if (name === "DTSTART") start = dateIn(text);
    if (name === "DTEND") end = dateIn(text);
  }
  return start > near.to || (start !== "" && end !== "" && end < near.from);
}

function dateIn(text: string): string {
  return /:(\d{8})(?:T\d{6}Z?)?\s*$/.exec(text)?.[1] ?? "";
}

/** The date of a time in UTC, as calendars write it. */
function digitsOf(time: number): string {
  return utcDate(time).replaceAll("-", "");
}

/** Whether an event may occur in a range, whatever its zone. */
function mayOccur({ start, end, rule, others }: CalendarEvent, from: number, to: number): boolean {
  if (start.wall > to + DAY_MS && others.length === 0) return false;
  const until = rule?.until?.wall ?? Number.POSITIVE_INFINITY;
  const own = Math.max(rule ? until : start.wall, start.wall) + Math.max(0, lengthOf(start, end));
  const ends = others.map((other) => other.start.wall + Math.max(0, lengthOf(other.start, other.end ?? end)));
  return Math.max(own, ...ends) >= from - 2 * DAY_MS;
}

/** The most characters of a component that are kept. */
const MAX_COMPONENT = 512 * 1024;

/** The most components inside each other; calendars have three. */
const MAX_DEPTH = 16;

const BEGIN_OR_END = /^(BEGIN|END):([A-Z\d-]{1,60})\s*$/i;

/** A component of a calendar with those of its lines that are wanted. */
interface Component {
  /** It is in capitals, such as VEVENT. */
  name: string;
  lines: Line[];
  /** Whether lines are missing, or its end is. */
  isBroken: boolean;
  /** The method of its calendar, in capitals; empty if that has none. */
  method: string;
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

  function begin(name: string): void {
    // An event is in no other one: the end of the last one is missing.
    while (name === "VEVENT" && open.some((component) => component.name === "VEVENT")) endLast(true);
    if (open.length >= MAX_DEPTH) throw noCalendar();
    const method = name === "VCALENDAR" ? "" : (open.at(-1)?.method ?? "");
    open.push({ name, lines: [], isBroken: false, method, length: 0 });
  }

  function endLast(isBroken: boolean): void {
    const last = open.pop();
    if (last) onComponent({ ...last, isBroken: last.isBroken || isBroken });
  }

  function end(name: string): void {
    if (!open.some((component) => component.name === name)) return;
    while (open.at(-1)?.name !== name) endLast(true);
    endLast(false);
  }

  function keep(text: string): void {
    const component = open.at(-1);
    const name = nameOf(text);
    if (!component || !isWanted(component.name, name, text)) return;
    if (name === "METHOD") component.method ||= parseProperty({ name, text }).value.trim().toUpperCase();
    component.length += text.length;
    component.isBroken ||= component.length > MAX_COMPONENT;
    if (!component.isBroken) component.lines.push({ name, text });
  }

  const lines = createLines((line) => {
    const [, step, name = ""] =
      (hasBegun && !/^[BE]/i.test(line) ? undefined : BEGIN_OR_END.exec(line)) ?? [];
    if (!hasBegun && name.toUpperCase() !== "VCALENDAR") throw notCalendar(line);
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
