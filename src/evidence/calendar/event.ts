import { LENGTHS, shortText } from "../../text/lengths.ts";
import type { LeftOutReason } from "../../timesheet/draft/evidence.ts";
import { UnreadableEventError } from "./errors.ts";
import {
  DAY_MS,
  type Duration,
  durationOf,
  type Moment,
  momentsOf,
  onlyMomentOf,
  type Properties,
  type Property,
  textOf,
} from "./property.ts";
import { parseRule, type Rule } from "./rule.ts";

/** The longest an event that repeats may last: beyond, each occurrence would overlap others. */
const MAX_REPEATED_DAYS = 31;

/** The longest id of an event, in characters: Outlook's have some 100. */
const MAX_UID = 2000;

/** The properties of an event that are read. All others are never kept. */
export const EVENT_PROPERTIES = new Set([
  ...["UID", "SEQUENCE", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID"],
  ...["SUMMARY", "DESCRIPTION", "STATUS", "TRANSP", "CLASS", "ATTENDEE"],
  ...["X-MICROSOFT-CDO-BUSYSTATUS", "X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT"],
]);

/** A VEVENT: a meeting, a series of meetings, or an occurrence of a series that was changed. */
export interface CalendarEvent {
  /** Empty if it has none. */
  uid: string;
  sequence: number;
  start: Moment;
  end: Moment | Duration;
  rule: Rule | undefined;
  /** Times at which it occurs beside its rule. */
  others: readonly Moment[];
  /** Times at which it does not occur. */
  except: readonly Moment[];
  /** The time that the series has for it. */
  replaces: Moment | undefined;
  /** Empty for a private event, and so is the description. */
  title: string;
  description: string;
  /** Why it does not count, whenever it occurs. */
  reason: LeftOutReason | undefined;
  isTentative: boolean;
  isPrivate: boolean;
}

/** @throws UnreadableEventError */
export function eventOf(properties: Properties, emails: readonly string[]): CalendarEvent {
  const start = onlyMomentOf(required(properties, "DTSTART"));
  const [rule] = properties.get("RRULE") ?? [];
  const [replaces] = properties.get("RECURRENCE-ID") ?? [];
  // A change of all later occurrences, which no calendar in use writes any more, is none of one.
  if (replaces?.parameters.has("RANGE")) throw new UnreadableEventError("rule");
  const attendance = attendanceOf(properties, emails);
  const reason = reasonOf(properties, start, attendance);
  const isPrivate = !isPublic(properties);
  const event: CalendarEvent = {
    uid: uidOf(properties),
    sequence: Number(/^\d{1,9}$/.exec(value(properties, "SEQUENCE"))?.[0] ?? 0),
    start,
    end: endOf(properties, start),
    rule: rule && parseRule(rule),
    others: allMoments(properties, "RDATE"),
    except: allMoments(properties, "EXDATE"),
    replaces: replaces && onlyMomentOf(replaces),
    title: isPrivate ? "" : shortText(text(properties, "SUMMARY")),
    description: isPrivate ? "" : text(properties, "DESCRIPTION").slice(0, LENGTHS.comment),
    reason,
    isTentative: attendance === "tentative" || isTentative(properties),
    isPrivate,
  };
  checkLength(event);
  return event;
}

/** The first reason that applies, in the order of replies. A private event keeps its own reason, which says nothing of it. */
function reasonOf(properties: Properties, start: Moment, attendance: Attendance): LeftOutReason | undefined {
  const busy = value(properties, "X-MICROSOFT-CDO-BUSYSTATUS").toUpperCase();
  if (attendance === "declined") return "declined";
  if (value(properties, "STATUS").toUpperCase() === "CANCELLED") return "cancelled";
  if (value(properties, "TRANSP").toUpperCase() === "TRANSPARENT" || busy === "FREE") return "free";
  if (!isPublic(properties)) return "private";
  const isAllDay = ["X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT"].some(
    (name) => value(properties, name).toUpperCase() === "TRUE",
  );
  return start.isDate || isAllDay ? "all-day" : undefined;
}

/** A longer id than calendars write would take the time of all others, since each occurrence is known by it. */
function uidOf(properties: Properties): string {
  const uid = text(properties, "UID").trim();
  if (uid.length > MAX_UID) throw new UnreadableEventError("format");
  return uid;
}

function isTentative(properties: Properties): boolean {
  return ["STATUS", "X-MICROSOFT-CDO-BUSYSTATUS"].some(
    (name) => value(properties, name).toUpperCase() === "TENTATIVE",
  );
}

/** RFC 5545 wants a class that is not known to be taken for a private one. Of several, which it forbids, each counts. */
function isPublic(properties: Properties): boolean {
  return (properties.get("CLASS") ?? []).every(({ value }) => value.trim().toUpperCase() === "PUBLIC");
}

function endOf(properties: Properties, start: Moment): Moment | Duration {
  const [end] = properties.get("DTEND") ?? [];
  const [duration] = properties.get("DURATION") ?? [];
  if (end) return onlyMomentOf(end);
  if (duration) return durationOf(duration);
  return { days: start.isDate ? 1 : 0, milliseconds: 0 };
}

/** @throws UnreadableEventError for an event that ends before it starts, by its own clocks, or repeats and lasts too long */
function checkLength({ start, end, rule, others }: CalendarEvent): void {
  const isMoment = "wall" in end;
  const length = isMoment ? end.wall - start.wall : end.days * DAY_MS + end.milliseconds;
  if (isMoment && (end.isDate !== start.isDate || (end.zone === start.zone && length < 0))) {
    throw new UnreadableEventError("format");
  }
  const repeats = rule !== undefined || others.length > 0;
  if (repeats && length > MAX_REPEATED_DAYS * DAY_MS) throw new UnreadableEventError("rule");
}

function allMoments(properties: Properties, name: string): Moment[] {
  return (properties.get(name) ?? []).filter(({ value }) => value.trim() !== "").flatMap(momentsOf);
}

function required(properties: Properties, name: string): Property {
  const [property] = properties.get(name) ?? [];
  if (!property) throw new UnreadableEventError("format");
  return property;
}

function text(properties: Properties, name: string): string {
  const [property] = properties.get(name) ?? [];
  return property ? textOf(property) : "";
}

/** The bytes of a value that is no text for users. */
function value(properties: Properties, name: string): string {
  return (properties.get(name)?.[0]?.value ?? "").trim();
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
