import { type Index, LATEST_MS } from "./index-history.ts";
import { heldBy } from "./interrupted-moves.ts";
import type { Violation } from "./violation.ts";

/** The time between the read of a worklog and its change, which Tempo cannot make one, and the one from that change to its delete. */
const RACE_MS = 3000;

const MINUTE = /^TempoFiller probe [\da-f]{8}$/;

/** A write test that says so has left nothing; what another one has left it names, and logs nothing beside it. */
export function checkWriteTests({ history, made }: Index): Violation[] {
  const left = made("left nothing").flatMap(({ call, claim }): Violation[] => {
    const ids = history.worklogs.filter(({ comment }) => comment.includes(claim.nonce)).map(({ id }) => id);
    if (ids.length === 0) return [];
    const what = `a write test said that nothing is left, and ${ids.join(", ")} is`;
    return [{ harm: "false", what, call, entries: [], ids }];
  });
  const unnamed = history.calls
    .filter(({ tool, isProbe, reply }) => tool === "probe" && isProbe && reply !== undefined)
    .flatMap((call): Violation[] => {
      const { date } = JSON.parse(call.args) as { date: string };
      const minutes = heldBy(call).filter((it) => it.date === date && MINUTE.test(it.comment));
      const named = call.claims.flatMap((claim) => (claim.says === "named" ? claim.ids : []));
      const ids = minutes.map(({ id }) => id).filter((id) => !named.includes(id));
      if (ids.length === 0) return [];
      return [
        {
          harm: "false",
          what: `a write test did not name ${ids.join(", ")}, which is left`,
          call,
          entries: [],
          ids,
        },
      ];
    });
  return [...left, ...unnamed];
}

/** No write test deletes its minute once another client has made it another worklog. */
export function checkMinutes({ history, made, deletions }: Index): Violation[] {
  return made("made another").flatMap(({ call, claim: { id } }): Violation[] => {
    const deletion = deletions.find((it) => it.id === id);
    if (!deletion || deletion.at - call.to <= RACE_MS) return [];
    const isAsked = made("deleted", "maybe deleted").some(({ claim }) => claim.id === id);
    // A change or a delete that was sent before may take effect later. Faults are named by a call of the process.
    const ofProbes = history.calls.filter(
      ({ tool, from, to }) => tool === "probe" && from <= call.to && to + LATEST_MS >= call.from,
    );
    const wasLate = ofProbes.some((probe) =>
      history.calls.some(
        ({ by, faults, from, to }) =>
          by === probe.by && faults.length > 0 && from <= probe.to && to >= probe.from,
      ),
    );
    if (isAsked || wasLate) return [];
    const what = `a write test deleted ${id}, which another client had made another worklog`;
    return [{ harm: "lost", what, call, entries: [], ids: [id] }];
  });
}
