import type { CallContext } from "../call-context.ts";
import { isBillableAsWanted, lenientKey } from "../content.ts";
import { NotFoundError, OutcomeUnknownError, TimesheetError } from "../errors.ts";
import type { CallScope, FullWorklog } from "../port.ts";
import { retry } from "../retry.ts";
import { EDIT_RETRY_DELAYS_MS, LATEST_COMMIT_MS, LIST_LAG_MS, TIME_TO_SETTLE_EDIT_MS } from "../timeline.ts";
import { recordIntent, type Writer } from "../writers.ts";
import { changedOtherwise, gone, seemsUnchanged, unknownChange } from "./errors.ts";
import { differences, isEqual } from "./merge.ts";

/** A change under way. */
interface Change {
  old: FullWorklog;
  wanted: FullWorklog;
  /** The key of its issue; the id of one that the user may not see. */
  issueKey: string;
  /** Sends it, safe to repeat. Returns the worklog as Tempo confirms it. */
  send(scope: CallScope): Promise<FullWorklog>;
  context: CallContext;
  writer: Writer;
}

/**
 * Stores a changed worklog, again if the outcome is unknown: what is sent is all of it. If no response settles it, reading does, once
 * Tempo can no longer store what was sent.
 *
 * @returns the worklog as Tempo holds it
 * @throws TimesheetError; nothing was changed unless it is an OutcomeUnknownError
 */
export async function sendChange(change: Change): Promise<FullWorklog> {
  const { old, wanted, issueKey, context, writer } = change;
  const { clock, changes } = context;
  const { journal } = writer;
  const { id } = wanted;
  let isSent = false;
  /** When the last request without a usable response failed. */
  let failedAt: number | undefined;
  const beforeWrite = async () => {
    await recordIntent(writer, () => journal.editing(old));
    isSent = true;
    changes.possiblyMade("changed", [id]);
  };
  const delayAfter = (error: unknown, attempt: number) => {
    if (!(error instanceof OutcomeUnknownError)) return undefined;
    failedAt = clock.now();
    return EDIT_RETRY_DELAYS_MS[attempt - 1];
  };
  const scope = { ...context, beforeWrite };
  let stored: FullWorklog;
  try {
    stored = await retry({ clock, scope, delayAfter, minTimeLeft: TIME_TO_SETTLE_EDIT_MS }, () =>
      change.send(scope),
    );
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    if (!isSent) throw error;
    const settled = await settle(change, error, failedAt);
    if (settled instanceof TimesheetError) {
      if (!settled.mayBeStored) {
        changes.notMade("changed", id);
        journal.notEdited(id);
      }
      throw settled;
    }
    stored = settled;
  }
  changes.made("changed", [id]);
  const rest = failedAt === undefined ? 0 : failedAt + LATEST_COMMIT_MS - clock.now();
  const known = { ...stored, ...(issueKey !== stored.issueId && { issueKey }) };
  journal.edited(known, old, rest > 0 ? clock.wallClock() + rest : undefined);
  return stored;
}

/** The outcome of a change without a response that says so: the worklog if it took effect, else the error. */
async function settle(
  { old, wanted, context, writer }: Change,
  failure: TimesheetError,
  failedAt: number | undefined,
): Promise<FullWorklog | TimesheetError> {
  const { clock, timesheet, signal, deadline } = context;
  // A failure without a status never left this machine.
  if (failedAt === undefined && failure.httpStatus === undefined) return failure;
  const isOver = () => failedAt === undefined || clock.now() >= failedAt + LATEST_COMMIT_MS;
  for (;;) {
    const isLast = isOver();
    let found: Awaited<ReturnType<typeof timesheet.readWorklog>>;
    try {
      found = await timesheet.readWorklog(wanted.id, context);
    } catch (error) {
      if (!(error instanceof TimesheetError)) throw error;
      return unknownChange(wanted, failure);
    }
    if (found?.isOwn) {
      const { worklog } = found;
      if (isEqual(wanted, worklog)) return worklog;
      if (isLast) {
        // A rejection says nothing of a request before it, and a read may show a change late.
        if (isEqual(old, worklog)) return failedAt === undefined ? failure : seemsUnchanged(wanted, failure);
        return isAlike(wanted, worklog) ? worklog : changedOtherwise(wanted, worklog, failure);
      }
    } else {
      if (failedAt === undefined && failure instanceof NotFoundError) return failure;
      // A rejection may have been carried out as well, before something else deleted the worklog.
      if (found || !mayNotBeShown(wanted, context, writer)) return gone(wanted);
      if (isLast) return unknownChange(wanted, failure);
    }
    const wait = (failedAt ?? 0) + LATEST_COMMIT_MS - clock.now();
    if (clock.now() + wait >= deadline) return unknownChange(wanted, failure);
    await clock.sleep(wait, signal);
    if (signal.aborted) return unknownChange(wanted, failure);
  }
}

/** Whether a worklog was stored so recently that a read may not show it yet. */
function mayNotBeShown({ id }: FullWorklog, { clock }: CallContext, { journal }: Writer): boolean {
  return journal.storedSince(clock.wallClock() - LIST_LAG_MS).some((known) => known.id === id);
}

/** Equal apart from what Tempo may make of a comment and of billable time. */
function isAlike(wanted: FullWorklog, found: FullWorklog): boolean {
  return (
    differences(wanted, found).every(({ field }) => field === "comment" || field === "billableHours") &&
    lenientKey(wanted.issueId, wanted) === lenientKey(found.issueId, found) &&
    isBillableAsWanted(wanted, found)
  );
}
