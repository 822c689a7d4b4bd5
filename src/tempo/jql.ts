import { addDays, type DateRange } from "../timesheet/dates.ts";
import type { IssueQuery } from "../timesheet/port.ts";

/**
 * A query of fixed clauses; without words, for the open issues that are assigned to the user. Words are letters and digits, so that
 * nothing in them is JQL. In lower case, since AND, OR and NOT are operators of Jira's text search.
 */
export function toJql({ words, least, projectKey, isAny = false }: IssueQuery): string {
  const usual = isAny ? [] : ["assignee = currentUser()", "statusCategory != Done"];
  const clauses = [
    ...(projectKey === undefined ? [] : [`project = "${projectKey}"`]),
    ...(words.length === 0 ? usual : [summaryWith(words, least)]),
  ];
  return `${clauses.join(" AND ")} ORDER BY updated DESC`;
}

/** A clause for the summaries that have so many of the words, each from its beginning. */
function summaryWith(words: readonly string[], least: number): string {
  const choices = choicesOf(
    words.map((word) => `summary ~ "${word.toLowerCase()}*"`),
    least,
  ).map((terms) => terms.join(" AND "));
  return choices.length === 1 ? choices.join() : `(${choices.map((choice) => `(${choice})`).join(" OR ")})`;
}

/** All ways to take so many of the terms, in their order. */
function choicesOf(terms: readonly string[], count: number): string[][] {
  if (count === 0) return [[]];
  return terms.flatMap((term, index) =>
    choicesOf(terms.slice(index + 1), count - 1).map((rest) => [term, ...rest]),
  );
}

/** A query for the issues of these keys, in no order. */
export function jqlOfKeys(keys: readonly string[]): string {
  return `key in (${keys.map(quoted).join(", ")})`;
}

/** A text as a value in a query. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

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
