import type {
  BulkPostWorklogsResponse,
  FillDaysResponse,
  GetWorklogsResponse,
  OverbookedDay,
  PostDraftResponse,
  PostWorklogResponse,
  Worklog,
} from "../../generated/responses.ts";
import { lenientComment } from "../../timesheet/content.ts";
import { type DateRange, isCalendarDate } from "../../timesheet/dates.ts";
import { toHours } from "../../timesheet/hours.ts";
import { readHours, secondsOf, take, timesOf } from "./days.ts";
import type { PlannedRow } from "./plan.ts";

/** The outcome of one worklog that was to be logged. */
export interface ReceiptRow extends Pick<Worklog, "attributes" | "startTime"> {
  date: string;
  /** The key as the call gave it. */
  issueKey: string;
  /** The key as Jira has it; undefined if it is not known. */
  storedKey?: string | undefined;
  issueSummary?: string;
  seconds: number;
  /** Undefined if it is not known, which can be so of a worklog that failed. */
  hours?: number | undefined;
  /** Undefined if it is not known: a batch's reply does not say. */
  billableHours?: number;
  comment?: string;
  /** Unknown: its call was not answered. */
  outcome: "logged" | "existing" | "failed" | "unknown";
  /** The id of the stored worklog. */
  id?: string | undefined;
  /** The message of Tempo or of the tool. */
  error?: string;
  possibleDuplicateId?: string;
}

/** The outcome of one call that logs. */
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
      seconds: secondsOf(row),
      outcome: alreadyLogged ? "existing" : "logged",
    })),
    overbooked,
  );
}

/**
 * The receipt of a draft; undefined if Tempo does not list yet what was stored, of which the reply has only the ids.
 *
 * @param held the worklogs that Tempo lists on the dates of the draft
 */
export function receiptOfDraft(
  { worklogIds, alreadyLoggedIds = [], failures = [] }: PostDraftResponse,
  held: GetWorklogsResponse | undefined,
): Receipt | undefined {
  const times = new Map((held ? timesOf(held) : []).map((time) => [time.id, time]));
  const rows = worklogIds.flatMap((id): ReceiptRow[] => {
    const time = times.get(id);
    if (!time) return [];
    const outcome = alreadyLoggedIds.includes(id) ? "existing" : "logged";
    return [{ billableHours: time.hours, ...time, storedKey: time.issueKey, outcome }];
  });
  if (rows.length < worklogIds.length) return undefined;
  for (const failure of failures) {
    const twice = storedOf(rows, failure);
    if (twice) twice.error = failure.error;
    else rows.push({ ...failure, seconds: 0, outcome: "failed" });
  }
  return receipt(rows, []);
}

export interface PlannedWorklog extends PlannedRow {
  date: string;
}

/** The outcome of one plan of `fill_days`. */
export interface CarriedOut {
  planned: readonly PlannedWorklog[];
  /** The tool's reply, or why there is none. */
  reply: FillDaysResponse | string;
  /** Unknown if it may be logged without a reply. */
  outcome?: "unknown";
}

export function receiptOfFill(parts: readonly CarriedOut[]): Receipt {
  return receipt(
    parts.flatMap(({ planned, reply, outcome }) =>
      typeof reply === "string"
        ? planned.map((row) => failedRow(row, reply, outcome))
        : rowsOfFill(reply, planned),
    ),
    [],
  );
}

function rowsOfFill(
  { logged, entries, failures = [] }: FillDaysResponse,
  planned: readonly PlannedWorklog[],
): ReceiptRow[] {
  const stored = (logged ? entries : []).flatMap(({ dates, worklogIds = [], ...row }) =>
    dates.map(
      (date, index): ReceiptRow => ({
        ...row,
        date,
        id: worklogIds[index],
        storedKey: row.issueKey,
        seconds: secondsOf(row),
        outcome: "logged",
      }),
    ),
  );
  const lacking = [...planned];
  const isAlike = (row: ReceiptRow) => (each: PlannedWorklog) =>
    isOf(each, row) && each.seconds === row.seconds;
  // Comments tell rows apart that are equal otherwise, unless storing has changed the comment.
  const unlike = stored.filter(
    (row) => !take(lacking, (each) => isAlike(row)(each) && each.comment === (row.comment ?? "")),
  );
  for (const row of unlike) take(lacking, isAlike(row));
  for (const failure of failures) {
    const row = take(lacking, (each) => isOf(each, failure));
    const twice = storedOf(stored, failure);
    if (row) stored.push(failedRow(row, failure.error));
    // It is stored, and perhaps twice.
    else if (twice) twice.error = failure.error;
  }
  return stored;
}

function isOf(row: { date: string; issueKey: string }, other: { date: string; issueKey: string }): boolean {
  return row.date === other.date && row.issueKey === other.issueKey;
}

function storedOf(
  rows: readonly ReceiptRow[],
  failure: { date: string; issueKey: string },
): ReceiptRow | undefined {
  return rows.find((row) => isOf(row, failure) && row.error === undefined);
}

function failedRow(
  row: PlannedWorklog,
  error: string,
  outcome: ReceiptRow["outcome"] = "failed",
): ReceiptRow {
  return { ...row, hours: toHours(row.seconds), outcome, error };
}

function receipt(rows: ReceiptRow[], overbooked: readonly OverbookedDay[]): Receipt {
  const sorted = rows.toSorted((a, b) => a.date.localeCompare(b.date));
  const dates = sorted.map(({ date }) => date).filter(isCalendarDate);
  const [startDate, endDate] = [dates[0], dates.at(-1)];
  return { rows: sorted, overbooked, range: startDate && endDate ? { startDate, endDate } : undefined };
}

/** The worklogs that undoing a receipt deletes, and those that it leaves. */
export interface UndoPlan {
  /** Stored by the call, and unchanged since. */
  deletable: readonly Worklog[];
  /** Stored by the call, but changed since: never deleted from here. */
  changed: readonly Worklog[];
  /** The ids of the call's worklogs that no longer exist. */
  gone: readonly string[];
}

/** @param current every worklog that Tempo holds now on the receipt's dates */
export function planUndo(rows: readonly ReceiptRow[], current: readonly Worklog[]): UndoPlan {
  const byId = new Map(current.map((worklog) => [worklog.id, worklog]));
  const plan = { deletable: [] as Worklog[], changed: [] as Worklog[], gone: [] as string[] };
  for (const row of rowsThat(rows, "logged")) {
    if (row.id === undefined) continue;
    const worklog = byId.get(row.id);
    if (!worklog) plan.gone.push(row.id);
    else if (isUnchanged(row, worklog)) plan.deletable.push(worklog);
    else plan.changed.push(worklog);
  }
  return plan;
}

/** The rows that the call stored and that still exist, as far as it is known. */
export function standingRows(rows: readonly ReceiptRow[], gone: ReadonlySet<string>): ReceiptRow[] {
  return rowsThat(rows, "logged").filter(({ id = "" }) => !gone.has(id));
}

export function rowsThat(rows: readonly ReceiptRow[], are: ReceiptRow["outcome"]): ReceiptRow[] {
  return rows.filter(({ outcome }) => outcome === are);
}

/** Aside from what storing can change in a comment, such as one that Tempo fills in where the call gave none. */
function isUnchanged(row: ReceiptRow, worklog: Worklog): boolean {
  const { hours, billableHours = hours, issueKey } = worklog;
  return (
    row.date === worklog.date &&
    row.hours === hours &&
    (row.billableHours ?? billableHours) === billableHours &&
    (row.storedKey ?? issueKey) === issueKey &&
    lenientComment(row.comment ?? "") === lenientComment(worklog.comment) &&
    !row.attributes?.some(({ key, value }) =>
      worklog.attributes?.some((now) => now.key === key && now.value !== value),
    )
  );
}
