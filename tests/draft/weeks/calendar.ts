import { localTime } from "../local-time.ts";
import { PRIVATE } from "../world.ts";
import type { Appointment, Day } from "./truth.ts";

/** The calendar of days in the iCalendar format: series with occurrences that were cancelled or moved, and other events, some in two versions. */
export function calendarOf(days: readonly Day[], zone: string): string {
  const all = days.flatMap(({ appointments }) => appointments);
  const single = all.filter(({ regularStart }) => regularStart === undefined);
  const titles = new Set(all.filter((it) => !single.includes(it)).map(({ title }) => title));
  const lines = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:weeks"],
    ...[...titles].flatMap((title) =>
      series(
        all.filter((it) => it.regularStart !== undefined && it.title === title),
        days,
        zone,
      ),
    ),
    ...single.flatMap((it, index) => versions(it, `event-${index}`)),
    ...["END:VCALENDAR", ""],
  ];
  return lines.join("\r\n");
}

/** A series of all days at its regular time, without the days on which it was cancelled. */
function series(occurrences: readonly Appointment[], days: readonly Day[], zone: string): string[] {
  const [first] = occurrences;
  if (!first) return [];
  const { title, regularStart = 0, start, end } = first;
  const { time } = localTime(regularStart, zone);
  const local = (date: string) => `TZID=${zone}:${date.replaceAll("-", "")}T${time.replace(":", "")}00`;
  const dateOf = (it: Appointment) => localTime(it.regularStart ?? 0, zone).date;
  const dates = days.map(({ date }) => date);
  const cancelled = dates.filter((date) => occurrences.every((it) => dateOf(it) !== date));
  return [
    ...event(title, title, [
      `DTSTART;${local(dates[0] ?? "")}`,
      `DURATION:PT${(end - start) / 60_000}M`,
      `RRULE:FREQ=DAILY;COUNT=${dates.length}`,
      ...cancelled.map((date) => `EXDATE;${local(date)}`),
    ]),
    ...occurrences
      .filter((it) => it.start !== it.regularStart)
      .flatMap((it) =>
        event(title, title, [`RECURRENCE-ID;${local(dateOf(it))}`, "SEQUENCE:1", ...timesOf(it, it.start)]),
      ),
  ];
}

/** An event that was moved is there twice: calendars that were exported, or have an invitation's update beside it, keep both. */
function versions(it: Appointment, uid: string): string[] {
  const { title, start, description, isTentative, earlierStart, busyStatus } = it;
  const parts = [
    `DESCRIPTION:${description} ${PRIVATE}`,
    ...(isTentative ? ["STATUS:TENTATIVE"] : []),
    ...(busyStatus ? [`X-MICROSOFT-CDO-BUSYSTATUS:${busyStatus}`] : []),
  ];
  const newest = event(uid, title, [...parts, "SEQUENCE:1", ...timesOf(it, start)]);
  if (earlierStart === undefined) return newest;
  const before = event(uid, title, [...parts, "SEQUENCE:0", ...timesOf(it, earlierStart)]);
  return start < earlierStart ? [...newest, ...before] : [...before, ...newest];
}

function timesOf({ start, end }: Appointment, from: number): string[] {
  const utc = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return [`DTSTART:${utc(from)}`, `DTEND:${utc(from + end - start)}`];
}

function event(uid: string, title: string, lines: readonly string[]): string[] {
  return ["BEGIN:VEVENT", `UID:${uid}`, `SUMMARY:${title}`, ...lines, "END:VEVENT"];
}
