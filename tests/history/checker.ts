import { checkAnswers, checkTimes } from "./checks/answers.ts";
import { checkAttributes, checkChanges, checkSubmissions } from "./checks/changes.ts";
import { checkCounted, checkPlans } from "./checks/days.ts";
import { checkEntries } from "./checks/entries.ts";
import type { Violation } from "./checks/index-history.ts";
import { type Index, indexHistory } from "./checks/index-history.ts";
import { checkKeptByDelete, checkMoves } from "./checks/moves.ts";
import { checkDeleted, checkIdsOfReplies, checkStored } from "./checks/worklogs.ts";
import { checkDeletesAsked, checkLocks, checkTotals, checkUndo, checkUndoKeeps } from "./checks/writes.ts";
import { type History, RESTORED } from "./history.ts";

/** A violation, and whether some reply or log line reports it for the same entry or worklog. */
export type Finding = Violation & { isSaid: boolean };

const CHECKS = [
  checkEntries,
  checkStored,
  checkIdsOfReplies,
  checkDeleted,
  checkChanges,
  checkMoves,
  checkKeptByDelete,
  checkAttributes,
  checkSubmissions,
  checkPlans,
  checkCounted,
  checkUndo,
  checkUndoKeeps,
  checkDeletesAsked,
  checkTotals,
  checkLocks,
  checkTimes,
  checkAnswers,
];

/**
 * Judges a history by its invocations and replies and by the final content of Tempo. An entry that was reported as stored is
 * there until a user deletes it; one that was reported as failed never is; one of unknown outcome is stored at most once; and the
 * history refutes no reply.
 */
export function check(history: History): Finding[] {
  const index = indexHistory(history);
  // An id may be that of two worklogs then.
  const wasRestored = history.calls.some(({ by, tool }) => by === "fault" && tool === RESTORED);
  return (wasRestored ? [checkAnswers] : CHECKS)
    .flatMap((run) => run(index))
    .map((violation) => ({
      ...violation,
      isSaid: isSaid(violation, index),
    }));
}

/** Whether a reply calls the outcome unknown, or a reply, the log or the journal names a worklog of it as uncertain. */
function isSaid(violation: Violation, index: Index): boolean {
  const { harm, entries, ids } = violation;
  if (harm === "broken") return false;
  if (ids.some((id) => index.uncertain.has(id))) return true;
  if (harm === "doubled" && wasNamed(entries, index)) return true;
  return index.history.calls.some(
    ({ reply, claims }) =>
      reply !== undefined &&
      claims.some(
        (claim) =>
          claim.says.startsWith("maybe") &&
          (("entry" in claim && entries.includes(claim.entry)) ||
            ("id" in claim && ids.includes(claim.id)) ||
            ("period" in claim && ids.includes(claim.period))),
      ),
  );
}

/** Whether a worklog of an entry has been named as a possible copy. It may have been moved since, and have another id. */
function wasNamed(entries: readonly string[], { made, copies }: Index): boolean {
  return made("stored").some(({ claim }) => entries.includes(claim.entry) && copies.has(claim.id));
}
