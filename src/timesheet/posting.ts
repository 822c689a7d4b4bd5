import pLimit from "p-limit";
import type { DateRange } from "./calendar.ts";
import type { Clock } from "./clock.ts";
import { deleteForSure } from "./deleting.ts";
import { findStanding } from "./duplicates.ts";
import { MissingPermission, NotFound, NotSent, RefusedToken, Rejected, TimesheetError } from "./errors.ts";
import { toHours } from "./hours.ts";
import type { Journal } from "./journal.ts";
import { type Findings, matchAnswer, type PossibleDouble, reconcile, timeOf } from "./matching.ts";
import {
  brokenOff,
  cancelledBeforeItsTurn,
  doubtAfter,
  stoppedForAnother,
  storedForAnother,
  unclearAmong,
  unlisted,
} from "./posting-errors.ts";
import type {
  CallScope,
  ConfirmedWorklog,
  NewWorklog,
  StandingWorklog,
  StoredWorklog,
  Timesheet,
} from "./timesheet.ts";

/** What became of one worklog: it stands in Tempo, by this call or from before, or the reason why not. */
export type Outcome = { stored: ConfirmedWorklog; alreadyLogged?: true } | { failure: TimesheetError };

/** What posting needs beside the worklogs. */
export interface PostingPolicy {
  clock: Clock;
  /** What to do with a worklog that has an equal one standing already. */
  duplicates: "skip" | "allow";
  /** Lets one batch post at a time: two that read what stands at the same moment would both store it. */
  turn<Result>(post: () => Promise<Result>): Promise<Result>;
  /** Keeps what the answers to the sends do not tell: what was found to be stored, and what stays in doubt. */
  journal: Pick<Journal, "stored" | "doubtful">;
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

/** Waits before the last looks for what was stored even later, after it had been sent again. */
const LAST_LOOK_WAITS_MS = [1000, 2000, 4000, 6000];

/** How long after a request failed the last looks go on. */
const LATEST_LOOK_MS = 18_000;

/** The wait before a look that failed is taken again. */
const LOOK_AGAIN_MS = 1000;

/**
 * What must be left of the call for a worklog to be sent again: the request itself, and the last looks. Calls with a smaller
 * budget never send again; they report what they did not find as unknown.
 */
const TIME_TO_SEND_AGAIN_MS = 12_000;

/** Refusals of what was sent, not of the sender: in a group, they may be meant for one of it. */
const REFUSALS = [Rejected, MissingPermission, NotFound];

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
  return options.turn(async () => {
    const baseline = await timesheet.getStandingWorklogs(rangeOf(wanted), options.scope);
    return new PostingRun(timesheet, wanted, baseline, options).post();
  });
}

/** One batch on its way. */
class PostingRun {
  readonly #timesheet: Timesheet;
  readonly #wanted: NewWorklog[];
  readonly #baseline: StandingWorklog[];
  readonly #options: PostingOptions;
  readonly #sendBy: number;
  readonly #outcomes = new Map<NewWorklog, Outcome>();
  /** Ids that are accounted for: they stood before, or are known to be one of ours. */
  readonly #known: Set<string>;
  /** Why the last send of a worklog left a doubt. */
  readonly #doubts = new Map<NewWorklog, TimesheetError>();
  /** When a send last failed so that it may still be stored, by the clock's `now`. */
  #lastDoubt = 0;
  /** Worklogs that were sent again after a doubt, once for each time: as many may stand twice. */
  readonly #sentAgain: NewWorklog[] = [];
  /** What was read back, by id. */
  readonly #standing = new Map<string, StandingWorklog>();
  /** Why nothing more is sent. */
  #obstacle: TimesheetError | undefined;

  constructor(
    timesheet: Timesheet,
    wanted: NewWorklog[],
    baseline: StandingWorklog[],
    options: PostingOptions,
  ) {
    this.#timesheet = timesheet;
    this.#wanted = wanted;
    this.#baseline = baseline;
    this.#options = options;
    const now = options.clock.now();
    this.#sendBy = now + (options.scope.deadline - now) * SENDING_SHARE;
    this.#known = new Set(baseline.map(({ id }) => id));
  }

  async post(): Promise<Outcome[]> {
    if (this.#options.duplicates === "skip") {
      const standing = [...findStanding(this.#wanted, this.#baseline)];
      this.#settle(
        standing.map(([worklog, found]) => [worklog, { stored: asConfirmed(found), alreadyLogged: true }]),
      );
    }
    let pending = this.#wanted.filter((worklog) => !this.#outcomes.has(worklog));
    for (let round = 0; pending.length > 0 && round < MAX_ROUNDS; round += 1) {
      await this.#send(pending);
      pending = this.#inDoubt().length > 0 ? await this.#findOut() : [];
    }
    if (this.#sentAgain.length > 0) await this.#takeBackDoubles();
    const unsettled = this.#wanted.filter((worklog) => !this.#outcomes.has(worklog));
    this.#settle(unsettled.map((worklog) => [worklog, { failure: this.#unknown(worklog) }]));
    this.#options.journal.doubtful.push(...unsettled.map(inWords));
    return this.#wanted.map((worklog) => this.#outcomes.get(worklog) as Outcome);
  }

  async #send(worklogs: NewWorklog[]): Promise<void> {
    const { batchSize, concurrency } = this.#timesheet.posting;
    await pLimit(concurrency).map(lanesOf(worklogs, batchSize), async (lane) => {
      for (const group of lane) await this.#sendGroup(group);
    });
  }

  /** Sends a group and settles what its answer settles; the rest of it stays in doubt. */
  async #sendGroup(group: NewWorklog[]): Promise<void> {
    const obstacle = this.#obstacle ?? this.#withdrawn() ?? this.#late();
    if (obstacle) {
      // What is in doubt from an earlier send must not read as not sent.
      const unsent = group.filter((worklog) => !this.#doubts.has(worklog));
      this.#settle(unsent.map((worklog) => [worklog, { failure: obstacle }]));
      return;
    }
    this.#sentAgain.push(...group.filter((worklog) => this.#doubts.has(worklog)));
    try {
      this.#settleByAnswer(group, await this.#timesheet.createWorklogs(group, this.#options.scope));
    } catch (error) {
      const failure = error instanceof TimesheetError ? error : brokenOff(error);
      if (failure instanceof RefusedToken) this.#obstacle = failure;
      const isRefusal = REFUSALS.some((kind) => failure instanceof kind);
      if (isRefusal && group.length > 1) await this.#settleRefused(group, failure);
      else this.#settleFailed(group, failure);
    }
  }

  #settleFailed(group: NewWorklog[], failure: TimesheetError): void {
    if (failure.mayBeStored) {
      for (const worklog of group) this.#doubt(worklog, failure);
      return;
    }
    // What is in doubt from an earlier send stays so, whatever became of this one.
    const undoubted = group.filter((worklog) => !this.#doubts.has(worklog));
    this.#settle(undoubted.map((worklog) => [worklog, { failure }]));
  }

  /** Notes that a worklog was sent and may be stored, now or in a while. */
  #doubt(worklog: NewWorklog, reason: TimesheetError): void {
    this.#doubts.set(worklog, reason);
    this.#lastDoubt = this.#options.clock.now();
  }

  /**
   * Nobody promises that nothing of a refused group was stored, so what stands is adopted. The rest is sent again one by
   * one, so that each has its own reason.
   */
  async #settleRefused(group: NewWorklog[], refusal: TimesheetError): Promise<void> {
    const rivals = [...new Set([...this.#inDoubt(), ...group])];
    const found = await this.#readBack(rivals);
    if (!found) {
      this.#settleFailed(group, doubtAfter(refusal));
      return;
    }
    const { unclear } = this.#adopt(rivals, found);
    for (const worklog of group) {
      const candidates = unclear.get(worklog);
      if (candidates) this.#doubt(worklog, unclearAmong(worklog, candidates));
      else if (!this.#outcomes.has(worklog)) await this.#sendGroup([worklog]);
    }
  }

  #settleByAnswer(group: NewWorklog[], stored: StoredWorklog[]): void {
    const { matches, left } = matchAnswer(group, stored);
    for (const { id } of stored) this.#known.add(id);
    const settled: [NewWorklog, Outcome][] = [];
    for (const worklog of group) {
      const match = matches.get(worklog);
      // What Tempo lists under another day or duration may be this one: to send it again could store it twice.
      if (!match && left.size > 0) settled.push([worklog, { failure: unlisted(worklog, left) }]);
      else if (!match) this.#doubt(worklog, unlisted(worklog, left));
      else if (match.isOwn) {
        const billableSeconds = match.billableSeconds ?? worklog.billableSeconds;
        settled.push([worklog, { stored: { ...match, billableSeconds } }]);
      } else {
        settled.push([worklog, { failure: storedForAnother(match) }]);
        this.#obstacle = stoppedForAnother();
      }
    }
    this.#settle(settled);
  }

  /**
   * Looks for what is in doubt among the worklogs that came to stand since, several times, since an answer that got lost
   * may be followed by its effect.
   *
   * @returns what was not found, and so is to be sent again; nothing where there was no time or no way to look
   */
  async #findOut(): Promise<NewWorklog[]> {
    for (const wait of READ_BACK_WAITS_MS) {
      if (!(await this.#wait(wait))) return [];
      const found = await this.#readBack(this.#inDoubt());
      if (found) this.#adopt(this.#inDoubt(), found);
      if (this.#inDoubt().length === 0) return [];
    }
    const { clock, scope } = this.#options;
    const noneIsLate = this.#lastDoubt + LATEST_COMMIT_MS;
    const found = await this.#lookAfter(Math.max(0, noneIsLate - clock.now()), this.#inDoubt());
    if (!found) return [];
    const { unclear } = this.#adopt(this.#inDoubt(), found);
    for (const [worklog, candidates] of unclear) this.#doubts.set(worklog, unclearAmong(worklog, candidates));
    if (clock.now() + TIME_TO_SEND_AGAIN_MS >= scope.deadline) return [];
    return this.#inDoubt().filter((worklog) => !unclear.has(worklog));
  }

  /** Deletes what was stored late, after it was sent again: then it stands twice. */
  async #takeBackDoubles(): Promise<void> {
    const { clock, log } = this.#options;
    let others: StandingWorklog[] = [];
    for (const wait of LAST_LOOK_WAITS_MS) {
      const found = await this.#lookAfter(wait, this.#wanted);
      if (!found) {
        for (const worklog of this.#sentAgain)
          log(`${inWords(worklog)} may stand twice after a lost answer: look in Tempo`);
        return;
      }
      const { doubles, others: untold } = this.#adopt(this.#inDoubt(), found);
      await pLimit(this.#timesheet.posting.concurrency).map(doubles, async ([{ worklog }, { id }]) => {
        this.#sentAgain.splice(this.#sentAgain.indexOf(worklog), 1);
        await this.#takeBack(worklog, id);
      });
      others = untold;
      if (clock.now() > this.#lastDoubt + LATEST_LOOK_MS) break;
    }
    const times = new Set(this.#possibleDoubles().map((double) => timeOf(double.issueId, double)));
    for (const { id, issueId, ...time } of others.filter((it) => times.has(timeOf(it.issueId, it))))
      log(
        `worklog ${id} of ${toHours(time.seconds)} h for ${time.date} came to stand meanwhile: a second one after a lost ` +
          "answer, or booked elsewhere; look in Tempo",
      );
  }

  /** Looks after a wait; where Tempo does not answer, again and again, until the call's time is over. */
  async #lookAfter(wait: number, worklogs: NewWorklog[]): Promise<StandingWorklog[] | undefined> {
    for (let next = wait; await this.#wait(next); next = LOOK_AGAIN_MS) {
      const found = await this.#readBack(worklogs);
      if (found) return found;
    }
    return undefined;
  }

  async #takeBack(worklog: NewWorklog, id: string): Promise<void> {
    const { clock, log, scope } = this.#options;
    this.#known.add(id);
    try {
      await deleteForSure(this.#timesheet, id, scope, clock);
      log(
        `${inWords(worklog)} came to stand twice after a lost answer; worklog ${id}, the second, is deleted`,
      );
    } catch (error) {
      log(`${inWords(worklog)} stands twice after a lost answer: delete worklog ${id} in Tempo. ${error}`);
    }
  }

  /** The worklogs of these dates that are not accounted for; undefined where they cannot be read. */
  async #readBack(worklogs: NewWorklog[]): Promise<StandingWorklog[] | undefined> {
    try {
      const standing = await this.#timesheet.getStandingWorklogs(rangeOf(worklogs), this.#options.scope);
      for (const worklog of standing) this.#standing.set(worklog.id, worklog);
      return standing.filter(({ id }) => !this.#known.has(id));
    } catch (error) {
      if (error instanceof TimesheetError) return undefined;
      throw error;
    }
  }

  /** Takes what was found for what it is, and settles what is stored. */
  #adopt(inDoubt: NewWorklog[], found: StandingWorklog[]): Findings {
    const findings = reconcile(inDoubt, this.#possibleDoubles(), found);
    for (const { id } of findings.stored.values()) {
      this.#known.add(id);
      this.#options.journal.stored.push(id);
    }
    this.#settle([...findings.stored].map(([worklog, match]) => [worklog, { stored: asConfirmed(match) }]));
    return findings;
  }

  /** What was sent, and has no outcome yet. */
  #inDoubt(): NewWorklog[] {
    return this.#wanted.filter((worklog) => this.#doubts.has(worklog) && !this.#outcomes.has(worklog));
  }

  /** The second ones of what was sent again, as they would stand: as the first one does, where that is known. */
  #possibleDoubles(): PossibleDouble[] {
    return this.#sentAgain.map((worklog) => {
      const outcome = this.#outcomes.get(worklog);
      const first = outcome && "stored" in outcome ? outcome.stored : undefined;
      const { date, seconds, billableSeconds, comment } =
        this.#standing.get(first?.id ?? "") ?? first ?? worklog;
      return { worklog, issueId: worklog.issue.id, date, seconds, billableSeconds, comment };
    });
  }

  /** Settles worklogs, and tells how many at once. */
  #settle(outcomes: [NewWorklog, Outcome][]): void {
    for (const [worklog, outcome] of outcomes) this.#outcomes.set(worklog, outcome);
    if (outcomes.length > 0) this.#options.onSettled(outcomes.length);
  }

  /** Waits, if the time allows it and the call is still wanted. */
  async #wait(milliseconds: number): Promise<boolean> {
    const { clock, scope } = this.#options;
    if (scope.signal.aborted || clock.now() + milliseconds >= scope.deadline) return false;
    await clock.sleep(milliseconds, scope.signal);
    return !scope.signal.aborted;
  }

  #withdrawn(): TimesheetError | undefined {
    if (!this.#options.scope.signal.aborted) return undefined;
    return cancelledBeforeItsTurn();
  }

  #late(): TimesheetError | undefined {
    if (this.#options.clock.now() < this.#sendBy) return undefined;
    return new NotSent(
      "Not sent: the call's time ran out before its turn. Nothing of it was stored; send the same call again.",
    );
  }

  #unknown(worklog: NewWorklog): TimesheetError {
    return this.#doubts.get(worklog) ?? brokenOff(undefined);
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

function asConfirmed({ id, date, seconds, billableSeconds, comment }: StandingWorklog): ConfirmedWorklog {
  return { id, date, seconds, billableSeconds, comment, isOwn: true };
}

function rangeOf(worklogs: NewWorklog[]): DateRange {
  const dates = worklogs.map(({ date }) => date).sort();
  return { startDate: dates[0] ?? "", endDate: dates.at(-1) ?? "" };
}
