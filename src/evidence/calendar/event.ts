import { LENGTHS, shortText } from "../../text/lengths.ts";
import type { LeftOutReason } from "../../timesheet/draft/evidence.ts";
import { ifReadable, UnreadableEventError } from "./errors.ts";
import {
  DAY_MS,
  type Duration,
  durationOf,
  lengthOf,
  type Moment,
  onlyMomentOf,
  type Period,
  type Properties,
  type Property,
  periodsOf,
  textOf,
} from "./property.ts";
import { parseRule, type Rule } from "./rule.ts";

/** The longest an event that repeats may last: beyond, each occurrence would overlap others. */
const MAX_REPEATED_DAYS = 31;

/** The longest id of an event, in characters: Outlook's have some 100. */
const MAX_UID = 2000;

/** The properties of an event that are read. All others are never kept. */
export const EVENT_PROPERTIES = new Set([
  ...["UID", "SEQUENCE", "DTSTAMP", "DTSTART", "DTEND", "DURATION", "RRULE", "EXRULE", "RDATE", "EXDATE"],
  ...["RECURRENCE-ID", "SUMMARY", "DESCRIPTION", "STATUS", "TRANSP", "CLASS", "ATTENDEE"],
  ...["X-MICROSOFT-CDO-BUSYSTATUS", "X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT"],
]);

/** One of several versions of an event: RFC 5546 orders them by the sequence, then by the moment at which they were written. */
export interface Version {
  sequence: number;
  /** The digits of the moment, as calendars write it in UTC; 0 if it has none. A text would keep its part of the calendar in memory. */
  stamp: number;
  isCancelled: boolean;
}

/** Above 0 if a version is newer than another, which may be unknown. */
export function compareVersions(a: Version, b: Version | undefined): number {
  if (!b) return 1;
  return a.sequence - b.sequence || a.stamp - b.stamp || Number(a.isCancelled) - Number(b.isCancelled);
}

/** The facts of an event that hold even if the rest of it cannot be read. */
export interface Head {
  /** Empty if it has none. */
  uid: string;
  version: Version;
  /** The time that the series has for an occurrence that was changed. */
  replaces: Moment | undefined;
  /** Whether the change is one of all later occurrences too, or of all earlier ones. */
  range: "THISANDFUTURE" | "THISANDPRIOR" | undefined;
  isPrivate: boolean;
}

/** The head of an occurrence that was changed. */
export type Change = Head & { replaces: Moment };

/** A VEVENT: a meeting, a series of meetings, or an occurrence of a series that was changed. */
export interface CalendarEvent extends Head {
  start: Moment;
  end: Moment | Duration;
  rule: Rule | undefined;
  /** Times at which it occurs beside its rule. */
  others: readonly Period[];
  /** Times at which it does not occur. */
  except: readonly Moment[];
  /** Empty for a private event, and so is the description. */
  title: string;
  description: string;
  /** Why it does not count, whenever it occurs. */
  reason: LeftOutReason | undefined;
  isTentative: boolean;
}

/** @param method of its calendar: that of RFC 5546 by which all events of a calendar are cancelled is CANCEL */
export function headOf(properties: Properties, method: string): Head {
  const [id] = properties.get("RECURRENCE-ID") ?? [];
  const range = id?.parameters.get("RANGE")?.toUpperCase();
  return {
    uid: text(properties, "UID").trim(),
    version: {
      sequence: Number(/^\d{1,9}$/.exec(value(properties, "SEQUENCE"))?.[0] ?? 0),
      stamp: Number(/^\d{8}T\d{6}/.exec(value(properties, "DTSTAMP"))?.[0].replace("T", "") ?? 0),
      isCancelled: method === "CANCEL" || /^CANCELL?ED$/.test(word(properties, "STATUS")),
    },
    replaces: id && ifReadable(() => onlyMomentOf(id)),
    range: range === "THISANDFUTURE" || range === "THISANDPRIOR" ? range : undefined,
    // RFC 5545 wants a class that is not known to be taken for a private one. Of several, which it forbids, each counts.
    isPrivate: (properties.get("CLASS") ?? []).some(
      (property) => property.value.trim().toUpperCase() !== "PUBLIC",
    ),
  };
}

/** @throws UnreadableEventError */
export function eventOf(
  head: Head,
  properties: Properties,
  emails: readonly string[],
  reason: LeftOutReason | undefined,
): CalendarEvent {
  const [begin] = properties.get("DTSTART") ?? [];
  if (!begin) throw new UnreadableEventError("format");
  const start = onlyMomentOf(begin);
  // A longer id than calendars write would take the time of all others, since each occurrence is known by it.
  if (head.uid.length > MAX_UID) throw new UnreadableEventError("format");
  if (properties.has("RECURRENCE-ID") && !head.replaces) throw new UnreadableEventError("format");
  const { uid, version, replaces, range, isPrivate } = head;
  // API quirk: V8 takes ten times as long for a spread into an object of so many properties.
  const event: CalendarEvent = {
    uid,
    version,
    replaces,
    range,
    isPrivate,
    start,
    end: endOf(properties, start),
    rule: ruleOf(properties),
    others: (properties.get("RDATE") ?? []).flatMap(periodsOf),
    except: (properties.get("EXDATE") ?? []).flatMap(periodsOf).map(({ start }) => start),
    title: head.isPrivate ? "" : shortText(text(properties, "SUMMARY")),
    description: head.isPrivate ? "" : text(properties, "DESCRIPTION").slice(0, LENGTHS.comment),
    reason,
    isTentative:
      attendanceOf(properties, emails) === "tentative" ||
      ["STATUS", "X-MICROSOFT-CDO-BUSYSTATUS"].some((name) => word(properties, name) === "TENTATIVE"),
  };
  checkLength(event);
  return event;
}

/** One rule is read. The others that RFC 2445 allowed, and rules of what does not occur, are not. */
function ruleOf(properties: Properties): Rule | undefined {
  const isGiven = ({ value }: Property) => /[^\s;]/.test(value);
  const [rule, ...others] = (properties.get("RRULE") ?? []).filter(isGiven);
  if (others.some(({ value }) => value !== rule?.value) || properties.get("EXRULE")?.some(isGiven))
    throw new UnreadableEventError("rule");
  return rule && parseRule(rule.value);
}

/** The states in which Outlook shows users who are not in a meeting: away, or at another place. */
const NO_MEETING = ["FREE", "OOF", "WORKINGELSEWHERE"];

/**
 * The first reason that applies, in the order of replies, whatever else of the event can be read. A private event keeps its own reason, which
 * says nothing of it.
 */
export function reasonOf(
  { version, isPrivate }: Head,
  properties: Properties,
  emails: readonly string[],
): LeftOutReason | undefined {
  if (attendanceOf(properties, emails) === "declined") return "declined";
  if (version.isCancelled) return "cancelled";
  const busy = word(properties, "X-MICROSOFT-CDO-BUSYSTATUS");
  if (word(properties, "TRANSP") === "TRANSPARENT" || NO_MEETING.includes(busy)) return "free";
  if (isPrivate) return "private";
  const isAllDay = ["X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT"].some(
    (name) => word(properties, name) === "TRUE",
  );
  return isAllDay || /^\d{8}$/.test(value(properties, "DTSTART")) ? "all-day" : undefined;
}

function endOf(properties: Properties, start: Moment): Moment | Duration {
  const [end] = properties.get("DTEND") ?? [];
  const [duration] = properties.get("DURATION") ?? [];
  if (end) return onlyMomentOf(end);
  if (duration) return durationOf(duration.value);
  return { days: start.isDate ? 1 : 0, milliseconds: 0 };
}

/** @throws UnreadableEventError for an event that ends before it starts, by its own clocks, or repeats and lasts too long */
function checkLength({ start, end, rule, others }: CalendarEvent): void {
  const length = lengthOf(start, end);
  if ("wall" in end && (end.isDate !== start.isDate || (end.zone === start.zone && length < 0)))
    throw new UnreadableEventError("format");
  if (others.some((other) => other.end && lengthOf(other.start, other.end) < 0))
    throw new UnreadableEventError("format");
  const repeats = rule !== undefined || others.length > 0;
  if (repeats && length > MAX_REPEATED_DAYS * DAY_MS) throw new UnreadableEventError("rule");
}

function text(properties: Properties, name: string): string {
  const [property] = properties.get(name) ?? [];
  return property ? textOf(property) : "";
}

/** The bytes of a value that is no text for users. */
function value(properties: Properties, name: string): string {
  return (properties.get(name)?.[0]?.value ?? "").trim();
}

function word(properties: Properties, name: string): string {
  return value(properties, name).toUpperCase();
}

/** The user's answer to an invitation: undefined if the user accepted it, did not answer, or is not invited, as the organiser need not be. */
type Attendance = "declined" | "tentative" | undefined;

/** Whether a line names one of the user's addresses. Lines of other attendees are never kept. */
export function isOwnAttendee(line: string, emails: readonly string[]): boolean {
  const lower = line.toLowerCase();
  return emails.some((email) => lower.includes(email));
}

/** A meeting is declined by any of the user's addresses, unless another one accepts it. */
function attendanceOf(properties: Properties, emails: readonly string[]): Attendance {
  const answers = (properties.get("ATTENDEE") ?? [])
    .filter((attendee) => isOwn(attendee, emails))
    .map(({ parameters }) => parameters.get("PARTSTAT")?.toUpperCase());
  if (answers.includes("ACCEPTED")) return undefined;
  // The user sends another attendee instead.
  if (answers.includes("DECLINED") || answers.includes("DELEGATED")) return "declined";
  return answers.includes("TENTATIVE") ? "tentative" : undefined;
}

/** API quirk: iCloud has the address in a parameter, and an id as the value. */
function isOwn({ value, parameters }: Property, emails: readonly string[]): boolean {
  const addresses = [value.trim().replace(/^mailto:/i, ""), parameters.get("EMAIL") ?? ""];
  return addresses.some((address) => emails.includes(address.toLowerCase()));
}
