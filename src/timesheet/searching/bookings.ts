import type { CallContext } from "../call-context.ts";
import { addDays } from "../dates.ts";
import type { FoundIssue } from "../port.ts";
import { compareText } from "../totals.ts";

const RECENT_DAYS = 30;

/** The most issues that one search describes: on Data Center, each is a request. */
const MAX_ISSUES = 50;

/** The recent worklogs of the user on an issue. */
export interface Booking {
  issueId: string;
  /** The date of the latest worklog. */
  date: string;
  /** The user's own, each once, the latest first; none is empty. */
  comments: string[];
}

/** Reads the user's recent worklogs by issue id, the latest first. */
export async function readBookings(context: CallContext): Promise<Map<string, Booking>> {
  const { timesheet, today } = context;
  const range = { startDate: addDays(today, 1 - RECENT_DAYS), endDate: today };
  const worklogs = await timesheet.getExistingWorklogs(range, context);
  const bookings = new Map<string, Booking>();
  for (const { issueId, date, comment } of worklogs.toSorted((a, b) => compareText(b.date, a.date))) {
    const booking = bookings.get(issueId) ?? { issueId, date, comments: [] };
    if (comment.trim() !== "" && !booking.comments.includes(comment)) booking.comments.push(comment);
    bookings.set(issueId, booking);
  }
  return new Map([...bookings].slice(0, MAX_ISSUES));
}

/** Describes issues by id or key, each at most once; those that the user may not see are absent. */
export function describer(context: CallContext): (idsOrKeys: Iterable<string>) => Promise<FoundIssue[]> {
  const known = new Map<string, FoundIssue | undefined>();
  return async (idsOrKeys) => {
    const wanted = [...new Set(idsOrKeys)];
    const unknown = wanted.filter((idOrKey) => !known.has(idOrKey));
    const described = unknown.length > 0 ? await context.timesheet.describeIssues(unknown, context) : [];
    for (const idOrKey of unknown) known.set(idOrKey, undefined);
    for (const issue of described) for (const name of [issue.id, issue.key]) known.set(name, issue);
    return wanted.flatMap((idOrKey) => known.get(idOrKey) ?? []);
  };
}
