import pLimit from "p-limit";
import { words } from "../../text/words.ts";
import { readStatus } from "../approvals/locks.ts";
import type { CallContext, Writer } from "../call-context.ts";
import { addDays, type DateRange, isWithin } from "../dates.ts";
import { OutcomeUnknownError, TimesheetError } from "../errors.ts";
import { cancelledBeforeSending, leaseLost } from "../not-sent.ts";
import type { Approval } from "../port.ts";
import { UNSETTLED_POLL_MS } from "../timeline.ts";
import { believe, type Decision, type Observed } from "./believe.ts";
import type { Ledger, Sent } from "./ledger.ts";
import type { KnownWorklog, Wanted } from "./records.ts";
import { readVisible, viewOf } from "./view.ts";

/** Dates that are further apart than this are listed by requests of their own. */
const DAYS_OF_ONE_LIST = 14;

/**
 * Decides what can be decided of the intents in doubt that concern a call, and records it. Waits for what can be decided before the call
 * ends; what cannot stays in doubt, and locks its dates.
 *
 * @param looksOn whether to look until the call ends for what cannot be decided before: what is seen decides at once
 * @returns what stays in doubt
 * @throws TimesheetError if Tempo cannot be read, CancelledError, NotSentError if the lease is lost
 */
export async function recover(
  concerns: (sent: Sent) => boolean,
  context: CallContext,
  writer: Writer,
  looksOn = false,
): Promise<Sent[]> {
  const { clock, signal, deadline } = context;
  const { ledger } = writer;
  for (;;) {
    const inDoubt = ledger.inDoubt().filter(concerns);
    if (inDoubt.length === 0) return [];
    const now = clock.wallClock();
    const decisions = believe(inDoubt, await observe(inDoubt, context, ledger), ledger, now);
    if (!writer.mayWrite()) throw leaseLost();
    record(decisions, ledger);
    const left = ledger.inDoubt().filter(concerns);
    const waits = left.map((sent) => Math.max(0, ledger.decidableAt(sent) - clock.wallClock()));
    const soonest = Math.min(...waits.filter((wait) => clock.now() + wait < deadline));
    const wait = Math.min(Math.max(soonest, MIN_POLL_MS), UNSETTLED_POLL_MS);
    const isOver = soonest === Number.POSITIVE_INFINITY && !looksOn;
    if (left.length === 0 || isOver || clock.now() + wait >= deadline) return left;
    await clock.sleep(wait, signal);
    if (signal.aborted) throw cancelledBeforeSending();
  }
}

/**
 * Reads what a call is about to write to. If anything is in doubt there, that is decided first, as `recover` does, and all is read again.
 *
 * @param concernOf whether an intent keeps the call from writing to what was read
 * @returns what was read, and what stays in doubt
 */
export async function readDecided<Found>(
  read: () => Promise<Found>,
  concernOf: (found: Found) => (sent: Sent) => boolean,
  context: CallContext,
  writer: Writer,
): Promise<{ found: Found; inDoubt: Sent[] }> {
  const found = await read();
  const concerns = concernOf(found);
  if (!writer.ledger.inDoubt().some(concerns)) return { found, inDoubt: [] };
  const inDoubt = await recover(concerns, context, writer);
  return { found: await read(), inDoubt };
}

/** The least wait before Tempo is asked again. */
const MIN_POLL_MS = 250;

/** The worklogs that an intent changes, as they were and as it wants them. */
function worklogsOf(sent: Sent): (KnownWorklog | Wanted)[] {
  switch (sent.op) {
    case "create":
      return [sent.wanted, ...(sent.replaces ? [sent.replaces] : [])];
    case "change":
      return [sent.before, sent.wanted];
    case "delete":
      return [sent.before];
    case "status":
      return [];
  }
}

/** The dates that an intent changes. */
export function datesOf(sent: Sent): string[] {
  return worklogsOf(sent).map(({ date }) => date);
}

/** The issues that an intent changes. */
export function issuesOf(sent: Sent): string[] {
  return worklogsOf(sent).map(({ issueId }) => issueId);
}

/** The ids of the worklogs that an intent changes. */
export function idsOf(sent: Sent): string[] {
  return worklogsOf(sent).flatMap((worklog) => ("id" in worklog ? [worklog.id] : []));
}

/** The dates and issues that a call is about to plan or write on. */
interface Concern {
  isDate(date: string): boolean;
  /** The worklogs that it changes, which others may have put on other dates. */
  ids?: readonly string[];
  /** The issues that it writes to. */
  issueIds?: Iterable<string>;
}

/**
 * Whether an intent in doubt keeps a call from what it is about to do: it may change the same dates. Where Tempo adds to an issue's time
 * without a lock, one that may still be under way keeps its issue busy too, on every date.
 */
export function touching(
  { isDate, ids = [], issueIds = [] }: Concern,
  { timesheet }: Pick<CallContext, "timesheet">,
): (sent: Sent) => boolean {
  const issues = new Set(timesheet.createLimits.oneWriteAnIssue ? issueIds : []);
  return (sent) =>
    datesOf(sent).some(isDate) ||
    idsOf(sent).some((id) => ids.includes(id)) ||
    issuesOf(sent).some((id) => issues.has(id));
}

export function inRange(range: DateRange): Concern {
  return { isDate: (date) => isWithin(range, date) };
}

/**
 * Decides at once on intents that Tempo has refused: it may have carried them out all the same. Only what is as wanted counts, and is no other
 * intent's that is in doubt; what else has appeared since makes an intent unsure.
 *
 * @param refusal the answer
 * @throws OutcomeUnknownError if Tempo cannot be read
 */
export async function decideRefused(
  sent: readonly Sent[],
  refusal: TimesheetError,
  context: CallContext,
  { ledger }: Pick<Writer, "ledger">,
): Promise<void> {
  try {
    const all = [...ledger.inDoubt(), ...sent];
    const decisions = believe(all, await observe(sent, context, ledger), ledger, Number.POSITIVE_INFINITY);
    record(
      decisions.flatMap((decision): Decision[] => {
        if (!sent.includes(decision.sent) || decision.is === "void") return [];
        const { unproven, row } = decision.is === "done" ? decision.done : {};
        return [unproven && row ? { is: "unsure", sent: decision.sent, may: [row.id] } : decision];
      }),
      ledger,
    );
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    throw new OutcomeUnknownError(
      words`Tempo rejected this request (HTTP ${refusal.httpStatus ?? ""}), and it cannot be read whether it has carried it out all the same. ${error.facts}`,
      refusal.httpStatus,
      { next: "Look at it in Tempo before you send it again." },
    );
  }
}

function record(decisions: readonly Decision[], ledger: Ledger): void {
  ledger.done(decisions.flatMap((decision) => (decision.is === "done" ? [decision.done] : [])));
  ledger.void(decisions.flatMap((decision) => (decision.is === "void" ? [decision.sent] : [])));
  for (const decision of decisions) if (decision.is === "unsure") ledger.unsure(decision.sent, decision.may);
}

async function observe(inDoubt: readonly Sent[], context: CallContext, ledger: Ledger): Promise<Observed> {
  const dates = inDoubt.flatMap((sent) => (sent.op === "create" ? [sent.wanted.date] : []));
  const views = [];
  for (const range of rangesOf(dates)) views.push(await viewOf(range, context, ledger));
  const ids = inDoubt.flatMap((sent) =>
    sent.op === "change" || sent.op === "delete" ? [sent.before.id] : [],
  );
  const read = await pLimit(context.timesheet.createLimits.concurrency).map(
    [...new Set(ids)],
    async (id) => [id, await readVisible(id, context)] as const,
  );
  const statuses = new Map<string, Approval["status"]>();
  for (const sent of inDoubt) {
    if (sent.op !== "status") continue;
    const found = await readStatus(sent.period, context);
    if (found) statuses.set(sent.period, found.status);
  }
  return {
    listed: views.flatMap(({ rows }) => rows),
    isBehind: views.some(({ isBehind }) => isBehind),
    read: new Map(read),
    statuses,
  };
}

/** Few ranges that have all of the dates, and not many others. */
function rangesOf(dates: readonly string[]): DateRange[] {
  const ranges: DateRange[] = [];
  for (const date of [...dates].sort()) {
    const last = ranges.at(-1);
    if (last && date <= addDays(last.endDate, DAYS_OF_ONE_LIST)) last.endDate = date;
    else ranges.push({ startDate: date, endDate: date });
  }
  return ranges;
}
