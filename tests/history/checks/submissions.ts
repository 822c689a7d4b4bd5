import type { Call } from "../history.ts";
import { type Index, LATEST_MS, type Made } from "./index-history.ts";
import type { Violation } from "./violation.ts";

type Change =
  | Made<"submitted" | "not submitted" | "maybe submitted">
  | Made<"recalled" | "not recalled" | "maybe recalled">;

/**
 * A period that was reported as submitted stays so until it is recalled, and one that was reported as open again until it is submitted;
 * one that was reported as not submitted is not.
 */
export function checkSubmissions({ history, made }: Index): Violation[] {
  const submissions = made("submitted", "not submitted", "maybe submitted");
  const changes: Change[] = [...submissions, ...made("recalled", "not recalled", "maybe recalled")];
  const periods = [...new Set(changes.map(({ claim }) => claim.period))];
  return periods.flatMap((period): Violation[] => {
    const isSubmitted = history.submitted.includes(period);
    const ofIt = changes.filter(({ claim }) => claim.period === period);
    const refutes = (what: string, call: Call): Violation => ({
      harm: "false",
      what: `${period} was reported as ${what}`,
      call,
      entries: [],
      ids: [period],
    });
    const refuted = refutedLast(ofIt, isSubmitted);
    if (refuted) {
      const { call, claim } = refuted;
      return [refutes(`${claim.says}, and is ${isSubmitted ? "submitted" : "open"}`, call)];
    }
    const denied = ofIt.find(({ claim }) => claim.says === "not submitted");
    const isExplained = ofIt.some(({ claim }) => ["submitted", "maybe submitted"].includes(claim.says));
    return denied && isSubmitted && !isExplained ? [refutes("not submitted, and is", denied.call)] : [];
  });
}

/** The last reply that says how it is, if it is otherwise and nothing else may have changed it since. */
function refutedLast(changes: readonly Change[], isSubmitted: boolean): Change | undefined {
  const definite = changes.filter(({ claim }) => claim.says === "submitted" || claim.says === "recalled");
  const last = definite.toSorted((one, other) => one.call.to - other.call.to).at(-1);
  if (!last || (last.claim.says === "submitted") === isSubmitted) return undefined;
  const isPlan = "isPlan" in last.claim && last.claim.isPlan === true;
  const opposite = last.claim.says === "submitted" ? "recalled" : "submitted";
  const others = changes.filter(({ claim }) => claim.says === opposite || claim.says === `maybe ${opposite}`);
  const isOver = ({ call }: Change) => call.to < last.call.from - (isPlan ? LATEST_MS : 0);
  return others.every(isOver) ? last : undefined;
}
