import pLimit from "p-limit";
import type { DetailedWorklogEntry, PostWorklogDetailsInput } from "../../generated/inputs.ts";
import type { OverbookedDay } from "../../generated/responses.ts";
import { ONE_CALL_POSTS, type Reader, words, wordsFor } from "../../text/words.ts";
import type { CallContext } from "../call-context.ts";
import type { DateRange } from "../dates.ts";
import { InvalidInputError, PartialFailureError, TimesheetError } from "../errors.ts";
import { groupBy } from "../group-by.ts";
import { toSeconds } from "../hours.ts";
import { MAX_BATCH } from "../limits.ts";
import type { AttributeValue, Issue, NewWorklog, ScheduledDay } from "../port.ts";
import { completeSchedule, isWorkingDay } from "../schedule.ts";
import { warnOfEntries } from "../warn-of-entries.ts";
import type { Posted, Row, RowOutcome } from "./batch.ts";
import { issueNotFound } from "./errors.ts";
import { planWorklogs, postWorklogs } from "./post-worklogs.ts";

export type LoggedDay = Extract<RowOutcome, { stored: unknown }>;

/**
 * Logs the same on one day, or on each working day of a range.
 *
 * @throws NotFoundError for an unknown issue, InvalidInputError for attributes that it cannot have, and what `workingDays` and
 * `requireAllLogged` throw
 */
export async function postRange(
  { issueKey, startDate, endDate, ...entry }: PostWorklogDetailsInput,
  context: CallContext,
): Promise<{ days: LoggedDay[]; overbooked: OverbookedDay[] }> {
  const issue = (await context.timesheet.findIssues([issueKey], context)).get(issueKey);
  if (!issue) throw issueNotFound(issueKey);

  const attributes = await readGiven(entry, issue, context);
  const schedule = endDate === undefined ? undefined : await workingDays({ startDate, endDate }, context);
  const dates = schedule?.map(({ date }) => date) ?? [startDate];
  const worklogs = dates.map((date) => newWorklog(issue, { ...entry, date }, attributes));
  const { outcomes, overbooked } = await postWorklogs(worklogs, context, schedule);
  return { days: requireAllLogged(dates, outcomes, context), overbooked };
}

/** @throws InvalidInputError if there is no working day, or more than a call may post */
async function workingDays(range: DateRange, context: CallContext): Promise<ScheduledDay[]> {
  const schedule = completeSchedule(range, await context.timesheet.getSchedule(range, context));
  const days = schedule.filter(isWorkingDay);
  if (days.length === 0) {
    throw new InvalidInputError(
      words`Your schedule has no working day from ${range.startDate} to ${range.endDate}, so nothing was sent. To log time on a day off, give that day alone${{ assistant: ", without an end date", shell: "" }}.`,
    );
  }
  if (days.length > MAX_BATCH) {
    throw new InvalidInputError(
      words`The range has ${days.length} working days; ${ONE_CALL_POSTS} at most ${MAX_BATCH}. Nothing was sent; split the range.`,
    );
  }
  return days;
}

/** Some days of a range are not stored: the others are, or each has its own reason. */
export class DaysFailedError extends PartialFailureError {
  readonly logged: readonly LoggedDay[];
  readonly failures: readonly { date: string; failure: TimesheetError }[];

  constructor(
    text: PartialFailureError["text"],
    { logged, failures }: Pick<DaysFailedError, "logged" | "failures">,
  ) {
    super(text);
    this.logged = logged;
    this.failures = failures;
  }
}

/** @throws DaysFailedError, or the failure itself if all days failed for the same reason */
function requireAllLogged(
  dates: readonly string[],
  outcomes: readonly RowOutcome[],
  { today }: Pick<CallContext, "today">,
): LoggedDay[] {
  const logged = outcomes.filter((outcome) => "stored" in outcome);
  const failures = outcomes.flatMap((outcome, index) =>
    "failure" in outcome ? [{ date: dates[index] ?? "", failure: outcome.failure }] : [],
  );
  const [first] = failures;
  if (!first) return logged;
  if (logged.length === 0 && failures.every(({ failure }) => failure.message === first.failure.message)) {
    throw first.failure;
  }
  const unknown = failures.filter(({ failure }) => failure.mayBeStored);
  const failed = failures.filter(({ failure }) => !failure.mayBeStored);
  const textFor = (reader: Reader) =>
    [
      `${logged.length} of ${dates.length} days were stored.`,
      `Stored: ${logged.map(({ stored: { date, id } }) => `${date} (worklog ${id})`).join(", ") || "none"}.`,
      ...byText(failed, ({ facts }) => wordsFor(reader, facts)).map(
        (line) => `Not stored. Fix the cause, then post these again: ${line}`,
      ),
      // Only the whole text says whether the same call settles it.
      ...byText(unknown, ({ text }) => text[reader]).map((line) => `Outcome unknown: ${line}`),
      ...(warnOfEntries([], logged, { today, reader }).warnings ?? []),
    ].join("\n");
  throw new DaysFailedError(
    { assistant: textFor("assistant"), shell: textFor("shell") },
    { logged, failures },
  );
}

function byText(
  failures: readonly { date: string; failure: TimesheetError }[],
  textOf: (failure: TimesheetError) => string,
): string[] {
  return [...groupBy(failures, ({ failure }) => textOf(failure))].map(
    ([text, group]) => `${group.map(({ date }) => date).join(", ")}: ${text}`,
  );
}

/** @param invalidRows problems by index; their entries are reported, never sent */
export async function postBulk(
  entries: readonly DetailedWorklogEntry[],
  billable: boolean,
  invalidRows: ReadonlyMap<number, string>,
  context: CallContext,
): Promise<Posted> {
  return postWorklogs(await readRows(entries, billable, invalidRows, context), context);
}

/** Plans what `postBulk` would do: see `planWorklogs`. */
export async function planBulk(
  entries: readonly DetailedWorklogEntry[],
  context: CallContext,
): Promise<(RowOutcome | undefined)[]> {
  return planWorklogs(await readRows(entries, true, new Map(), context), context);
}

async function readRows(
  entries: readonly DetailedWorklogEntry[],
  billable: boolean,
  invalidRows: ReadonlyMap<number, string>,
  context: CallContext,
): Promise<Row[]> {
  const validKeys = entries.filter((_, index) => !invalidRows.has(index)).map(({ issueKey }) => issueKey);
  const issues = await context.timesheet.findIssues([...new Set(validKeys)], context);
  const toRow = async (entry: DetailedWorklogEntry, index: number): Promise<Row> => {
    const problem = invalidRows.get(index);
    if (problem !== undefined) return new InvalidInputError(problem);
    const issue = issues.get(entry.issueKey);
    if (!issue) return issueNotFound(entry.issueKey);
    try {
      return newWorklog(issue, { billable, ...entry }, await readGiven(entry, issue, context));
    } catch (error) {
      if (error instanceof TimesheetError) return error;
      throw error;
    }
  };
  const { concurrency } = context.timesheet.createLimits;
  return pLimit(concurrency).map(entries, toRow);
}

/** The attributes that an entry gives, as Tempo takes them. With details on, it must have all that are required. */
function readGiven(
  { attributes }: Pick<DetailedWorklogEntry, "attributes">,
  issue: Issue,
  context: CallContext,
): Promise<AttributeValue[]> {
  return context.timesheet.givenAttributes(attributes, issue, context, context.details === "checked");
}

/** All of its time is billable, or none. @param attributes as Tempo takes them */
function newWorklog(
  issue: Issue,
  { date, hours, billable = true, description = "", startTime }: Omit<DetailedWorklogEntry, "issueKey">,
  attributes: readonly AttributeValue[],
): NewWorklog {
  const seconds = toSeconds(hours);
  return {
    issue,
    date,
    ...(startTime !== undefined && { startTime: `${startTime}:00` }),
    seconds,
    billableSeconds: billable ? seconds : 0,
    comment: description,
    ...(attributes.length > 0 && { attributes }),
  };
}
