import { loggedDateError, textRuleError } from "../../contract/input-rules.ts";
import type { DetailedWorklogEntry } from "../../generated/inputs.ts";
import type { OverbookedDay } from "../../generated/responses.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { SEND_AGAIN, words } from "../../text/words.ts";
import type { CallContext, SharedBatch } from "../../timesheet/call-context.ts";
import {
  type ErrorCode,
  NotSentError,
  TimesheetError,
  UnauthorizedError,
  WrongAuthorError,
} from "../../timesheet/errors.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { timeText } from "../../timesheet/hours.ts";
import { DAY_SECONDS, MAX_BATCH, MIN_LOGGED_SECONDS } from "../../timesheet/limits.ts";
import { cancelledBeforeSending } from "../../timesheet/not-sent.ts";
import type { RowOutcome } from "../../timesheet/posting/batch.ts";
import { planBulk, postBulk } from "../../timesheet/posting/entries.ts";
import { stoppedAfterWrongAuthor } from "../../timesheet/posting/errors.ts";
import { compareText } from "../../timesheet/totals.ts";
import { sayWaiting, waitingLong } from "../say-waiting.ts";

/** The call of a command that logs many rows. */
interface RowsCall {
  /** The name of the command. */
  name: string;
  signal: AbortSignal;
}

/** Hours of another site or of a file. */
interface LoggedTime {
  date: string;
  seconds: number;
  billableSeconds: number;
  comment: string;
}

export interface LoggedRows {
  /** One for each row, in their order: what is stored, now or before, or why nothing is. */
  outcomes: RowOutcome[];
  /** The number of the batch that all of them are for `undo --batch`; undefined if nothing was sent. */
  batch: number | undefined;
  /** Dates that have more hours than the schedule requires, now that the rows are stored; ascending. */
  overbooked: OverbookedDay[];
}

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
  const batch: SharedBatch = {};
  const overbooked: OverbookedDay[] = [];
  let stop: TimesheetError | undefined;
  let done = 0;
  const outcomes = await inParts<RowOutcome>(rows, server, { ...call, batch }, async (part, newContext) => {
    stop ??= call.signal.aborted ? cancelledBeforeSending() : undefined;
    const failure = stop;
    if (failure) return part.map(() => ({ failure }));
    const posted = await logPart(part, newContext);
    overbooked.push(...posted.overbooked);
    stop = posted.error ?? reasonToStop(posted.outcomes);
    done += part.length;
    if (done < rows.length && !stop) server.log(`${done} of ${rows.length} rows are done.`);
    return posted.outcomes;
  });
  return { outcomes, batch: batch.number, overbooked };
}

/**
 * Decides what `logRows` would do with rows, and sends nothing of them.
 *
 * @returns for each row, the worklog that it is already, or why it would be refused; undefined for one that would be sent
 * @throws TimesheetError if that cannot be read
 */
export function planRows(
  rows: readonly DetailedWorklogEntry[],
  server: ServerContext,
  call: RowsCall,
): Promise<(RowOutcome | undefined)[]> {
  return inParts(rows, server, { ...call, onlyPlans: true }, (part, newContext) =>
    planBulk(part, newContext()),
  );
}

/** Does something with the rows of one call after another. @returns what it gives for each row, in the order of all rows */
async function inParts<Result>(
  rows: readonly DetailedWorklogEntry[],
  server: ServerContext,
  { batch, ...call }: RowsCall & Partial<Pick<CallContext, "batch" | "onlyPlans">>,
  work: (part: readonly DetailedWorklogEntry[], newContext: () => CallContext) => Promise<Result[]>,
): Promise<Result[]> {
  const timesheet = await server.openTimesheet();
  const waiting = waitingLong(withDetails(rows, server));
  const newContext = (): CallContext => ({
    ...callContext(waiting, timesheet, { ...call, reader: "shell" }),
    ...(batch && { batch }),
    duplicates: "skip",
  });
  const results = new Map<number, Result>();
  for (const part of partsOf(rows)) {
    const ofPart = part.map((index) => rows[index] as DetailedWorklogEntry);
    const found = await sayWaiting(waiting, () => work(ofPart, newContext), call.signal);
    for (const [place, index] of part.entries()) results.set(index, found[place] as Result);
  }
  return rows.map((_, index) => results.get(index) as Result);
}

/**
 * Why hours cannot be logged as they are, whatever the issue; undefined if they can.
 *
 * @param date that exists, as YYYY-MM-DD
 */
export function refusalOf(
  { date, seconds, billableSeconds, comment }: LoggedTime,
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

/** Attributes are checked before anything is sent, whatever tools the settings offer. */
function withDetails(rows: readonly DetailedWorklogEntry[], server: ServerContext): ServerContext {
  if (rows.every(({ attributes }) => attributes === undefined)) return server;
  const toolSets = new Set([...server.settings.toolSets, "details" as const]);
  return { ...server, settings: { ...server.settings, toolSets } };
}

/**
 * The indexes of rows in parts for one call each, ascending by date. A date is never in two parts: equal rows of one call are as many
 * worklogs, and in a second call they would be those of the first. A part has at most MAX_BATCH rows unless one date has more.
 */
export function partsOf(rows: readonly Pick<DetailedWorklogEntry, "date">[]): number[][] {
  const parts: number[][] = [];
  const byDate = groupBy(rows.keys(), (index) => rows[index]?.date ?? "");
  for (const [, indexes] of [...byDate].sort(([a], [b]) => compareText(a, b))) {
    const last = parts.at(-1);
    if (last && last.length + indexes.length <= MAX_BATCH) last.push(...indexes);
    else parts.push([...indexes]);
  }
  return parts;
}

/** The rows of one call. An error of all of them is the outcome of each. */
interface LoggedPart extends Pick<LoggedRows, "outcomes" | "overbooked"> {
  error?: TimesheetError;
}

/** Logs the rows of one call, and goes on with those for which its time was too short, as long as that stores some. */
async function logPart(
  rows: readonly DetailedWorklogEntry[],
  newContext: () => CallContext,
): Promise<LoggedPart> {
  const own = new Set<string>();
  let logged: LoggedPart | undefined;
  for (;;) {
    const { outcomes, error, ...posted } = await postPart(rows, newContext());
    // A call that could not even read says nothing of what the one before has stored.
    if (logged && error) return { ...logged, error };
    const fresh = outcomes.flatMap((it) => ("stored" in it && !it.alreadyLogged ? [it.stored.id] : []));
    logged = {
      ...posted,
      outcomes: outcomes.map((outcome) => withoutOwn(outcome, own)),
      ...(error && { error }),
    };
    for (const id of fresh) own.add(id);
    const isLeft = outcomes.some((outcome) => "failure" in outcome && outcome.failure.code === "not_sent");
    if (!isLeft || fresh.length === 0) return logged;
  }
}

/** The outcome of a row as the calls of this command together have it. @param own ids of what they have stored */
function withoutOwn(outcome: RowOutcome, own: ReadonlySet<string>): RowOutcome {
  if (!("stored" in outcome) || !own.has(outcome.stored.id)) return outcome;
  const { alreadyLogged: _, ...stored } = outcome;
  return stored;
}

async function postPart(rows: readonly DetailedWorklogEntry[], context: CallContext): Promise<LoggedPart> {
  try {
    return await postBulk(rows, true, new Map(), context);
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    return { outcomes: rows.map(() => ({ failure: error })), overbooked: [], error };
  }
}

/** The failures of rows that say nothing of the rows: if all have such a one, those of the next call would too. */
const OF_ALL: ReadonlySet<ErrorCode> = new Set([
  "unavailable",
  "not_sent",
  "outcome_unknown",
  "unexpected_response",
  "cancelled",
]);

/** Why the rows of later calls are not sent; undefined if they are. */
function reasonToStop(outcomes: readonly RowOutcome[]): TimesheetError | undefined {
  const failures = outcomes.flatMap((outcome) => ("failure" in outcome ? [outcome.failure] : []));
  if (failures.some((failure) => failure instanceof WrongAuthorError)) return stoppedAfterWrongAuthor();
  const refused = failures.find((failure) => failure instanceof UnauthorizedError);
  if (refused) return refused;
  const [first] = failures;
  if (!first || failures.length < outcomes.length || !failures.every(({ code }) => OF_ALL.has(code)))
    return undefined;
  return first.mayBeStored
    ? new NotSentError("Not sent: nothing that was sent before has an outcome yet.", undefined, {
        next: words`${SEND_AGAIN} in a few minutes.`,
      })
    : first;
}
