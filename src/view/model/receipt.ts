import type {
  BulkPostWorklogsResponse,
  OverbookedDay,
  PostWorklogResponse,
} from "../../generated/responses.ts";
import { type DateRange, isCalendarDate } from "../../timesheet/dates.ts";
import { toSeconds } from "../../timesheet/hours.ts";
import { readHours } from "./durations.ts";

/** What became of one worklog that was to be logged. */
export interface ReceiptRow {
  date: string;
  /** As the call gave it. */
  issueKey: string;
  /** As Jira has it; undefined if it is not known which one that is. */
  storedKey?: string | undefined;
  issueSummary?: string;
  seconds: number;
  hours: number;
  /** Undefined if it is not known: a batch's reply does not say. */
  billableHours?: number;
  comment?: string;
  outcome: "logged" | "existing" | "failed";
  /** Of what is stored. */
  id?: string | undefined;
  /** In the words of Tempo or of the tool. */
  error?: string;
  possibleDuplicateId?: string;
}

/** What one call logged. */
export interface Receipt {
  /** Ascending by date; the rows of a date in the order of the call. */
  rows: readonly ReceiptRow[];
  overbooked: readonly OverbookedDay[];
  /** Undefined if no row has a date: one that failed has what the call gave. */
  range: DateRange | undefined;
}

export function receiptOfBatch({
  results,
  byIssue = [],
  overbooked = [],
  summary,
}: BulkPostWorklogsResponse): Receipt {
  const stored = results.filter(({ success }) => success);
  const read = readHours(
    stored.map(({ hours }) => hours),
    summary.totalHours,
  );
  const storedKeys = new Map(byIssue.map(({ issueKey }) => [issueKey.toUpperCase(), issueKey]));
  return receipt(
    results.map(({ worklogId, success, alreadyLogged, ...row }) => ({
      ...row,
      id: worklogId,
      storedKey: storedKeys.get(row.issueKey.toUpperCase()),
      seconds: read(row.hours),
      outcome: !success ? "failed" : alreadyLogged ? "existing" : "logged",
    })),
    overbooked,
  );
}

export function receiptOfPost(reply: PostWorklogResponse): Receipt {
  const { worklog, additionalWorklogs = [], overbooked = [] } = reply;
  return receipt(
    [worklog, ...additionalWorklogs].map(({ alreadyLogged, ...row }) => ({
      billableHours: row.hours,
      ...row,
      storedKey: row.issueKey,
      seconds: toSeconds(row.hours),
      outcome: alreadyLogged ? "existing" : "logged",
    })),
    overbooked,
  );
}

function receipt(rows: ReceiptRow[], overbooked: readonly OverbookedDay[]): Receipt {
  const sorted = rows.toSorted((a, b) => a.date.localeCompare(b.date));
  const dated = sorted.filter(({ date }) => isCalendarDate(date));
  const [startDate, endDate] = [dated[0]?.date, dated.at(-1)?.date];
  return { rows: sorted, overbooked, range: startDate && endDate ? { startDate, endDate } : undefined };
}
