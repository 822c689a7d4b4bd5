import { type Index, LATEST_MS, type Made } from "./index-history.ts";
import type { Violation } from "./violation.ts";
import { isOwn } from "./worklogs.ts";

type Change = Made<"changed" | "not changed" | "maybe changed">;

/** A change that was reported stays until the next one, and one that was reported as not made is not there. */
export function checkChanges(index: Index): Violation[] {
  const { history } = index;
  if (!history.keepsComments) return [];
  const changes: Change[] = index.made("changed", "not changed", "maybe changed");
  return history.worklogs.flatMap(({ id, comment, hours, date }): Violation[] => {
    const ofIt = changes.filter(({ claim }) => claim.id === id);
    const about = { entries: [], ids: [id] };
    const [mark] = /\bu\d+\b/.exec(comment) ?? [];
    const made = ofIt.filter(({ claim }) => claim.mark === mark);
    const denied = made.find(({ claim }) => claim.says === "not changed");
    // A worklog that was moved is known by its former id too.
    const isExplained = changes.some(
      ({ claim }) =>
        claim.mark === mark &&
        (claim.says === "maybe changed" || (claim.says === "changed" && claim.id === id && !claim.wasSo)),
    );
    if (denied && !isExplained)
      return [
        {
          harm: "false",
          what: `${id} was reported as not changed to ${mark}, and was`,
          call: denied.call,
          ...about,
        },
      ];
    const last = ofIt.at(-1);
    if (last?.claim.says !== "changed") return [];
    const { call, claim } = last;
    // TempoFiller does not wait for changes made on another machine, so that an earlier one may be stored after it.
    const waits = (other: Change) => isOwn(call) && isOwn(other.call);
    const isAlone = ofIt.every(
      (other) => other === last || other.call.to < (waits(other) ? call.from : call.from - LATEST_MS),
    );
    const isReplaced = changes.some(
      (other) =>
        other.claim.says === "maybe changed" && other.claim.mark === mark && other.call.to >= call.from,
    );
    if (!isAlone || isReplaced) return [];
    if (mark !== claim.mark)
      return [
        {
          harm: "lost",
          what: `${id} was reported as changed to ${claim.mark}, and is ${mark ?? "as before"}`,
          call,
          ...about,
        },
      ];
    if (hours === claim.hours && date === claim.date) return [];
    const what = `${id} was reported with ${claim.hours} h on ${claim.date}, and has ${hours} h on ${date}`;
    return [{ harm: "false", what, call, ...about }];
  });
}
