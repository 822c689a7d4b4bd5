import ical, { ICalEventTransparency } from "ical-generator";
import { toHours } from "../../timesheet/hours.ts";
import { type ReadWorklog, startTimeOf } from "./report.ts";

/**
 * The worklogs as events of iCalendar (RFC 5545): with a start time if Tempo has one, otherwise all day. Times are local and without a
 * zone, as in Tempo. An event's UID is made of its worklog's id, so that a calendar that imports it again replaces it.
 *
 * @param site URL of the Jira, which makes the UIDs unique
 * @param madeAt in milliseconds since 1970
 */
export function asCalendar(worklogs: readonly ReadWorklog[], site: string, madeAt: number): string {
  const { host } = new URL(site);
  const events = worklogs.map((worklog) => {
    const { id, issue, seconds, comment } = worklog;
    return {
      id: `tempo-worklog-${id}@${host}`,
      stamp: new Date(madeAt),
      ...timesOf(worklog),
      summary: `${issue.key} ${issue.summary}`.trimEnd().concat(` (${toHours(seconds)} h)`),
      ...(comment !== "" && { description: comment }),
      // Otherwise these hours would count as time to come that is taken.
      transparency: ICalEventTransparency.TRANSPARENT,
    };
  });
  const calendar = ical({ prodId: { company: "TempoFiller", product: "tempofiller" }, events });
  return `${calendar.toString()}\r\n`;
}

/** The library writes a floating time as the UTC of its `Date`. */
function timesOf(worklog: ReadWorklog): { start: Date; end?: Date; floating?: true; allDay?: true } {
  const { date, seconds } = worklog;
  const startTime = startTimeOf(worklog);
  if (startTime === undefined) return { start: new Date(`${date}T00:00:00Z`), allDay: true };
  const start = new Date(`${date}T${startTime}Z`);
  return { start, end: new Date(start.getTime() + seconds * 1000), floating: true };
}
