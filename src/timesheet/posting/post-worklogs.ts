import pLimit from "p-limit";
import type { DateRange } from "../calendar.ts";
import type { Clock } from "../clock.ts";
import { deleteWithRetry } from "../delete-worklog.ts";
import {
  ForbiddenError,
  NotFoundError,
  NotSentError,
  RejectedError,
  TimesheetError,
  UnauthorizedError,
} from "../errors.ts";
import { toHours } from "../hours.ts";
import type { Journal } from "../journal.ts";
import type { CallScope, ExistingWorklog, NewWorklog, StoredWorklog, Timesheet } from "../port.ts";
import { asConfirmed, Ledger, type Outcome } from "./batch-state.ts";
import { findDuplicates } from "./duplicates.ts";
import {
  brokenOff,
  cancelledBeforeItsTurn,
  doubtAfter,
  stoppedForAnother,
  storedForAnother,
  unclearAmong,
  unlisted,
} from "./errors.ts";
import { durationKey, type Findings, matchResponse } from "./match.ts";

/** What posting needs beside the worklogs. */
export interface PostingPolicy {
  clock: Clock;
  /** What to do with a worklog that has an equal one standing already. */
  duplicates: "skip" | "allow";
  /** Lets one batch post at a time: two that read what stands at the same moment would both store it. */
  lock<Result>(post: () => Promise<Result>): Promise<Result>;
  /** Keeps what the answers to the sends do not tell: what was found to be stored, and what stays in doubt. */
  journal: Pick<Journal, "stored" | "uncertain">;
  /** Tells what nobody asked for but somebody may want to know. */
  log(line: string): void;
}

export interface PostingOptions extends PostingPolicy {
  /** Once its signal fires, nothing more is sent. */
  scope: CallScope;
  /** Called as worklogs are settled, with how many were settled since the last call. */
  onSettled(count: number): void;
}

/** How often worklogs whose outcome stayed in doubt are sent again. */
const MAX_ROUNDS = 4;

/** Waits before the read-backs after a doubt: a gateway's time-out can be stored after the first of them. */
const READ_BACK_WAITS_MS = [1000, 2000, 4000];

/**
 * How long after it failed a request may still be stored, as far as anybody waits for it: nothing is sent again before, since
 * both would stand.
 */
const LATEST_COMMIT_MS = 11_000;

/** How long after a request failed the last looks go on, for what was stored even later, after it had been sent again. */
const LATEST_LOOK_MS = 18_000;

/** Waits before the last looks: enough of them for a request that failed just before. */
const LAST_LOOK_WAITS_MS = [1000, 2000, 4000, 6000, 6000];

/** The wait before a look that failed is taken again. */
const LOOK_AGAIN_MS = 1000;

/**
 * What must be left of the call for a worklog to be sent again: the request itself, and the last looks. Calls with a smaller
 * budget never send again; they report what they did not find as unknown.
 */
const TIME_TO_SEND_AGAIN_MS = 12_000;

/** What it takes beyond that for each worklog that is sent again: should it come to stand twice, the second is deleted. */
const TIME_TO_TAKE_BACK_MS = 250;

/** Refusals of what was sent, not of the sender: in a group, they may be meant for one of it. */
const REFUSALS = [RejectedError, ForbiddenError, NotFoundError];

/** The share of the time left that sending may use; the rest is for finding out. */
const SENDING_SHARE = 0.7;

/**
 * Stores worklogs, each once, and tells of each what became of it, in the order given; one's failure never touches
 * another.
 *
 * What stands already is read first. A worklog equal to a standing one is not sent. After a send whose outcome is in
 * doubt, the worklogs that came to stand since tell which were stored; only the others are sent again. What cannot be
 * settled is reported as unknown, never as stored.
 *
 * @throws a `TimesheetError` where what stands already cannot be read: then nothing was sent
 */
export async function postWorklogs(
  timesheet: Timesheet,
  worklogs: NewWorklog[],
  options: PostingOptions,
): Promise<Outcome[]> {
  if (worklogs.length === 0) return [];
  // Equal worklogs are all meant, so each gets an identity of its own.
  const wanted = worklogs.map((worklog) => ({ ...worklog }));
  return options.lock(async () => {
    const baseline = await timesheet.getExistingWorklogs(rangeOf(wanted), options.scope);
    return new PostingRun(timesheet, wanted, baseline, options).post();
  });
}

/** One batch on its way. */
class PostingRun {
  readonly #timesheet: Timesheet;
  readonly #wanted: NewWorklog[];
  readonly #baseline: ExistingWorklog[];
  readonly #options: PostingOptions;
  readonly #ledger: Ledger;
  readonly #sendBy: number;
  /** What one answer tells of all that would be sent. */
  #refusal: TimesheetError | undefined;
  /** Whether what stands cannot be read any more. */
  #isBlind = false;

  constructor(
    timesheet: Timesheet,
    wanted: NewWorklog[],
    baseline: ExistingWorklog[],
    options: PostingOptions,
  ) {
    this.#timesheet = timesheet;
    this.#wanted = wanted;
    this.#baseline = baseline;
    this.#options = options;
    const now = options.clock.now();
    this.#sendBy = now + (options.scope.deadline - now) * SENDING_SHARE;
    this.#ledger = new Ledger(wanted, baseline, options);
  }

  async post(): Promise<Outcome[]> {
    const ledger = this.#ledger;
    if (this.#options.duplicates === "skip") {
      const standing = [...findDuplicates(this.#wanted, this.#baseline)];
      ledger.settle(
        standing.map(([worklog, found]) => [worklog, { stored: asConfirmed(found), alreadyLogged: true }]),
      );
    }
    let pending = ledger.unsettled();
    for (let round = 0; pending.length > 0 && round < MAX_ROUNDS; round += 1) {
      if (round > 0 && this.#obstacle()) break;
      await this.#send(pending);
      pending = ledger.inDoubt().length > 0 ? await this.#findOut() : [];
    }
    if (ledger.sentAgain.length > 0) await this.#takeBackDoubles();
    const unknown = ledger.unsettled();
    ledger.settle(
      unknown.map((worklog) => [worklog, { failure: ledger.doubtOf(worklog) ?? brokenOff(undefined) }]),
    );
    this.#options.journal.uncertain.push(...unknown.map(inWords));
    return this.#wanted.map((worklog) => ledger.outcomeOf(worklog) as Outcome);
  }

  async #send(worklogs: NewWorklog[]): Promise<void> {
    const { batchSize, concurrency } = this.#timesheet.createLimits;
    await pLimit(concurrency).map(lanesOf(worklogs, batchSize), async (lane) => {
      for (const group of lane) await this.#sendGroup(group);
    });
  }

  /** Sends a group and settles what its answer settles; the rest of it stays in doubt. */
  async #sendGroup(group: NewWorklog[]): Promise<void> {
    const obstacle = this.#obstacle();
    if (obstacle) {
      this.#ledger.fail(group, obstacle);
      return;
    }
    this.#ledger.noteSending(group);
    try {
      this.#settleByAnswer(group, await this.#timesheet.createWorklogs(group, this.#options.scope));
    } catch (error) {
      const failure = error instanceof TimesheetError ? error : brokenOff(error);
      if (failure instanceof UnauthorizedError) this.#refusal = failure;
      const isRefusal = REFUSALS.some((kind) => failure instanceof kind);
      if (isRefusal && group.length > 1) await this.#settleRefused(group, failure);
      else this.#settleFailed(group, failure);
    }
  }

  #settleFailed(group: NewWorklog[], failure: TimesheetError): void {
    if (failure.mayBeStored) for (const worklog of group) this.#ledger.doubt(worklog, failure);
    else this.#ledger.fail(group, failure);
  }

  /**
   * Nobody promises that nothing of a refused group was stored, so what stands is adopted. The rest is sent again one by
   * one, so that each has its own reason.
   */
  async #settleRefused(group: NewWorklog[], refusal: TimesheetError): Promise<void> {
    const rivals = [...new Set([...this.#ledger.inDoubt(), ...group])];
    const found = await this.#readBack(rivals);
    if (!found) {
      this.#settleFailed(group, doubtAfter(refusal));
      return;
    }
    const { unclear } = this.#adopt(rivals, found);
    for (const worklog of group) {
      const candidates = unclear.get(worklog);
      if (candidates) this.#ledger.doubt(worklog, unclearAmong(worklog, candidates));
      else if (!this.#ledger.outcomeOf(worklog)) await this.#sendGroup([worklog]);
    }
  }

  #settleByAnswer(group: NewWorklog[], stored: StoredWorklog[]): void {
    const { matches, left } = matchResponse(group, stored);
    for (const { id } of stored) this.#ledger.know(id);
    const settled: [NewWorklog, Outcome][] = [];
    for (const worklog of group) {
      const match = matches.get(worklog);
      // What Tempo lists under another day or duration may be this one: to send it again could store it twice.
      if (!match && left.size > 0) settled.push([worklog, { failure: unlisted(worklog, left) }]);
      else if (!match) this.#ledger.doubt(worklog, unlisted(worklog, left));
      else if (match.isOwn) {
        const billableSeconds = match.billableSeconds ?? worklog.billableSeconds;
        settled.push([worklog, { stored: { ...match, billableSeconds } }]);
      } else {
        settled.push([worklog, { failure: storedForAnother(match) }]);
        this.#refusal = stoppedForAnother();
      }
    }
    this.#ledger.settle(settled);
  }

  /**
   * Looks for what is in doubt among the worklogs that came to stand since, several times, since an answer that got lost
   * may be followed by its effect.
   *
   * @returns what was not found, and so is to be sent again; nothing where there was no time or no way to look
   */
  async #findOut(): Promise<NewWorklog[]> {
    const ledger = this.#ledger;
    for (const wait of READ_BACK_WAITS_MS) {
      if (!(await this.#wait(wait))) return [];
      const found = await this.#readBack(ledger.inDoubt());
      if (found) this.#adopt(ledger.inDoubt(), found);
      if (ledger.inDoubt().length === 0) return [];
    }
    const { clock, scope } = this.#options;
    const noneIsLate = ledger.lastDoubt + LATEST_COMMIT_MS;
    const found = await this.#lookAfter(Math.max(0, noneIsLate - clock.now()), ledger.inDoubt());
    if (!found) return [];
    const { unclear } = this.#adopt(ledger.inDoubt(), found);
    for (const [worklog, candidates] of unclear)
      ledger.explainDoubt(worklog, unclearAmong(worklog, candidates));
    const left = scope.deadline - clock.now() - TIME_TO_SEND_AGAIN_MS;
    const most = Math.floor(left / TIME_TO_TAKE_BACK_MS) - ledger.sentAgain.length;
    const missing = ledger.inDoubt().filter((worklog) => !unclear.has(worklog));
    return missing.slice(0, Math.max(0, most));
  }

  /** Deletes what was stored late, after it was sent again: then it stands twice. */
  async #takeBackDoubles(): Promise<void> {
    const { clock, log } = this.#options;
    let others: ExistingWorklog[] = [];
    for (const wait of LAST_LOOK_WAITS_MS) {
      const found = await this.#lookAfter(wait, this.#wanted);
      if (!found) {
        for (const worklog of this.#ledger.sentAgain)
          log(`${inWords(worklog)} may stand twice after a lost answer: look in Tempo`);
        return;
      }
      const { doubles, others: untold } = this.#adopt(this.#ledger.inDoubt(), found);
      await pLimit(this.#timesheet.createLimits.concurrency).map(doubles, async ([double, second]) => {
        this.#ledger.noteDouble(double, second);
        await this.#takeBack(double.worklog, second.id);
      });
      others = untold;
      if (clock.now() > this.#ledger.lastDoubt + LATEST_LOOK_MS) break;
    }
    const times = new Set(
      this.#ledger.possibleDoubles().map((double) => durationKey(double.issueId, double)),
    );
    for (const { id, issueId, ...time } of others.filter((it) => times.has(durationKey(it.issueId, it))))
      log(
        `worklog ${id} of ${toHours(time.seconds)} h for ${time.date} came to stand meanwhile: a second one after a lost ` +
          "answer, or booked elsewhere; look in Tempo",
      );
  }

  /** Looks after a wait; where Tempo does not answer, again and again, until the call's time is over. */
  async #lookAfter(wait: number, worklogs: NewWorklog[]): Promise<ExistingWorklog[] | undefined> {
    for (let next = wait; await this.#wait(next); next = LOOK_AGAIN_MS) {
      const found = await this.#readBack(worklogs);
      if (found) return found;
    }
    return undefined;
  }

  async #takeBack(worklog: NewWorklog, id: string): Promise<void> {
    const { clock, log, scope } = this.#options;
    try {
      await deleteWithRetry(this.#timesheet, id, scope, clock);
      log(
        `${inWords(worklog)} came to stand twice after a lost answer; worklog ${id}, the second, is deleted`,
      );
    } catch (error) {
      log(`${inWords(worklog)} stands twice after a lost answer: delete worklog ${id} in Tempo. ${error}`);
    }
  }

  /** The worklogs of these dates that are not accounted for; undefined where they cannot be read. */
  async #readBack(worklogs: NewWorklog[]): Promise<ExistingWorklog[] | undefined> {
    try {
      const standing = await this.#timesheet.getExistingWorklogs(rangeOf(worklogs), this.#options.scope);
      return this.#ledger.newAmong(standing);
    } catch (error) {
      if (!(error instanceof TimesheetError)) throw error;
      this.#isBlind ||= error instanceof UnauthorizedError || error instanceof ForbiddenError;
      return undefined;
    }
  }

  /** Takes what was found for what it is to these worklogs, and keeps what is stored in the journal. */
  #adopt(inDoubt: NewWorklog[], found: ExistingWorklog[]): Findings {
    const findings = this.#ledger.adopt(inDoubt, found);
    this.#options.journal.stored.push(...[...findings.stored.values()].map(({ id }) => id));
    return findings;
  }

  /** Waits to look, if that can help, the time allows it and the call is still wanted. */
  async #wait(milliseconds: number): Promise<boolean> {
    const { clock, scope } = this.#options;
    if (this.#isBlind || scope.signal.aborted || clock.now() + milliseconds >= scope.deadline) return false;
    await clock.sleep(milliseconds, scope.signal);
    return !scope.signal.aborted;
  }

  /** Why nothing more is sent; undefined where nothing stands against it. */
  #obstacle(): TimesheetError | undefined {
    if (this.#refusal) return this.#refusal;
    return this.#options.scope.signal.aborted ? cancelledBeforeItsTurn() : this.#late();
  }

  #late(): TimesheetError | undefined {
    if (this.#options.clock.now() < this.#sendBy) return undefined;
    return new NotSentError(
      "Not sent: the call's time ran out before its turn. Nothing of it was stored; send the same call again.",
    );
  }
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

function inWords({ issue, date, seconds }: NewWorklog): string {
  return `${toHours(seconds)} h on ${issue.key} for ${date}`;
}

function rangeOf(worklogs: NewWorklog[]): DateRange {
  const dates = worklogs.map(({ date }) => date).sort();
  return { startDate: dates[0] ?? "", endDate: dates.at(-1) ?? "" };
}
