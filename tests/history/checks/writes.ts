import { tokenOf } from "../content.ts";
import type { Call, Write } from "../history.ts";
import { type Index, LATEST_MS, type Violation, wasStateLost } from "./index-history.ts";
import { isOwn, machineOf } from "./worklogs.ts";

const POSTS = ["post_worklog", "bulk_post_worklogs", "fill_days", "post_draft"];

/** Undo deletes only worklogs of the newest batch that was sent. */
export function checkUndo(index: Index): Violation[] {
  const { history, made } = index;
  return history.calls
    .filter(({ tool }) => tool === "undo")
    .flatMap((undo): Violation[] => {
      const deleted = undo.claims.flatMap((claim) => (claim.says === "deleted" ? claim.id : []));
      const sources = made("stored").filter(
        ({ call, claim }) => claim.isNew && deleted.includes(claim.id) && call.by !== "person",
      );
      const source = sources.at(-1)?.call;
      if (!source) return [];
      const newer = history.calls.find(
        (call) =>
          POSTS.includes(call.tool) &&
          isOwn(call) &&
          call.from > source.to &&
          call.to < undo.from &&
          hasSent(call, undo, index),
      );
      if (!newer) return [];
      const what = `undo deleted ${deleted.join(", ")}, and ${newer.args} was sent since and stood`;
      return [
        {
          harm: "lost",
          what,
          call: undo,
          entries: newer.claims.flatMap((claim) => ("entry" in claim ? claim.entry : [])),
          ids: deleted,
        },
      ];
    });
}

/** Undo keeps a worklog that was changed by hand after it was stored. */
export function checkUndoKeeps(index: Index): Violation[] {
  const { history, made } = index;
  // If Tempo drops comments, a change of the comment alone leaves a worklog as it was stored.
  if (!history.keepsComments) return [];
  return history.calls
    .filter(({ tool }) => tool === "undo")
    .flatMap((undo) =>
      undo.claims.flatMap((deletion): Violation[] => {
        if (deletion.says !== "deleted") return [];
        const { id } = deletion;
        const change = made("changed").find(
          ({ call, claim }) => claim.id === id && !isOwn(call) && call.to < undo.from - history.lag,
        );
        if (!change) return [];
        const what = `undo deleted ${id}, which ${change.call.by} had changed to ${change.claim.mark}`;
        return [{ harm: "lost", what, call: undo, entries: [], ids: [id] }];
      }),
    );
}

/** Whether a call that was never answered, or said that it did not know, has stored what was still there after the undo. */
function hasSent(call: Call, undo: Call, { made, idsOf }: Index): boolean {
  return call.claims.some((claim) => {
    if (claim.says !== "maybe stored") return false;
    const others = made("stored", "maybe stored").filter(
      (it) => it.claim.entry === claim.entry && it.call !== call,
    );
    const isOnly = others.every(
      (it) => it.claim.says === "stored" && !it.claim.isNew && it.call.from > undo.to,
    );
    return isOnly && idsOf(claim.entry).length > 0;
  });
}

/**
 * One write an issue is under way on Data Center: Jira adds to the time spent on an issue without a lock, so that of two writes at once
 * one is lost in its total. On Cloud changes and deletes of an issue wait for the answer to the one before.
 */
export function checkTotals(index: Index): Violation[] {
  const { isDataCenter } = index.history;
  const isJudged = ({ method }: Write) => isDataCenter || method !== "POST";
  return pairsUnderWay(index).flatMap(([first, second]): Violation[] => {
    const issue = first.issues.find((it) => second.issues.includes(it));
    // A killed process has left its turn, and nothing ends the request.
    const isKilled = first.diedAt !== undefined && first.diedAt <= second.sentAt;
    const isAnswered = first.answeredAt !== undefined && first.answeredAt <= second.sentAt;
    if (
      issue === undefined ||
      isKilled ||
      (isAnswered && !isDataCenter) ||
      !isJudged(first) ||
      !isJudged(second)
    )
      return [];
    const what = `a ${second.method} on issue ${issue} was sent ${sentAfter(first, second)}`;
    return [{ harm: "raced", what, entries: [], ids: [] }];
  });
}

/** Nothing is sent for a date while a request of an earlier call may still take effect there. */
export function checkLocks(index: Index): Violation[] {
  return pairsUnderWay(index).flatMap(([first, second]): Violation[] => {
    const date = first.dates.find((it) => second.dates.includes(it));
    const ofFirst = index.history.calls.filter(
      ({ by, from, to }) => by === first.by && from <= first.sentAt && to >= first.sentAt,
    );
    if (date === undefined || ofFirst.length === 0 || ofFirst.some(({ to }) => to >= second.sentAt))
      return [];
    const what = `a ${second.method} for ${date} was sent ${sentAfter(first, second)}, whose call had ended`;
    return [{ harm: "raced", what, entries: [], ids: [] }];
  });
}

/** Two writes of one machine, the second of which was sent before the first took effect. A request that is longer under way is given up. */
function pairsUnderWay({ history }: Index): [Write, Write][] {
  // Processes that do not share their state do not know what the others have sent.
  if (wasStateLost(history)) return [];
  const writes = history.writes.toSorted((one, other) => one.sentAt - other.sentAt);
  return writes.flatMap((first, index) =>
    writes
      .slice(index + 1)
      .filter(
        (second) =>
          machineOf(first) === machineOf(second) &&
          second.sentAt < Math.min(first.at, first.sentAt + LATEST_MS),
      )
      .map((second): [Write, Write] => [first, second]),
  );
}

function sentAfter(first: Write, second: Write): string {
  const [later, took] = [second.sentAt, first.at].map((at) => Math.round(at - first.sentAt));
  return `${later} ms after a ${first.method} that took ${took} ms`;
}

/** Only what a user has asked to delete is deleted: a worklog by its id, a batch, what a move leaves behind. */
export function checkDeletesAsked({ history, deletions }: Index): Violation[] {
  return deletions.flatMap(({ id, comment, at }): Violation[] => {
    const isAsked = (call: Call) =>
      (/^(delete|undo)/.test(call.tool) && call.claims.some((claim) => "id" in claim && claim.id === id)) ||
      (call.tool === "update_worklog" && movesEntry(call, comment));
    if (history.calls.some((call) => call.from <= at && isAsked(call))) return [];
    return [
      {
        harm: "lost",
        what: `${id} (${comment}) was deleted, and no call asked for it`,
        entries: [],
        ids: [id],
      },
    ];
  });
}

/** Whether a change moves worklogs to another issue that have a token of a comment. */
function movesEntry({ args }: Call, comment: string): boolean {
  const { issueKey, description = "" } = JSON.parse(args) as { issueKey?: string; description?: string };
  return (
    issueKey !== undefined &&
    comment
      .split(" ")
      .map(tokenOf)
      .includes(tokenOf(description.split(" ")[0] ?? ""))
  );
}
