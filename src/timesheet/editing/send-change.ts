import type { CallContext } from "../call-context.ts";
import { TimesheetError } from "../errors.ts";
import { mayTakeEffect } from "../ledger/errors.ts";
import { performOne, type WriteRequest } from "../ledger/perform.ts";
import { readVisible } from "../ledger/view.ts";
import type { CallScope, FullWorklog } from "../port.ts";
import type { Writer } from "../writers.ts";
import { changedOtherwise, gone, notChanged, unknownChange } from "./errors.ts";
import { isEqual } from "./merge.ts";

/** A change under way. */
interface Change {
  old: FullWorklog;
  wanted: FullWorklog;
  /** The key of its issue; the id of one that the user may not see. */
  issueKey: string;
  /** Sends it. Returns the worklog as Tempo confirms it. */
  send(scope: CallScope): Promise<FullWorklog>;
  context: CallContext;
  writer: Writer;
}

/**
 * Stores a changed worklog. If no answer settles it, reading does.
 *
 * @returns the worklog as Tempo holds it
 * @throws TimesheetError; nothing was changed unless it is an OutcomeUnknownError
 */
export async function sendChange({
  old,
  wanted,
  issueKey,
  send,
  context,
  writer,
}: Change): Promise<FullWorklog> {
  const { ledger } = writer;
  const { id } = wanted;
  let answer: FullWorklog | undefined;
  const request: WriteRequest<FullWorklog> = {
    intents: [{ op: "change", before: ledger.known(old), wanted: ledger.wanted(wanted, issueKey) }],
    changes: { effect: "changed", names: [id] },
    send,
    fatesOf(stored, sent, into) {
      answer = stored;
      return sent.map((it) => [it, into.known(stored, issueKey)]);
    },
  };
  const { sent, failure } = await performOne(request, context, writer).catch(async (refusal: unknown) => {
    // Tempo may have carried out what it refuses, and stored it otherwise.
    const isAnswer = refusal instanceof TimesheetError && refusal.httpStatus !== undefined;
    const now = isAnswer && !refusal.mayBeStored ? await readNow(wanted, context) : undefined;
    throw now && !isEqual(old, now) ? changedOtherwise(wanted, now, refusal as TimesheetError) : refusal;
  });
  const { fate } = sent;
  if (fate.is === "done") {
    context.changes.made("changed", [id]);
    return answer ?? (await readNow(wanted, context)) ?? wanted;
  }
  if (fate.is === "void") {
    const now = await readVisible(id, context);
    if (now === "gone") throw gone(wanted);
    if (typeof now === "object" && isEqual(old, now)) throw notChanged(wanted, failure);
    context.changes.possiblyMade("changed", [id]);
    throw typeof now === "object" ? changedOtherwise(wanted, now, failure) : unknownChange(wanted, failure);
  }
  throw unknownChange(
    wanted,
    failure,
    fate.is === "unsure" ? undefined : mayTakeEffect(sent, ledger, context),
  );
}

async function readNow({ id }: FullWorklog, context: CallContext): Promise<FullWorklog | undefined> {
  const now = await readVisible(id, context).catch(() => undefined);
  return typeof now === "object" ? now : undefined;
}
