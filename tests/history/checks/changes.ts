import { listed, markIn } from "../content.ts";
import type { Call } from "../history.ts";
import { type Index, LATEST_MS, type Made, type Violation } from "./index-history.ts";
import { givenTo, isOwn, mayHave } from "./worklogs.ts";

type Change = Made<"changed" | "not changed" | "maybe changed">;

/** A change that was reported stays until the next one, and one that was reported as not made is not there. */
export function checkChanges(index: Index): Violation[] {
  const { history } = index;
  if (!history.keepsComments) return [];
  const changes: Change[] = index.made("changed", "not changed", "maybe changed");
  return history.worklogs.flatMap(({ id, comment, hours, date, startTime }): Violation[] => {
    const ofIt = changes.filter(({ claim }) => claim.id === id);
    const about = { entries: [], ids: [id] };
    const mark = markIn(comment) ?? "";
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
          what: `${id} was reported as changed to ${claim.mark}, and is ${mark || "as before"}`,
          call,
          ...about,
        },
      ];
    const isElsewhen = claim.startTime !== undefined && claim.startTime !== startTime;
    if (hours === claim.hours && date === claim.date && !isElsewhen) return [];
    const what = isElsewhen
      ? `${id} was reported from ${claim.startTime}, and is from ${startTime ?? "midnight"}`
      : `${id} was reported with ${claim.hours} h on ${claim.date}, and has ${hours} h on ${date}`;
    return [{ harm: "false", what, call, ...about }];
  });
}

/** A worklog has the work attributes that its entry or plan gave it, or what changes have made of them, and no others, wherever it was moved. */
export function checkAttributes(index: Index): Violation[] {
  const { history, made, byId } = index;
  if (!history.keepsComments) return [];
  return made("stored").flatMap(({ call, claim }): Violation[] => {
    const { id, entry } = claim;
    const worklog = byId.get(id);
    if (!worklog || !claim.isNew) return [];
    const given = givenTo(entry, index);
    const found = worklog.attributes ?? {};
    const isLegal = (key: string) => mayHave(given, key, found[key]);
    if (Object.keys(Object.assign({}, found, ...given.values)).every(isLegal)) return [];
    const texts = given.values.map((it) => listed(it) || "no attributes").join(", then ");
    const what = `${entry} was stored as ${id} with ${texts}, which has ${listed(found) || "none"}`;
    return [{ harm: "false", what, call, entries: [entry], ids: [id] }];
  });
}

type OfPeriod =
  | Made<"submitted" | "not submitted" | "maybe submitted">
  | Made<"recalled" | "not recalled" | "maybe recalled">;

/**
 * A period that was reported as submitted stays so until it is recalled, and one that was reported as open again until it is submitted;
 * one that was reported as not submitted is not.
 */
export function checkSubmissions({ history, made }: Index): Violation[] {
  const submissions = made("submitted", "not submitted", "maybe submitted");
  const changes: OfPeriod[] = [...submissions, ...made("recalled", "not recalled", "maybe recalled")];
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
function refutedLast(changes: readonly OfPeriod[], isSubmitted: boolean): OfPeriod | undefined {
  const definite = changes.filter(({ claim }) => claim.says === "submitted" || claim.says === "recalled");
  const last = definite.toSorted((one, other) => one.call.to - other.call.to).at(-1);
  if (!last || (last.claim.says === "submitted") === isSubmitted) return undefined;
  const isPlan = "isPlan" in last.claim && last.claim.isPlan === true;
  const opposite = last.claim.says === "submitted" ? "recalled" : "submitted";
  const others = changes.filter(({ claim }) => claim.says === opposite || claim.says === `maybe ${opposite}`);
  const isOver = ({ call }: OfPeriod) => call.to < last.call.from - (isPlan ? LATEST_MS : 0);
  return others.every(isOver) ? last : undefined;
}
