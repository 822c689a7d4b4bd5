import { addDays, type DateRange } from "../../timesheet/dates.ts";
import { quoted } from "../jql.ts";

/** The most days by which the dates of two time zones differ at one moment. */
const ZONES_APART = 2;

/** The queries for issues that the user may have worked on. */
export interface ActivityQueries {
  /** Issues that the user created, changed or commented. */
  own: string;
  /** The issues to look at where Jira refuses that function. An issue may have been updated again since the range. */
  narrow: string;
}

/** The zone of the range, and that of the user's profile, which Jira takes dates in; undefined if it is not known. */
interface Zones {
  zone: string;
  jiraZone: string | undefined;
}

/**
 * A day more is asked for at the end, since Jira's documents do not say what time of the last date counts.
 *
 * @param user account id on Cloud, login name on Data Center
 */
export function activityQueries(
  user: string,
  { startDate, endDate }: DateRange,
  { zone, jiraZone }: Zones,
): ActivityQueries {
  const margin = marginOf({ zone, jiraZone });
  const [from, to] = [dateOf(startDate, -margin), dateOf(endDate, margin + 1)];
  const roles = ["assignee", "reporter", "watcher"].map((field) => `${field} = currentUser()`).join(" OR ");
  // Pages need an order that does not change meanwhile.
  const order = "ORDER BY key ASC";
  return {
    own: `issuekey in updatedBy(${quoted(user)}, ${from}, ${to}) ${order}`,
    narrow: `(${roles}) AND updated >= ${from} AND created <= ${to} ${order}`,
  };
}

/** The query for issues on which the user has logged hours in Jira. @param zones undefined if the range is in Jira's own zone */
export function hoursQuery({ startDate, endDate }: DateRange, zones?: Zones): string {
  const margin = zones === undefined ? 0 : marginOf(zones);
  const dates = `worklogDate >= ${dateOf(startDate, -margin)} AND worklogDate <= ${dateOf(endDate, margin)}`;
  return `worklogAuthor = currentUser() AND ${dates} ORDER BY key ASC`;
}

function marginOf({ zone, jiraZone }: Zones): number {
  return zone === jiraZone ? 0 : ZONES_APART;
}

function dateOf(date: string, days: number): string {
  return quoted(addDays(date, days).replaceAll("-", "/"));
}
