import type { CallContext } from "../../timesheet/call-context.ts";
import { deleteIfStill } from "../../timesheet/editing/delete-worklogs.ts";
import {
  InvalidInputError,
  NotFoundError,
  type TimesheetError,
  UnexpectedResponseError,
} from "../../timesheet/errors.ts";
import type { ExistingWorklog, FullWorklog, Timesheet } from "../../timesheet/port.ts";
import { attempt } from "./attempt.ts";
import type { RecordedWrites } from "./record-writes.ts";

/** The most reads of a list until it shows a change. */
const LIST_READS = 8;

const DELETES = 3;

const PAUSE_MS = 1500;

const COMMENT_START = "TempoFiller probe ";

/** The most that a Tempo which rounds makes of a minute, in seconds: what is longer has been changed by another client. */
const LONGEST_ROUNDED = 3600;

/** The fewest characters of the random code by which a comment that Tempo has cut is known. */
const LEAST_CODE = 2;

/** The comments of these worklogs, which a Tempo may have cut. */
const COMMENT = /^TempoFiller probe( [\da-f]{0,8})?$/;

/** The content of the worklog of a run, and what may not be taken for it. */
interface OwnContent {
  issueId: string | undefined;
  date: string;
  nonce: string;
  earlier: readonly ExistingWorklog[];
}

type ReadWorklog = NonNullable<Awaited<ReturnType<Timesheet["readWorklog"]>>>;

/** The end of deleting: the worklog that could not be deleted, if any, and the number of those that may still be stored. */
interface Deletion {
  failed: { id: string; error: TimesheetError } | undefined;
  mayAppear: number;
  /** The time at which the worklog itself was deleted. */
  deletedAt: number;
}

/**
 * The worklog of one run: of its issue and date, with its comment and as long as it was logged or changed to. Once another client
 * has changed any of these, it is no longer its own; only its own is ever changed or deleted.
 */
export interface OwnWorklog {
  comment: string;
  /** Whether a list of its date is as it should be, within the time that lists may lag. @param signal ends the waiting */
  isListed(isSo: (worklogs: readonly ExistingWorklog[]) => boolean, signal: AbortSignal): Promise<boolean>;
  /** The worklogs of a list that this run has stored. */
  ofThisRun(worklogs: readonly ExistingWorklog[]): ExistingWorklog[];
  /** Whether a worklog, as Tempo has it, is the one of this run: a response may name any. */
  isOurs(id: string): Promise<boolean>;
  isOfThisRun(id: string, read: ReadWorklog): boolean;
  /** @throws TimesheetError if an own worklog is not the one of this run, as Tempo has it */
  requireOurs(worklog: FullWorklog): void;
  /** A worklog of this length may be the one of this run from now on: Tempo may round. */
  mayTake(seconds: number): void;
  /** The id of what was stored although its response was lost or named another; it may be stored late, and lists may lag. */
  find(): Promise<string | undefined>;
  /** Deletes it, and any other that this run has stored, which may be listed late. */
  delete(id: string): Promise<Deletion>;
}

/**
 * @param nonce a text that no other run has
 * @param issueId undefined if Jira did not say it
 * @param earlier the worklogs of the date before it
 * @param newContext of a call: each request has the time of one
 * @param end ends what finds and deletes it
 * @throws InvalidInputError if one of an earlier run is left
 */
export function ownWorklog(
  { issueId, date, nonce, earlier }: OwnContent,
  newContext: (signal: AbortSignal) => CallContext,
  writes: RecordedWrites,
  end: AbortSignal,
): OwnWorklog {
  const comment = `${COMMENT_START}${nonce}`;
  const durations = new Set<number>();
  const { timesheet, clock } = newContext(end);
  const list = (signal = end) =>
    attempt(() => timesheet.getExistingWorklogs({ startDate: date, endDate: date }, newContext(signal)));
  const read = (id: string) => attempt(() => timesheet.readWorklog(id, newContext(end)));
  const earlierIds = new Set(earlier.map(({ id }) => id));
  refuseLeftovers(earlier, date);

  const ofThisRun = (worklogs: readonly ExistingWorklog[]) =>
    worklogs.filter((worklog) => isOurContent(worklog) && !earlierIds.has(worklog.id));

  return {
    comment,
    async isListed(isSo, signal) {
      for await (const _ of tries(LIST_READS, signal)) {
        const { value } = await list(signal);
        if (value && isSo(value)) return true;
      }
      return false;
    },
    ofThisRun,
    isOfThisRun,
    async isOurs(id) {
      const { value } = await read(id);
      return value !== undefined && isOfThisRun(id, value);
    },
    requireOurs(worklog) {
      if (!isStillOurs(worklog)) throw notOurs(worklog.id);
    },
    mayTake: (seconds) => void durations.add(seconds),
    async find() {
      for await (const _ of tries(writes.mostStored() > 0 ? LIST_READS : 1)) {
        const { value = [] } = await list();
        const [found] = ofThisRun(value);
        if (!found) continue;
        durations.add(found.seconds);
        return found.id;
      }
      return undefined;
    },
    async delete(id) {
      const gone = new Set<string>();
      const mayAppear = () => writes.mostStored() - new Set([...gone, ...writes.deleted]).size;
      let failed = await deleteOne(id, gone);
      const deletedAt = clock.now();
      for await (const _ of tries(LIST_READS)) {
        const { value = [] } = await list();
        for (const other of ofThisRun(value))
          if (!gone.has(other.id) && other.id !== failed?.id)
            failed = (await deleteOne(other.id, gone)) ?? failed;
        if (mayAppear() === 0) break;
      }
      return { failed, mayAppear: mayAppear(), deletedAt };
    },
  };

  /** So many tries with a pause between them; the signal ends them after the first. */
  async function* tries(count: number, signal = end): AsyncGenerator<void> {
    for (let tried = 0; tried < count; tried += 1) {
      if (tried > 0) await clock.sleep(PAUSE_MS, signal);
      if (tried > 0 && signal.aborted) return;
      yield;
    }
  }

  /** Tempo may have cut the comment, but a part of the nonce proves that it is ours. */
  function isOurContent(found: Omit<ExistingWorklog, "id">): boolean {
    return (
      found.date === date &&
      comment.startsWith(found.comment) &&
      found.comment.length >= COMMENT_START.length + LEAST_CODE &&
      (issueId === undefined || found.issueId === issueId) &&
      found.seconds <= LONGEST_ROUNDED &&
      (durations.size === 0 || durations.has(found.seconds))
    );
  }

  function isOfThisRun(id: string, { worklog, isOwn }: ReadWorklog): boolean {
    return isOwn && isOurContent(worklog) && !earlierIds.has(id);
  }

  function isStillOurs(worklog: FullWorklog): boolean {
    return isOfThisRun(worklog.id, { worklog, isOwn: true });
  }

  async function deleteOne(id: string, gone: Set<string>): Promise<Deletion["failed"]> {
    let error: TimesheetError | undefined;
    for await (const _ of tries(DELETES)) {
      const deletion = await attempt(() => deleteIfStill(isStillOurs, id, newContext(end)));
      if (!deletion.error && deletion.value === undefined) return { id, error: notOurs(id) };
      error = deletion.error;
      const found = error && (await read(id));
      const isGone = error instanceof NotFoundError || error?.mayBeStored;
      if (!error || (isGone && found && !found.error && found.value === undefined)) {
        gone.add(id);
        return undefined;
      }
    }
    return { id, error: error as TimesheetError };
  }
}

function refuseLeftovers(worklogs: readonly ExistingWorklog[], date: string): void {
  const left = worklogs.filter(({ comment }) => COMMENT.test(comment)).map(({ id }) => id);
  if (left.length === 0) return;
  throw new InvalidInputError(
    `Nothing was logged: an earlier probe has left ${left.map((id) => `worklog ${id}`).join(", ")} on ${date}. Delete first: ` +
      left.map(deleteLine).join("; "),
  );
}

/** The error of a worklog that Tempo names, but that is not the one of this run. */
export function notOurs(id: string): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `Tempo named worklog ${id}, which cannot be proved to be the minute that was sent, so it was neither changed nor deleted. Look at it in Tempo.`,
  );
}

/** The command that deletes a worklog. */
export function deleteLine(id: string): string {
  return `tempofiller call delete_worklog --worklogId ${id}`;
}
