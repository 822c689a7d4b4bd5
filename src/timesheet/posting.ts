import pLimit from "p-limit";
import { Cancelled, OutcomeUnknown, RefusedToken, Rejected, TimesheetError, WrongAuthor } from "./errors.ts";
import { toHours } from "./hours.ts";
import type { ConfirmedWorklog, NewWorklog, StoredWorklog, Timesheet } from "./timesheet.ts";

const TOKENS_OF_TWO_PEOPLE =
  "The Tempo token and the Jira token belong to two people, so sending stopped there: use two tokens of one person.";

/** What became of one worklog: stored, or the reason why not. */
export type Outcome = { stored: ConfirmedWorklog } | { failure: TimesheetError };

export interface PostingOptions {
  /** Once it fires, nothing more is sent; what is under way is waited for. */
  signal: AbortSignal;
  /** Called as worklogs are settled, with how many were settled since the last call. */
  onSettled(count: number): void;
}

/**
 * Stores worklogs and tells of each what became of it, in the order given; one's failure never touches another.
 *
 * Worklogs of one issue go together, as many at once as the deployment takes. A refused group is sent again one by one,
 * so that each has its own reason. A refused token, or hours stored for another user, stops the sending: the rest fails
 * with that reason.
 */
export async function postWorklogs(
  timesheet: Timesheet,
  worklogs: NewWorklog[],
  { signal, onSettled }: PostingOptions,
): Promise<Outcome[]> {
  // Equal worklogs are all meant, so each gets an identity of its own.
  const wanted = worklogs.map((worklog) => ({ ...worklog }));
  const outcomes = new Map<NewWorklog, Outcome>();
  let obstacle: TimesheetError | undefined;

  async function send(group: NewWorklog[]): Promise<void> {
    const reason = obstacle ?? (signal.aborted ? notSent() : undefined);
    if (reason) return settle(group, () => ({ failure: reason }));
    try {
      const stored = await timesheet.createWorklogs(group);
      const { matches, left } = matchByContent(group, stored);
      settle(group, (worklog) => outcomeOf(worklog, matches.get(worklog), left));
      if (stored.some(({ isOwn }) => !isOwn)) obstacle = new Cancelled(`Not sent. ${TOKENS_OF_TWO_PEOPLE}`);
    } catch (error) {
      if (error instanceof Rejected && group.length > 1) {
        for (const worklog of group) await send([worklog]);
        return;
      }
      if (error instanceof RefusedToken) obstacle = error;
      settle(group, () => ({ failure: error instanceof TimesheetError ? error : brokenOff(error) }));
    }
  }

  function settle(group: NewWorklog[], outcome: (worklog: NewWorklog) => Outcome): void {
    for (const worklog of group) outcomes.set(worklog, outcome(worklog));
    onSettled(group.length);
  }

  const { batchSize, concurrency } = timesheet.posting;
  await pLimit(concurrency).map(lanesOf(wanted, batchSize), async (lane) => {
    for (const group of lane) await send(group);
  });
  return wanted.map((worklog) => outcomes.get(worklog) ?? { failure: brokenOff(undefined) });
}

/**
 * The worklogs in groups of one issue, and the groups in lanes, each sent one after the other. The groups of an issue
 * share a lane where they hold several worklogs: Tempo refuses a bulk request on an issue that another is at work on.
 */
function lanesOf(worklogs: NewWorklog[], size: number): NewWorklog[][][] {
  const byIssue = new Map<string, NewWorklog[]>();
  for (const worklog of worklogs) {
    const ofIssue = byIssue.get(worklog.issue.id) ?? [];
    byIssue.set(worklog.issue.id, ofIssue);
    ofIssue.push(worklog);
  }
  const lanes = [...byIssue.values()].map((ofIssue) =>
    Array.from({ length: Math.ceil(ofIssue.length / size) }, (_, index) =>
      ofIssue.slice(index * size, (index + 1) * size),
    ),
  );
  return size > 1 ? lanes : lanes.flat().map((group) => [group]);
}

/**
 * Which stored worklog is which of those sent, and which are left over. Tempo promises no order, so they are told apart
 * by content: first all of it; then date and duration, since Tempo may tidy a comment or set billable time by rules of
 * its own; then, where one of each is left on a date, the date alone, since it may round a duration.
 */
function matchByContent(sent: NewWorklog[], stored: StoredWorklog[]) {
  const matches = new Map<NewWorklog, StoredWorklog>();
  const left = new Set(stored);
  const unmatched = () => sent.filter((worklog) => !matches.has(worklog));
  const isOnDate = (a: NewWorklog, b: StoredWorklog) => a.date === b.date;
  const isSameTime = (a: NewWorklog, b: StoredWorklog) => isOnDate(a, b) && a.seconds === b.seconds;
  const isSame = (a: NewWorklog, b: StoredWorklog) =>
    isSameTime(a, b) &&
    (b.billableSeconds ?? a.billableSeconds) === a.billableSeconds &&
    a.comment === b.comment;

  function match(worklog: NewWorklog, candidates: StoredWorklog[]): void {
    const [found] = candidates;
    if (!found) return;
    matches.set(worklog, found);
    left.delete(found);
  }

  for (const agree of [isSame, isSameTime]) {
    for (const worklog of unmatched())
      match(
        worklog,
        [...left].filter((candidate) => agree(worklog, candidate)),
      );
  }
  for (const worklog of unmatched()) {
    const candidates = [...left].filter((candidate) => isOnDate(worklog, candidate));
    const rivals = unmatched().filter(({ date }) => date === worklog.date);
    if (candidates.length === 1 && rivals.length === 1) match(worklog, candidates);
  }
  return { matches, left };
}

function outcomeOf(
  worklog: NewWorklog,
  stored: StoredWorklog | undefined,
  left: Set<StoredWorklog>,
): Outcome {
  const { issue, date, seconds, billableSeconds } = worklog;
  if (!stored) {
    const others = [...left].map(({ id }) => id).join(", ");
    return {
      failure: new OutcomeUnknown(
        `Tempo accepted the request, but its answer does not list ${toHours(seconds)} h on ${issue.key} for ${date}` +
          `${others === "" ? "" : ` (it lists others: worklog ${others})`}. ` +
          `Whether they are stored is unknown: check with get_worklogs for ${date} before posting them again.`,
      ),
    };
  }
  if (!stored.isOwn) {
    return {
      failure: new WrongAuthor(
        `Tempo stored this as worklog ${stored.id}, but for another user. ${TOKENS_OF_TWO_PEOPLE} Delete that worklog in Tempo.`,
      ),
    };
  }
  return { stored: { ...stored, billableSeconds: stored.billableSeconds ?? billableSeconds } };
}

/** A fault of our own in the middle of a request: whether it took effect is not known. */
function brokenOff(cause: unknown): OutcomeUnknown {
  const message =
    "TempoFiller failed while this was sent, which is a bug: whether it is stored is unknown. " +
    "Check with get_worklogs before posting it again.";
  return new OutcomeUnknown(message, undefined, { cause });
}

function notSent(): Cancelled {
  return new Cancelled(
    "Not sent: the call was cancelled before its turn. Nothing was stored; post it again if it is wanted.",
  );
}
