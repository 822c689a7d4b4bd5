import type { Effect } from "../call-changes.ts";
import type { CallContext, Writer } from "../call-context.ts";
import { NoAnswerError, NotFoundError, TimesheetError, UnauthorizedError } from "../errors.ts";
import { leaseLost } from "../not-sent.ts";
import { onAbort } from "../on-abort.ts";
import type { CallScope, FullWorklog } from "../port.ts";
import { CANCELLED_WAIT_MS } from "../timeline.ts";
import { noEffect, notAnswered, unknownEffect } from "./errors.ts";
import type { Ledger, Sent } from "./ledger.ts";
import type { Done, KnownWorklog, NewIntent } from "./records.ts";
import { decideRefused, recover } from "./recover.ts";

/** A request that writes. */
export interface WriteRequest<Answer> {
  intents: readonly NewIntent[];
  /** The effect on what the intents are about, by its names in the words of `CallChanges`. */
  changes: { effect: Effect; names: readonly string[] };
  /** Given for a batch that creates worklogs. */
  details?: Parameters<Ledger["intend"]>[1];
  /** Sends it once; it may send again what has never left or was refused as busy. */
  send(scope: CallScope): Promise<Answer>;
  /** Reads the fate of each intent from the answer; one that it leaves out is in doubt. */
  fatesOf(answer: Answer, sent: readonly Sent[], ledger: Ledger): Iterable<readonly [Sent, Answered]>;
}

/** `done`: it took effect, without a worklog that is left; a worklog: it is what Tempo holds now; `may`: it may be one of these. */
export type Answered = "void" | "done" | KnownWorklog | { may: readonly string[] };

/** The answer of a request, or why it has none that says what became of it. */
export type Performed<Answer> = { sent: readonly Sent[] } & (
  | { answer: Answer }
  | { failure: TimesheetError }
  /** Tempo says that it has not carried it out; `decideRefused` looks whether that is so. */
  | { refusal: TimesheetError }
);

/**
 * The one life of every request that writes: its intents are recorded, and flushed if the disk takes them, before it leaves; their fate is recorded after.
 *
 * A request that is not answered is not cut. If the call ends first, its intents stay in doubt, and its answer is recorded when it comes, in
 * a turn of its own.
 *
 * @throws TimesheetError if it was not sent; any other error is a bug, after which its intents are in doubt
 */
export async function perform<Answer>(
  request: WriteRequest<Answer>,
  context: CallContext,
  writer: Writer,
): Promise<Performed<Answer>> {
  let sent: readonly Sent[] = [];
  const beforeWrite = async () => {
    // A process that lost the lease records nothing, and recording takes the time of a disk.
    if (!writer.mayWrite()) throw leaseLost();
    if (sent.length > 0) writer.ledger.again(sent);
    else sent = writer.ledger.intend(request.intents, request.details);
    context.changes.possiblyMade(request.changes.effect, request.changes.names);
    await writer.confirm();
  };
  const settled = request.send({ ...context, beforeWrite }).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  const call = endOfCall(context);
  const first = await Promise.race([settled, call.ended]);
  call.stop();
  const outcome = first ?? (sent.length === 0 ? await settled : undefined);
  if (outcome === undefined) {
    void settled.then((late) => writer.later((ledger) => recordOutcome(late, request, sent, ledger)));
    return { sent, failure: notAnswered() };
  }
  if (sent.length > 0) recordOutcome(outcome, request, sent, writer.ledger);
  if ("answer" in outcome) return { sent, answer: outcome.answer };
  const { error } = outcome;
  if (sent.length === 0 || !(error instanceof TimesheetError)) throw error;
  return error.mayBeStored ? { sent, failure: error } : { sent, refusal: error };
}

/**
 * Performs a request of one intent. Without an answer that says what became of it, Tempo is asked, for as long as the call has time.
 *
 * @returns the intent with its fate; `failure` is why the request has no answer of its own, if it has none
 * @throws TimesheetError if it took no effect
 */
export async function performOne<Answer>(
  request: WriteRequest<Answer>,
  context: CallContext,
  writer: Writer,
): Promise<{ sent: Sent; failure?: TimesheetError }> {
  const { effect, names } = request.changes;
  const performed = await perform(request, context, writer);
  const [first] = performed.sent;
  if (!first) throw new Error("A request was sent without an intent");
  if ("refusal" in performed) {
    const { refusal } = performed;
    if (mayHaveEffect(refusal)) await decideRefused([first], refusal, context, writer);
    if (first.fate.is === "done") return { sent: first };
    for (const name of names) context.changes.notMade(effect, name);
    throw refusal;
  }
  const isIt = ({ number }: Sent) => number === first.number;
  await recoverOwn(isIt, context, writer);
  const sent = writer.ledger.find(first.number) ?? first;
  if (sent.fate.is === "void") for (const name of names) context.changes.notMade(effect, name);
  return "failure" in performed ? { sent, failure: performed.failure } : { sent };
}

/**
 * Deletes a worklog that was read a moment ago. One that does not exist any more counts as deleted.
 *
 * @throws TimesheetError; it exists, unless it is an OutcomeUnknownError
 */
export async function deleteWorklog(
  worklog: FullWorklog,
  context: CallContext,
  writer: Writer,
): Promise<void> {
  const { id } = worklog;
  const { sent, failure } = await performOne<void>(
    {
      intents: [{ op: "delete", before: writer.ledger.known(worklog) }],
      changes: { effect: "deleted", names: [id] },
      async send(scope) {
        try {
          await context.timesheet.deleteWorklog(id, scope);
        } catch (error) {
          if (!(error instanceof NotFoundError)) throw error;
        }
      },
      fatesOf: (_, intents) => intents.map((it) => [it, "done"]),
    },
    context,
    writer,
  );
  if (sent.fate.is === "done") return context.changes.made("deleted", [id]);
  if (sent.fate.is === "void") throw noEffect(`Worklog ${id} was not deleted`, "still shows it", failure);
  throw unknownEffect(`worklog ${id} was deleted`, sent, failure, writer, context);
}

/**
 * Whether Tempo may have carried out what it has refused, so that it is asked. A failure without a status never left this machine, and a token
 * that is refused has not got anywhere.
 */
export function mayHaveEffect(refusal: TimesheetError): boolean {
  return refusal.httpStatus !== undefined && !(refusal instanceof UnauthorizedError);
}

/** Decides what it can of a call's own requests. What cannot be read stays in doubt. */
export async function recoverOwn(
  isOwn: (sent: Sent) => boolean,
  context: CallContext,
  writer: Writer,
): Promise<void> {
  try {
    await recover(isOwn, context, writer, true);
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    context.debug(`what became of a request cannot be read: ${error.message}`);
  }
}

function recordOutcome<Answer>(
  outcome: { answer: Answer } | { error: unknown },
  { fatesOf }: WriteRequest<Answer>,
  sent: readonly Sent[],
  ledger: Ledger,
): void {
  if ("error" in outcome) {
    const { error } = outcome;
    if (error instanceof TimesheetError && !error.mayBeStored) ledger.void(sent);
    else ledger.lost(sent, error instanceof NoAnswerError);
    return;
  }
  const fates = new Map(fatesOf(outcome.answer, sent, ledger));
  const done: Done[] = [];
  for (const [it, fate] of fates) {
    const { number } = it;
    if (fate === "done") done.push({ number });
    else if (fate === "void") continue;
    else if ("may" in fate) ledger.unsure(it, fate.may);
    else done.push({ number, row: fate });
  }
  ledger.done(done);
  ledger.void(sent.filter((it) => fates.get(it) === "void"));
  ledger.lost(
    sent.filter((it) => !fates.has(it)),
    false,
  );
}

/** Resolves when the call may wait no longer: at its deadline, or soon after it is cancelled. */
function endOfCall({ clock, signal, deadline }: CallScope & Pick<CallContext, "clock">) {
  const over = new AbortController();
  const cancelled = new AbortController();
  const stopListening = onAbort(signal, () => cancelled.abort("cancelled"));
  const left = () => Math.max(0, deadline - clock.now());
  const ended = clock.sleep(left(), AbortSignal.any([over.signal, cancelled.signal])).then(() => {
    if (cancelled.signal.aborted) return clock.sleep(Math.min(left(), CANCELLED_WAIT_MS), over.signal);
  });
  return {
    ended: ended.then(() => undefined),
    stop() {
      stopListening();
      over.abort("over");
    },
  };
}
