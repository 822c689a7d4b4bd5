import { checkAnswers } from "./checks/answers.ts";
import { checkAttributes } from "./checks/attributes.ts";
import { checkChanges } from "./checks/changes.ts";
import { checkCounted } from "./checks/counted.ts";
import { checkPlans } from "./checks/days.ts";
import { checkEntries } from "./checks/entries.ts";
import { type Index, indexHistory } from "./checks/index-history.ts";
import { checkKeptByDelete, checkMoves } from "./checks/moves.ts";
import { checkSubmissions } from "./checks/submissions.ts";
import { checkUndo, checkUndoKeeps } from "./checks/undo.ts";
import type { Violation } from "./checks/violation.ts";
import { checkDeleted, checkIdsOfReplies, checkStored } from "./checks/worklogs.ts";
import { checkMinutes, checkWriteTests } from "./checks/write-tests.ts";
import type { Claim, History } from "./history.ts";

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
  checkWriteTests,
  checkMinutes,
  checkAnswers,
];

/**
 * Judges a history by its invocations and replies and by the final content of Tempo. An entry that was reported as stored is
 * there until a user deletes it; one that was reported as failed never is; one of unknown outcome is stored at most once; and the
 * history refutes no reply.
 */
export function check(history: History): Finding[] {
  const index = indexHistory(history);
  return CHECKS.flatMap((run) => run(index)).map((violation) => ({
    ...violation,
    isSaid: isSaid(violation, index),
  }));
}

/**
 * Whether a reply calls the outcome unknown, a reply or the log names a worklog of it as uncertain, or the same call, made again, corrects
 * what was said.
 */
function isSaid(violation: Violation, index: Index): boolean {
  const { harm, entries, ids } = violation;
  if (harm === "broken") return false;
  if (ids.some((id) => index.uncertain.has(id)) || isCorrected(violation, index)) return true;
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

/** Whether a later reply says that what was called failed is stored, changed, submitted or recalled. */
function isCorrected({ harm, call, ids, entries }: Violation, { made }: Index): boolean {
  if (harm !== "false" || !call) return false;
  const later = made("stored", "changed", "submitted", "recalled").filter((it) => it.call.from >= call.to);
  const said = (says: Claim["says"], isOfIt: (claim: Claim) => boolean) =>
    call.claims.some((claim) => claim.says === says && isOfIt(claim));
  return later.some(({ claim }) => {
    if (claim.says === "stored")
      return !claim.isNew && entries.includes(claim.entry) && ids.includes(claim.id);
    if (claim.says === "submitted" || claim.says === "recalled")
      return said(`not ${claim.says}`, (it) => "period" in it && it.period === claim.period);
    return said("not changed", (it) => "mark" in it && it.id === claim.id && it.mark === claim.mark);
  });
}
