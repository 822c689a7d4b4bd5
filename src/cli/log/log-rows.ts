import { loggedDateError, textRuleError } from "../../contract/input-rules.ts";
import type { DetailedWorklogEntry } from "../../generated/inputs.ts";
import type { OverbookedDay } from "../../generated/responses.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { SEND_AGAIN, words } from "../../text/words.ts";
import type { CallContext, SharedBatch } from "../../timesheet/call-context.ts";
import { type ErrorCode, NotSentError, TimesheetError, WrongAuthorError } from "../../timesheet/errors.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { timeText } from "../../timesheet/hours.ts";
import { DAY_SECONDS, MIN_LOGGED_SECONDS } from "../../timesheet/limits.ts";
import { cancelledBeforeSending } from "../../timesheet/not-sent.ts";
import type { NewWorklog } from "../../timesheet/port.ts";
import type { RowOutcome } from "../../timesheet/posting/batch.ts";
import { planBulk, postBulk } from "../../timesheet/posting/entries.ts";
import { stoppedAfterWrongAuthor } from "../../timesheet/posting/errors.ts";
import { compareText } from "../../timesheet/totals.ts";
import { sayOtherwise } from "../../timesheet/warn-of-entries.ts";
import { sayWaiting, waitingLong } from "../say-waiting.ts";

/** The call of a command that logs many rows. */
interface RowsCall {
  /** The name of the command. */
  name: string;
  signal: AbortSignal;
}

export interface LoggedRows {
  /** One for each row, in their order: what is stored, now or before, or why nothing is. */
  outcomes: RowOutcome[];
  /** The number of the batch that all of them are for `undo --batch`; undefined if nothing was sent. */
  batch: number | undefined;
  /** Dates that have more hours than the schedule requires, now that the rows are stored; ascending. */
  overbooked: OverbookedDay[];
}

/** Rows that one call logs: its time is enough for these, even if Tempo is slow. */
const MAX_LOGGED = 100;

/**
 * Logs any number of rows as calls of bulk_post_worklogs do, which are one batch for `undo`. What exists is never logged again, whatever
 * TEMPO_DUPLICATES says: these commands promise that a repeat is safe. It ends early once the rest would meet the same error.
 *
 * @param rows that keep the rules of inputs, with hours from a minute on
 * @throws SettingsError
 */
export async function logRows(
  rows: readonly DetailedWorklogEntry[],
  server: ServerContext,
  call: RowsCall,
): Promise<LoggedRows> {
  const { waiting, newContext } = await openCalls(rows, server, call);
  const batch: SharedBatch = {};
  const outcomes: RowOutcome[] = [];
  const overbooked: OverbookedDay[] = [];
  let failure: TimesheetError | undefined;
  let done = 0;
  for (const indexes of partsOf(rows)) {
    const part = indexes.map((index) => rows[index] as DetailedWorklogEntry);
    try {
      if (call.signal.aborted) failure ??= cancelledBeforeSending();
      if (failure) throw failure;
      const context = { ...newContext(), batch };
      const posted = await sayWaiting(waiting, () => postBulk(part, true, new Map(), context), call.signal);
      for (const [place, index] of indexes.entries()) outcomes[index] = posted.outcomes[place] as RowOutcome;
      overbooked.push(...posted.overbooked);
      for (const warning of warningsOf(posted.outcomes)) server.log(warning);
      failure = reasonToStop(posted.outcomes);
    } catch (error) {
      if (!(error instanceof TimesheetError)) throw error;
      failure = error;
      for (const index of indexes) outcomes[index] = { failure };
    }
    done += part.length;
    if (done < rows.length && !failure) server.log(`${done} of ${rows.length} rows are done.`);
  }
  return { outcomes, batch: batch.number, overbooked };
}

/**
 * Decides what `logRows` would do with rows, and sends nothing of them.
 *
 * @returns for each row, the worklog that it is already, or why it would be refused; undefined for one that would be sent
 * @throws TimesheetError if that cannot be read
 */
export async function planRows(
  rows: readonly DetailedWorklogEntry[],
  server: ServerContext,
  call: RowsCall,
): Promise<(RowOutcome | undefined)[]> {
  const { waiting, newContext } = await openCalls(rows, server, call);
  return sayWaiting(waiting, () => planBulk(rows, { ...newContext(), onlyPlans: true }), call.signal);
}

/** A server for calls with rows, and their contexts. Attributes are checked before anything is sent, whatever tools the settings offer. */
async function openCalls(rows: readonly DetailedWorklogEntry[], server: ServerContext, call: RowsCall) {
  const hasDetails = rows.some(({ attributes }) => attributes !== undefined);
  const toolSets = new Set([...server.settings.toolSets, ...(hasDetails ? ["details" as const] : [])]);
  const waiting = waitingLong({ ...server, settings: { ...server.settings, toolSets } });
  const timesheet = await server.openTimesheet();
  const newContext = (): CallContext => ({
    ...callContext(waiting, timesheet, { ...call, reader: "shell" }),
    duplicates: "skip",
  });
  return { waiting, newContext };
}

/**
 * Why hours cannot be logged as they are, whatever the issue; undefined if they can.
 *
 * @param date that exists, as YYYY-MM-DD
 */
export function refusalOf(
  {
    date,
    seconds,
    billableSeconds,
    comment,
  }: Pick<NewWorklog, "date" | "seconds" | "billableSeconds" | "comment">,
  today: string,
): string | undefined {
  if (seconds < MIN_LOGGED_SECONDS || seconds > DAY_SECONDS)
    return `Tempo takes 1m to 24h, not ${timeText(seconds) || "0h"}`;
  if (billableSeconds !== seconds && billableSeconds !== 0)
    return `${timeText(billableSeconds)} of its ${timeText(seconds)} are billable, and only all or nothing of an entry can be logged so`;
  const ofDate = loggedDateError(date, today);
  if (ofDate !== undefined) return `its date ${ofDate}`;
  const ofComment = textRuleError("description", comment);
  return ofComment && `its comment ${ofComment}`;
}

/**
 * The indexes of rows in parts for one call each, ascending by date. A date is never in two parts: equal rows of one call are as many
 * worklogs, and in a second call they would be those of the first. A part has at most MAX_LOGGED rows unless one date has more.
 */
export function partsOf(rows: readonly Pick<DetailedWorklogEntry, "date">[]): number[][] {
  const parts: number[][] = [];
  const byDate = groupBy(rows.keys(), (index) => rows[index]?.date ?? "");
  for (const [, indexes] of [...byDate].sort(([a], [b]) => compareText(a, b))) {
    const last = parts.at(-1);
    if (last && last.length + indexes.length <= MAX_LOGGED) last.push(...indexes);
    else parts.push([...indexes]);
  }
  return parts;
}

/** Sentences for worklogs that a row may have stored before, and for attributes that Tempo shows otherwise than given. */
function warningsOf(outcomes: readonly RowOutcome[]): string[] {
  const stored = outcomes.filter((outcome) => "stored" in outcome);
  const copies = stored.flatMap(({ possibleDuplicateId: copy, stored: { id } }) =>
    copy === undefined ? [] : [`Worklog ${copy} may be a second copy of ${id}: look at both in Tempo.`],
  );
  return [...copies, ...sayOtherwise(stored)];
}

/** The failures of single rows. Any other, the rows of later calls would meet too if all of one call do. */
const OF_ROW: readonly ErrorCode[] = ["invalid_input", "not_found", "forbidden", "rejected"];

/** Why the rows of later calls are not sent; undefined if they are. */
function reasonToStop(outcomes: readonly RowOutcome[]): TimesheetError | undefined {
  const failures = outcomes.flatMap((outcome) => ("failure" in outcome ? [outcome.failure] : []));
  if (failures.some((failure) => failure instanceof WrongAuthorError)) return stoppedAfterWrongAuthor();
  const [first] = failures;
  const isOfRows = failures.some(({ code }) => OF_ROW.includes(code));
  if (!first || isOfRows || failures.length < outcomes.length) return undefined;
  if (!first.mayBeStored) return first;
  const next = words`${SEND_AGAIN} in a few minutes.`;
  return new NotSentError("Not sent: nothing that was sent before has an outcome yet.", undefined, { next });
}
