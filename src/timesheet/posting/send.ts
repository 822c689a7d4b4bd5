import pLimit from "p-limit";
import type { CallContext, Writer } from "../call-context.ts";
import {
  ForbiddenError,
  NotFoundError,
  RejectedError,
  TimesheetError,
  UnauthorizedError,
  UnavailableError,
} from "../errors.ts";
import { groupBy } from "../group-by.ts";
import { mayTakeEffect, noEffect, stillInDoubt } from "../ledger/errors.ts";
import type { Ledger, Sent } from "../ledger/ledger.ts";
import { type Answered, mayHaveEffect, perform, recoverOwn, type WriteRequest } from "../ledger/perform.ts";
import type { KnownWorklog } from "../ledger/records.ts";
import { decideRefused, issuesOf } from "../ledger/recover.ts";
import { readAll, type View } from "../ledger/view.ts";
import { cancelledBeforeSending, leaseLost, outOfTime } from "../not-sent.ts";
import type { ConfirmedWorklog, ExistingWorklog, NewWorklog, StoredWorklog } from "../port.ts";
import { FIRST_RETRY_DELAY_MS, MAX_BUSY_SENDS, MAX_RETRY_DELAY_MS, SENDING_SHARE } from "../timeline.ts";
import { type Batch, toConfirmed } from "./batch.ts";
import {
  ambiguousMatch,
  describe,
  missingFromResponse,
  stoppedAfterWrongAuthor,
  storedUnderAnotherUser,
  unknownYet,
} from "./errors.ts";
import { matchResponse } from "./match-response.ts";

/** The reason for which the rows of a batch are sent. */
export interface Purpose {
  /** The digest of the plan that they carry out. */
  plan?: string | undefined;
  /** The worklog that the one row replaces on another issue. */
  replaces?: KnownWorklog;
}

export interface SendOptions extends Purpose {
  batch: Batch;
  /** The worklogs that existed before. */
  view: View;
  /** When worklogs without a start time of their own start, HH:mm:ss, as far as the settings say it. */
  startTimes: ReadonlyMap<NewWorklog, string>;
}

/** Rejections of what was sent, not of the sender: in a group, they may be meant for one of it. */
const REJECTIONS = [RejectedError, ForbiddenError, NotFoundError];

/**
 * Sends the rows of a batch that have no outcome, each once: only what has never left or was refused is sent again. Of one issue, one request
 * at a time: Tempo Cloud rejects a second bulk, and Jira Data Center spoils the issue's total. Afterwards, Tempo is asked what became
 * of those without an answer, as far as that can be decided in the time of the call.
 */
export async function send(options: SendOptions, context: CallContext, writer: Writer): Promise<void> {
  const { batch } = options;
  const sending = new Sending(options, context, writer);
  const { batchSize, concurrency } = context.timesheet.createLimits;
  const issues = [...groupBy(batch.left(), ({ issue }) => issue.id).values()];
  await pLimit(concurrency).map(issues, async (ofIssue) => {
    for (let from = 0; from < ofIssue.length; from += batchSize)
      await sending.send(ofIssue.slice(from, from + batchSize));
  });
  await sending.settle();
}

/** An answer, as far as it is about the rows that were sent. */
interface Matched extends ReturnType<typeof matchResponse> {
  fates: Map<NewWorklog, Answered>;
}

/** Why nothing of a request is stored, and what was sent for it; without a failure it is, or may be. */
interface Refused {
  failure?: TimesheetError;
  sent: readonly Sent[];
}

/** A row that was sent, and the failure of its request. */
interface Unsettled {
  sent: Sent;
  failure: TimesheetError;
}

class Sending {
  readonly #options: SendOptions;
  readonly #context: CallContext;
  readonly #writer: Writer;
  readonly #number: number;
  readonly #until: number;
  /** The rows without a usable answer, with what was sent for each. */
  readonly #unanswered = new Map<NewWorklog, Unsettled>();
  /** The rows that Tempo has refused. */
  readonly #refused = new Map<NewWorklog, Unsettled>();
  /** Ids that were known before, or that an answer has named. */
  readonly #known: Set<string>;
  /** Nothing is sent before this time of the clock's `now`, since Tempo has said that it is busy. */
  #busyUntil = 0;
  /** Why nothing more is sent: one answer said it of all rows. */
  #stopReason: TimesheetError | undefined;

  constructor(options: SendOptions, context: CallContext, writer: Writer) {
    const { clock, deadline } = context;
    this.#options = options;
    this.#context = context;
    this.#writer = writer;
    this.#number = context.batch?.number ?? writer.ledger.nextNumber();
    this.#until = clock.now() + (deadline - clock.now()) * SENDING_SHARE;
    this.#known = new Set(options.view.rows.map(({ id }) => id));
  }

  /** @param group rows of one issue */
  async send(group: readonly NewWorklog[]): Promise<void> {
    const { failure, sent } = await this.#sendUntilTaken(group);
    if (!failure) return;
    for (const [index, row] of group.entries()) {
      const intent = sent[index];
      if (intent) this.#refused.set(row, { sent: intent, failure });
      else this.#options.batch.fail(row, failure);
    }
    if (group.length === 1 || !REJECTIONS.some((kind) => failure instanceof kind)) return;
    await this.#readRefused(group);
    for (const row of group.filter((it) => this.#refused.delete(it))) await this.send([row]);
  }

  /** Sends a group, and again as long as Tempo says that it is busy. */
  async #sendUntilTaken(group: readonly NewWorklog[]): Promise<Refused> {
    const busy = await this.#issueInDoubt(group);
    for (let sends = 1; ; sends += 1) {
      const failure = busy ?? (await this.#reasonToStop());
      if (failure) return { failure, sent: [] };
      const refused = await this.#sendOnce(group);
      if (!refused.failure || !this.#isBusy(refused.failure, sends)) return refused;
    }
  }

  /**
   * Why the issue of a group is busy where one write an issue is sent at a time, after waiting for the decision on that as far as the
   * call has the time.
   */
  async #issueInDoubt([row]: readonly NewWorklog[]): Promise<TimesheetError | undefined> {
    const { ledger } = this.#writer;
    if (!row || !this.#context.timesheet.createLimits.oneWriteAnIssue) return undefined;
    const isOfIssue = (sent: Sent) => issuesOf(sent).includes(row.issue.id);
    if (ledger.inDoubt().some(isOfIssue)) await recoverOwn(isOfIssue, this.#context, this.#writer);
    const sent = ledger.inDoubt().find(isOfIssue);
    return sent && stillInDoubt(sent, this.#writer, this.#context);
  }

  /** Reads whether anything of what Tempo has refused is stored all the same. Its rows are settled then, or if that cannot be read. */
  async #readRefused(rows: Iterable<NewWorklog>): Promise<void> {
    const refused = [...rows].flatMap((row) => {
      const it = this.#refused.get(row);
      return it ? [{ row, ...it }] : [];
    });
    const [first] = refused;
    if (!first) return;
    try {
      const sent = refused.map((it) => it.sent);
      await decideRefused(sent, first.failure, this.#context, this.#writer);
    } catch (error) {
      if (!(error instanceof TimesheetError)) throw error;
      for (const { row } of refused) if (this.#refused.delete(row)) this.#options.batch.fail(row, error);
    }
    for (const { row, ...it } of refused)
      if (it.sent.fate.is !== "void" && this.#refused.delete(row)) this.#unanswered.set(row, it);
  }

  /** Asks Tempo what became of the rows without an answer, and of those that it has refused. */
  async settle(): Promise<void> {
    const { batch } = this.#options;
    const { ledger } = this.#writer;
    await this.#readRefused(this.#refused.keys());
    for (const [row, { failure }] of this.#refused) batch.fail(row, failure);
    const numbers = new Set([...this.#unanswered.values()].map(({ sent }) => sent.number));
    if (numbers.size > 0) await recoverOwn(({ number }) => numbers.has(number), this.#context, this.#writer);
    for (const [row, { sent, failure }] of this.#unanswered) {
      const { fate } = ledger.find(sent.number) ?? sent;
      if (fate.is === "done" && fate.row) batch.stored(row, await this.#confirmed(row, fate.row));
      else if (fate.is === "void") batch.fail(row, noEffect("Not stored", "shows no such worklog", failure));
      else if (fate.is === "unsure") batch.fail(row, ambiguousMatch(row, await this.#read(fate.may)));
      else {
        const until = mayTakeEffect(sent, ledger, this.#context);
        const isRecognised = this.#context.duplicates === "skip" && this.#writer.isKept();
        batch.fail(row, unknownYet(failure, until, isRecognised));
      }
    }
  }

  async #reasonToStop(): Promise<TimesheetError | undefined> {
    const { clock, signal } = this.#context;
    const wait = Math.min(this.#busyUntil, this.#until) - clock.now();
    if (wait > 0 && !this.#stopReason) await clock.sleep(wait, signal);
    if (this.#stopReason) return this.#stopReason;
    if (signal.aborted) return cancelledBeforeSending();
    if (!this.#writer.mayWrite()) return leaseLost();
    return clock.now() < this.#until ? undefined : outOfTime();
  }

  async #sendOnce(group: readonly NewWorklog[]): Promise<Refused> {
    const { startTimes, view, plan, replaces } = this.#options;
    const { timesheet } = this.#context;
    const { ledger } = this.#writer;
    const bodies = group.map((row) => {
      const startTime = startTimes.get(row);
      return startTime === undefined ? row : { ...row, startTime };
    });
    const places = new Set(group.map(({ issue, date }) => placeOf(issue.id, date)));
    const seen = view.rows.filter(
      (row) => places.has(placeOf(row.issueId, row.date)) && !ledger.ownerOf(row),
    );
    if (this.#context.batch) this.#context.batch.number = this.#number;
    let matched: Matched | undefined;
    const request: WriteRequest<StoredWorklog[]> = {
      intents: group.map(({ issue, date, seconds, billableSeconds, comment, attributes }) => ({
        op: "create",
        wanted: ledger.wanted(
          { issueId: issue.id, date, seconds, billableSeconds, comment },
          issue.key,
          attributes,
        ),
        ...(replaces && { replaces }),
      })),
      changes: { effect: "stored", names: group.map(describe) },
      details: {
        batch: this.#number,
        seen: seen.map(({ id }) => id),
        plan,
        serverTime: timesheet.serverTime?.(),
      },
      send: (scope) => timesheet.createWorklogs(bodies, scope),
      fatesOf: (listed, sent, into) => {
        matched = this.#match(group, listed, into);
        const { fates } = matched;
        return sent.flatMap((it, index) => {
          const fate = fates.get(group[index] as NewWorklog);
          return fate === undefined ? [] : [[it, fate] as const];
        });
      },
    };
    try {
      const performed = await perform(request, this.#context, this.#writer);
      if ("refusal" in performed) {
        const { refusal, sent } = performed;
        if (refusal instanceof UnauthorizedError) this.#stopReason = refusal;
        return { failure: refusal, sent: mayHaveEffect(refusal) ? sent : [] };
      }
      for (const [index, row] of group.entries()) {
        const sent = performed.sent[index];
        if (!sent) continue;
        if ("failure" in performed) this.#unanswered.set(row, { sent, failure: performed.failure });
        else this.#learnAnswer(row, sent, matched);
      }
      return { sent: [] };
    } catch (error) {
      if (!(error instanceof TimesheetError)) throw error;
      return { failure: error, sent: [] };
    }
  }

  #learnAnswer(row: NewWorklog, sent: Sent, matched: Matched | undefined): void {
    const { batch } = this.#options;
    const match = matched?.matches.get(row);
    if (!match) {
      const failure = missingFromResponse(row, matched?.unmatched ?? new Set());
      if (matched?.fates.has(row)) batch.fail(row, failure);
      else this.#unanswered.set(row, { sent, failure });
    } else if (match.isOwn) batch.stored(row, withBillable(row, match));
    else {
      this.#context.changes.made("stored", [match.id]);
      this.#stopReason = stoppedAfterWrongAuthor();
      batch.fail(row, storedUnderAnotherUser(match));
    }
  }

  /** The fate of each row by an answer. The answer's order is not that of the rows, and Tempo may have changed them. */
  #match(group: readonly NewWorklog[], listed: readonly StoredWorklog[], ledger: Ledger): Matched {
    // An id that existed before, or that another entry has, proves nothing: a cache may have answered.
    const fresh = [...new Map(listed.map((it) => [it.id, it])).values()].filter(
      (it) => !this.#known.has(it.id) && !ledger.ownerOf(it),
    );
    for (const { id } of fresh) this.#known.add(id);
    const { matches, unmatched } = matchResponse(group, fresh);
    const fates = new Map<NewWorklog, Answered>();
    for (const row of group) {
      const match = matches.get(row);
      if (match)
        fates.set(
          row,
          match.isOwn ? ledger.known({ ...withBillable(row, match), issueId: row.issue.id }) : "void",
        );
      // One that Tempo lists with another date or duration may be it.
      else if (unmatched.size > 0) fates.set(row, { may: [...unmatched].map(({ id }) => id) });
    }
    if (matches.size === group.length)
      for (const { id } of unmatched)
        this.#context.log(
          `Tempo also lists worklog ${id} as stored, which was not sent; look at it in Tempo`,
        );
    return { matches, unmatched, fates };
  }

  /** Whether Tempo has only said that it is busy, so that the same request is sent again, after a wait. */
  #isBusy(failure: TimesheetError, sends: number): boolean {
    const { clock } = this.#context;
    if (!(failure instanceof UnavailableError) || failure.httpStatus === undefined) return false;
    const backoff = Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** (sends - 1));
    const delay = failure.retryAfter ?? backoff * (0.5 + clock.random() / 2);
    this.#busyUntil = Math.max(this.#busyUntil, clock.now() + delay);
    return sends < MAX_BUSY_SENDS && this.#busyUntil < this.#until;
  }

  /** The worklog of a row that a list has shown; the record of it has no text. */
  async #confirmed(
    row: NewWorklog,
    { id, date, seconds, billableSeconds }: KnownWorklog,
  ): Promise<ConfirmedWorklog> {
    const [found] = await this.#read([id]);
    return found
      ? toConfirmed(found)
      : { id, date, seconds, billableSeconds, comment: row.comment, isOwn: true };
  }

  /** Reads worklogs for a reply, which does without them if that fails. */
  #read(ids: readonly string[]): Promise<ExistingWorklog[]> {
    return readAll(ids, this.#context).catch(() => []);
  }
}

function withBillable(row: NewWorklog, stored: StoredWorklog): ConfirmedWorklog {
  return { ...stored, billableSeconds: stored.billableSeconds ?? row.billableSeconds };
}

function placeOf(issueId: string, date: string): string {
  return JSON.stringify([issueId, date]);
}
