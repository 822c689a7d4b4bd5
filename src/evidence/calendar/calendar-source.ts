import { oneLine } from "../../text/characters.ts";
import { counted, cut } from "../../text/lengths.ts";
import { addDays, type DateRange } from "../../timesheet/dates.ts";
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
import { createPace, withinTime } from "../within-time.ts";
import { CalendarError, type UnreadableReason } from "./errors.ts";
import { meetingsOf, type Occurrence, type Occurrences } from "./meetings.ts";
import { type Fetch, fetchCalendar, type Place, placesOf, readFile } from "./places.ts";
import type { Window } from "./property.ts";
import { readCalendar } from "./read-calendar.ts";
import { toInstant, zoneByName } from "./zone.ts";

export interface CalendarSourceOptions {
  /** Paths of files, or addresses, which are secrets. */
  calendars: readonly string[];
  fetch: Fetch;
}

interface ReadCalendar {
  occurrences: Occurrence[];
  problems: string[];
  isRead: boolean;
}

/** Reads the user's meetings from calendars in the iCalendar format (RFC 5545). */
export function calendarSource({ calendars, fetch }: CalendarSourceOptions): EvidenceSource {
  return {
    name: "calendar",
    async read(range, scope) {
      const window = windowOf(range, scope.zone);
      const read = await Promise.all(
        placesOf(calendars).map((place) => readPlace(place, window, scope, fetch)),
      );
      const problems = read.flatMap((one) => one.problems);
      const count = read.filter(({ isRead }) => isRead).length;
      if (count === 0 && problems.length > 0) throw new EvidenceError(problems.join(" "));
      return {
        ...countOnce(
          read.flatMap(({ occurrences }) => occurrences),
          count,
        ),
        problems,
      };
    },
  };
}

/** The moments between which the dates of a range are, in the user's zone. */
function windowOf({ startDate, endDate }: DateRange, name: string): Omit<Window, "pace"> {
  const zone = zoneByName(name);
  if (!zone)
    throw new EvidenceError(
      "Calendars cannot be read: your time zone in Jira is not known to this machine. Choose another one there.",
    );
  const midnight = (date: string) => toInstant(Date.parse(`${date}T00:00:00Z`), zone);
  return { from: midnight(startDate), to: midnight(addDays(endDate, 1)) };
}

/** Reads one calendar. A calendar that cannot be read is a problem. @throws CancelledError */
async function readPlace(
  place: Place,
  window: Omit<Window, "pace">,
  scope: EvidenceScope,
  fetch: Fetch,
): Promise<ReadCalendar> {
  const emails = scope.emails.filter((email) => email !== "");
  const { clock, deadline } = scope.context;
  const limits = { ...scope.context, deadline: Math.min(deadline, clock.now() + CALENDAR_READ_MS) };
  try {
    return await withinTime(limits, "calendars", outOfTime, async (signal) => {
      const pace = createPace(scope.context, signal);
      const content = await readCalendar(chunksOf(place, fetch, signal), { ...window, emails, pace });
      const { occurrences, ...left } = await meetingsOf(content, { ...window, zone: scope.zone, pace });
      return { occurrences, problems: problemsOf(place.name, left, content.isComplete), isRead: true };
    });
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return { occurrences: [], problems: [`${place.name} ${error.message}.`], isRead: false };
  }
}

function outOfTime(): CalendarError {
  return new CalendarError("could not be read in time. Try again, or use a smaller calendar");
}

function chunksOf({ path, url, error }: Place, fetch: Fetch, signal: AbortSignal): AsyncIterable<Uint8Array> {
  if (url) return fetchCalendar(url, fetch, signal);
  if (path === undefined) throw error;
  return readFile(path, signal);
}

/** The evidence of all calendars. An event that several of them have counts once, and not at all if one of them says so. */
function countOnce(occurrences: readonly Occurrence[], calendars: number): Omit<ReadEvidence, "problems"> {
  const events = new Map<string, Occurrence>();
  for (const [index, occurrence] of occurrences.entries()) {
    const { uid, original } = occurrence;
    const key = uid === "" ? `${index}` : `${original} ${uid}`;
    const other = events.get(key);
    events.set(key, other ? merged(other, occurrence) : occurrence);
  }
  const leftOut: Partial<Record<LeftOutReason, number>> = {};
  const evidence: Meeting[] = [];
  for (const { reason, start, end, title, description, isTentative } of events.values()) {
    if (reason) leftOut[reason] = (leftOut[reason] ?? 0) + 1;
    else {
      const texts = description === "" ? [title] : [title, description];
      evidence.push({ kind: "meeting", source: "calendar", start, end, title, texts, isTentative });
    }
  }
  const found = `${counted(calendars, "calendar")}, ${counted(evidence.length, "meeting")}`;
  return { evidence, leftOut, found };
}

/** A calendar that has an occurrence moved is newer than one that does not. */
function merged(one: Occurrence, other: Occurrence): Occurrence {
  const isOther = one.title === "" || (one.start === one.original && other.start !== other.original);
  return {
    ...(isOther ? other : one),
    isTentative: one.isTentative || other.isTentative,
    reason: LEFT_OUT_REASONS.find((reason) => one.reason === reason || other.reason === reason),
  };
}

/** The most zones that a sentence names, and the most characters of each. */
const MAX_ZONES = 3;
const MAX_ZONE_NAME = 60;

const WHY: Record<UnreadableReason, [why: string, next: string]> = {
  format: ["broken", "Open them in the calendar and save them again, or log them by hand."],
  rule: ["repeated by a rule that is not supported, such as every hour", "Log them by hand."],
};

/** Sentences for the user about what is missing of a calendar that was read. */
export function problemsOf(
  name: string,
  { unreadable, unknownZones }: Pick<Occurrences, "unreadable" | "unknownZones">,
  isComplete: boolean,
): string[] {
  const reasons = [...unreadable].map(([reason, count]) => {
    const [why, next] = WHY[reason];
    return `${name}: ${events(count)} left out, ${count === 1 ? "since it is" : "since they are"} ${why}. ${next}`;
  });
  const zones = [...unknownZones.keys()];
  const count = [...unknownZones.values()].reduce((sum, one) => sum + one, 0);
  const more = zones.length > MAX_ZONES ? ` and ${zones.length - MAX_ZONES} more` : "";
  const named = zones
    .slice(0, MAX_ZONES)
    .map((zone) => `"${cut(oneLine(zone), MAX_ZONE_NAME)}"`)
    .join(", ");
  return [
    ...reasons,
    ...(count > 0
      ? [
          `${name}: ${events(count)} left out, since no time zone has the name ${named}${more}. ` +
            "Choose the time zone of such events again in the calendar, or log them by hand.",
        ]
      : []),
    ...(isComplete ? [] : [`${name} ends too early, so that events may be missing. Export it again.`]),
  ];
}

function events(count: number): string {
  return count === 1 ? "1 event is" : `${count} events are`;
}
