import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { calendarSource } from "../../../src/evidence/calendar/calendar-source.ts";
import type { Fetch } from "../../../src/evidence/calendar/places.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import type { CallContext } from "../../../src/timesheet/call-context.ts";
import type { DateRange } from "../../../src/timesheet/dates.ts";
import type { EvidenceScope, ReadEvidence } from "../../../src/timesheet/draft/evidence.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

export const WEEK: DateRange = { startDate: "2026-11-16", endDate: "2026-11-20" };

/** A calendar with components, given by their lines. */
export function calendar(...components: string[][]): string {
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", ...components.flat(), "END:VCALENDAR", ""];
  return lines.join("\r\n");
}

/** An event on 16 November 2026, 10:00 to 11:00 UTC, unless the lines say otherwise. */
export function event(...lines: string[]): string[] {
  const has = (name: RegExp) => lines.some((line) => name.test(line));
  return [
    "BEGIN:VEVENT",
    ...(has(/^UID/) ? [] : ["UID:one"]),
    ...(has(/^DTSTART/) ? [] : ["DTSTART:20261116T100000Z"]),
    ...(has(/^(DTSTART|DTEND|DURATION)/) ? [] : ["DTEND:20261116T110000Z"]),
    ...lines,
    "END:VEVENT",
  ];
}

export interface Reading {
  range?: DateRange;
  zone?: string;
  emails?: string[];
  context?: Partial<CallContext>;
}

export function scopeOf({
  range: dates = WEEK,
  zone = "Europe/Berlin",
  emails = ["kim@example.com"],
  context,
}: Reading): EvidenceScope {
  const clock = context?.clock ?? systemClock;
  const signal = new AbortController().signal;
  return {
    zone,
    emails,
    dates,
    context: { clock, signal, deadline: clock.now() + 30_000, ...context } as CallContext,
  };
}

/** Reads calendars from files in a folder of their own, by their names. */
export async function readFiles(
  files: Record<string, string | Uint8Array>,
  reading: Reading = {},
): Promise<ReadEvidence> {
  const folder = temporaryFolder();
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)));
  const calendars = Object.keys(files).map((name) => join(folder, name));
  return readCalendars(calendars, reading);
}

/** Reads one calendar of components. */
export function readEvents(components: string[][], reading: Reading = {}): Promise<ReadEvidence> {
  return readFiles({ "team.ics": calendar(...components) }, reading);
}

export function readCalendars(
  calendars: string[],
  reading: Reading = {},
  send: Fetch = fetch,
): Promise<ReadEvidence> {
  return calendarSource({ calendars, fetch: send }).read(reading.range ?? WEEK, scopeOf(reading));
}

/** The meetings as texts, in order: "2026-11-16T10:00 60 Daily", by UTC and in minutes. */
export function shown({ evidence }: ReadEvidence): string[] {
  return evidence
    .flatMap((one) => (one.kind === "meeting" ? [one] : []))
    .map(({ start, end, title }) =>
      `${new Date(start).toISOString().slice(0, 16)} ${(end - start) / 60_000} ${title}`.trim(),
    )
    .sort();
}
