import type { Call } from "../history.ts";
import type { Index } from "./index-history.ts";
import type { Violation } from "./violation.ts";
import { isOwn } from "./worklogs.ts";

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
