import { oneLine } from "../../text/characters.ts";
import { counted, cut, listed } from "../../text/lengths.ts";
import { addDays } from "../../timesheet/dates.ts";
import {
  EvidenceError,
  type EvidenceScope,
  type EvidenceSource,
  LEFT_OUT_REASONS,
  type LeftOutReason,
  type Meeting,
  type ReadEvidence,
} from "../../timesheet/draft/evidence.ts";
import { CALENDAR_READ_MS } from "../../timesheet/timeline.ts";
import { localDays, zoneOf } from "../../timesheet/zones.ts";
import { createPace, withinTime } from "../within-time.ts";
import { CalendarError } from "./errors.ts";
import type { Version } from "./event.ts";
import { meetingsOf, type Occurrence, type Occurrences } from "./meetings.ts";
import { contentOf, type Fetch, type Place, placesOf } from "./places.ts";
import type { Window } from "./property.ts";
import { readCalendar } from "./read-calendar.ts";

export interface CalendarSourceOptions {
  /** Full paths of files, and addresses, which are secrets. */
  calendars: readonly string[];
  fetch: Fetch;
}

interface ReadCalendar {
  occurrences: Occurrence[];
  versions: ReadonlyMap<string, Version>;
}

/**
 * Reads the user's meetings from calendars in the iCalendar format (RFC 5545). The reader is our own: of 384 rules of other projects' suites, it
 * has 384 right, rrule-temporal 383, rrule 377, ical.js 318, of which 4 never end, and ts-ics 252; none reads a calendar piece by piece.
 */
export function calendarSource({ calendars, fetch }: CalendarSourceOptions): EvidenceSource {
  return {
    name: "calendar",
    async read(range, scope) {
      const days = localDays(scope.zone, range);
      const startOf = (date: string) => days.startOf(date) * 1000;
      const window = { from: startOf(range.startDate), to: startOf(addDays(range.endDate, 1)) };
      const results = await Promise.all(
        placesOf(calendars).map((place) => readPlace(place, window, scope, fetch)),
      );
      const problems = results.flatMap((result) => result.problems);
      const read = results.flatMap((result) => result.read ?? []);
      if (read.length === 0 && problems.length > 0) throw new EvidenceError(problems.join(" "));
      return { ...countOnce(read), problems };
    },
  };
}

/** Reads one calendar. A calendar that cannot be read is a problem. @throws CancelledError */
async function readPlace(
  place: Place,
  window: Omit<Window, "pace">,
  scope: EvidenceScope,
  fetch: Fetch,
): Promise<{ read?: ReadCalendar; problems: string[] }> {
  const { emails, zone } = scope;
  const { clock, deadline } = scope.context;
  const limits = { ...scope.context, deadline: Math.min(deadline, clock.now() + CALENDAR_READ_MS) };
  try {
    return await withinTime(limits, "calendars", outOfTime, async (signal) => {
      const pace = createPace(scope.context, signal);
      const content = await readCalendar(contentOf(place, fetch, signal), { ...window, emails, pace });
      const found = await meetingsOf(content, { ...window, zone: zoneOf(zone), pace });
      const { occurrences } = found;
      const problems = problemsOf(place.name, found, content.isComplete);
      return { read: { occurrences, versions: content.versions }, problems };
    });
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return { problems: [`${place.name} ${error.message}.`] };
  }
}

function outOfTime(): CalendarError {
  return new CalendarError("could not be read in time. Try again, or use a smaller calendar");
}

/**
 * The evidence of all calendars. An event that several of them have counts once, and not at all if one of them says so; of several sequences
 * of it, only the highest.
 */
function countOnce(read: readonly ReadCalendar[]): Omit<ReadEvidence, "problems"> {
  const newest = new Map<string, number>();
  for (const { versions } of read)
    for (const [uid, { sequence }] of versions)
      if (sequence > (newest.get(uid) ?? 0)) newest.set(uid, sequence);
  const events = new Map<string, Occurrence>();
  for (const { occurrences, versions } of read)
    for (const occurrence of occurrences) {
      const { original, by } = occurrence;
      const { uid } = by;
      const key = uid === "" ? `${events.size}` : `${original} ${uid}`;
      const isOld = (versions.get(uid)?.sequence ?? Number.POSITIVE_INFINITY) < (newest.get(uid) ?? 0);
      const other = events.get(key);
      if (!isOld) events.set(key, other ? merged(other, occurrence) : occurrence);
    }
  const leftOut: Partial<Record<LeftOutReason, number>> = {};
  const evidence: Meeting[] = [];
  for (const { reason, start, end, by, isTentative } of events.values()) {
    if (reason) leftOut[reason] = (leftOut[reason] ?? 0) + 1;
    else {
      const { title, description } = by;
      const texts = description === "" ? [title] : [title, description];
      evidence.push({ kind: "meeting", source: "calendar", start, end, title, texts, isTentative });
    }
  }
  const found = `${counted(read.length, "calendar")}, ${counted(evidence.length, "meeting")}`;
  return { evidence, leftOut, found };
}

/** A calendar that has an occurrence changed is newer than one that does not. */
function merged(one: Occurrence, other: Occurrence): Occurrence {
  const [ofOne, ofOther] = [sequenceOf(one), sequenceOf(other)];
  const newer = ofOther > ofOne || (ofOther === ofOne && one.by.title === "") ? other : one;
  if (ofOne !== ofOther && ofOne >= 0 && ofOther >= 0) return newer;
  return {
    ...newer,
    isTentative: one.isTentative || other.isTentative,
    reason: LEFT_OUT_REASONS.find((reason) => one.reason === reason || other.reason === reason),
  };
}

/** The sequence of an occurrence that was changed; -1 for what only its series says. */
function sequenceOf({ by }: Occurrence): number {
  return by.replaces ? by.version.sequence : -1;
}

/** The most zones that a sentence names, and the most characters of each. */
const MAX_ZONES = 3;
const MAX_ZONE_NAME = 60;

/** Sentences for the user about what is missing of a calendar that was read. */
function problemsOf(
  name: string,
  { unreadable, unknownZones }: Pick<Occurrences, "unreadable" | "unknownZones">,
  isComplete: boolean,
): string[] {
  const zones = [...unknownZones].map((zone) => `"${cut(oneLine(zone), MAX_ZONE_NAME)}"`);
  const problems = [...unreadable].map(([reason, count]) => {
    const [events, they] = count === 1 ? ["1 event is", "it is"] : [`${count} events are`, "they are"];
    const why = {
      format: `${they} broken. Open them in the calendar and save them again, or log them by hand.`,
      rule: `${they} repeated by a rule that is not supported, such as every hour. Log them by hand.`,
      zone:
        `no time zone has the name ${listed(zones, MAX_ZONES)}. ` +
        "Choose the time zone of such events again in the calendar, or log them by hand.",
    };
    return `${name}: ${events} left out, since ${why[reason]}`;
  });
  if (!isComplete) problems.push(`${name} ends too early, so that events may be missing. Export it again.`);
  return problems;
}
