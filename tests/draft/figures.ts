import type { DraftEntry } from "../../src/timesheet/draft/draft.ts";
import { type ModelDay, missingOn, total } from "./model/day.ts";
import type { Model } from "./model/model.ts";
import { NOTHING } from "./model/timeline.ts";
import { workedSpans } from "./weeks/truth.ts";
import type { Week } from "./weeks/week.ts";

/** Seconds of all weeks, from which the figures are made. */
export interface Tally {
  weeks: number;
  drafted: number;
  /** Drafted of evidence whose issue is named, or known by a rule. */
  certain: number;
  certainAndWorkedOn: number;
  notWorkedOn: number;
  /** True time where evidence is, as far as the date has room for it. */
  coverable: number;
  right: number;
  unfilled: number;
  unfilledAndWorked: number;
  unmapped: number;
  required: number;
}

export const NO_TALLY: Tally = {
  weeks: 0,
  drafted: 0,
  certain: 0,
  certainAndWorkedOn: 0,
  notWorkedOn: 0,
  coverable: 0,
  right: 0,
  unfilled: 0,
  unfilledAndWorked: 0,
  unmapped: 0,
  required: 0,
};

type Entry = Pick<DraftEntry, "date" | "issue" | "seconds" | "basis">;

export function addWeek(
  tally: Tally,
  { days, logged }: Week,
  model: Model,
  { filled, unfilled }: { filled: readonly Entry[]; unfilled: readonly Entry[] },
): Tally {
  const truth = truthOf(days, model);
  const sum = (entries: readonly Entry[]) => total(entries.map(({ seconds }) => seconds));
  const isWorkedOn = ({ date, issue }: Entry) => (truth.worked.get(pair(date, issue.key)) ?? 0) > 0;
  const certain = filled.filter(({ basis }) => basis === "named" || basis === "rule");
  const covered = model.days.map((day) => ofDay(day, truth, logged.existing, unfilled));
  return {
    weeks: tally.weeks + 1,
    drafted: tally.drafted + sum(filled),
    certain: tally.certain + sum(certain),
    certainAndWorkedOn: tally.certainAndWorkedOn + sum(certain.filter(isWorkedOn)),
    notWorkedOn: tally.notWorkedOn + sum(filled.filter((entry) => !isWorkedOn(entry))),
    coverable: tally.coverable + total(covered.map(({ coverable }) => coverable)),
    right: tally.right + total(covered.map(({ right }) => right)),
    unfilled: tally.unfilled + sum(unfilled),
    unfilledAndWorked:
      tally.unfilledAndWorked +
      total(unfilled.map(({ date, issue, seconds }) => seconds * shareWorked(pair(date, issue.key), truth))),
    unmapped: tally.unmapped + total(model.days.flatMap(({ unmapped }) => [...unmapped.values()])),
    required: tally.required + total(model.days.map(missingOn)),
  };
}

const pair = (date: string, key: string) => `${date} ${key}`;

/** Seconds by date and issue. */
interface Truth {
  worked: Map<string, number>;
  /** The true time of the issue at which any evidence is. */
  coverable: Map<string, number>;
  /** The evidence of the issue, and the part of it at which the user worked on anything. */
  evidence: Map<string, number>;
  evidenceAndWorked: Map<string, number>;
}

/** Goes through all seconds of the week. */
function truthOf(days: Week["days"], { timeline, known }: Model): Truth {
  const worked: (string | undefined)[] = new Array(timeline.owner.length).fill(undefined);
  for (const { start, end, issueKey } of days.flatMap(workedSpans))
    worked.fill(
      issueKey,
      Math.max(0, start / 1000 - timeline.start),
      Math.max(0, end / 1000 - timeline.start),
    );
  const truth = {
    worked: new Map<string, number>(),
    coverable: new Map<string, number>(),
    evidence: new Map<string, number>(),
    evidenceAndWorked: new Map<string, number>(),
  };
  // Seconds that are alike are counted together.
  for (let from = 0, to = 0; from < worked.length; from = to) {
    const [owner, date, issueKey] = [timeline.owner[from] as number, timeline.dateAt[from], worked[from]];
    const isAlike = () =>
      timeline.owner[to] === owner && timeline.dateAt[to] === date && worked[to] === issueKey;
    while (to < worked.length && isAlike()) to += 1;
    const add = (counts: Map<string, number>, key: string | undefined) => {
      const name = pair(timeline.dates[date as number] as string, key ?? "");
      if (key !== undefined) counts.set(name, (counts.get(name) ?? 0) + to - from);
    };
    add(truth.worked, issueKey);
    if (owner === NOTHING) continue;
    add(truth.coverable, issueKey);
    add(truth.evidence, known[owner]?.key);
    if (issueKey !== undefined) add(truth.evidenceAndWorked, known[owner]?.key);
  }
  return truth;
}

const shareWorked = (key: string, { evidence, evidenceAndWorked }: Truth) =>
  (evidenceAndWorked.get(key) ?? 0) / (evidence.get(key) ?? 1);

/** Time that is logged already is neither coverable nor right, and a date has only so much room. */
function ofDay(
  day: ModelDay,
  { coverable }: Truth,
  existing: Week["logged"]["existing"],
  unfilled: readonly Entry[],
): { coverable: number; right: number } {
  const room = missingOn(day);
  const entries = unfilled.filter(({ date }) => date === day.date);
  const keys = [...coverable.keys()].filter((it) => it.startsWith(day.date)).map((it) => it.slice(11));
  const ofKeys = keys.map((key) => {
    const id = `${10_000 + Number(key.split("-")[1])}`;
    const logged = existing.filter((it) => it.date === day.date && it.issueId === id);
    const left = Math.max(
      0,
      (coverable.get(pair(day.date, key)) ?? 0) - total(logged.map((it) => it.seconds)),
    );
    const drafted = entries.find(({ issue }) => issue.key === key)?.seconds ?? 0;
    return { left, right: Math.min(left, drafted) };
  });
  return {
    coverable: Math.min(room, total(ofKeys.map(({ left }) => left))),
    right: total(ofKeys.map(({ right }) => right)),
  };
}

/** A figure of the proof, the bar that it is to meet, and the limit beyond which a change has made it worse. */
export interface Figure {
  name: string;
  value: number;
  bar: number;
  limit: number;
  isAtLeast: boolean;
  isWithinLimit: boolean;
}

export function figuresOf(tally: Tally): Figure[] {
  const atLeast = (name: string, value: number, bar: number, limit = bar): Figure => {
    return { name, value, bar, limit, isAtLeast: true, isWithinLimit: value >= limit };
  };
  const atMost = (name: string, value: number, bar: number, limit = bar): Figure => {
    return { name, value, bar, limit, isAtLeast: false, isWithinLimit: value <= limit };
  };
  return [
    atLeast(
      "named or by rule: on an issue worked on that date",
      tally.certainAndWorkedOn / tally.certain,
      0.97,
    ),
    atMost("on an issue not worked on that date", tally.notWorkedOn / tally.drafted, 0.01),
    // 2,000 weeks had 89.6 %: a draft does not know of work that leaves no evidence, nor of a meeting that was skipped.
    atLeast(
      "unfilled: right, of the true time that evidence covers",
      tally.right / tally.coverable,
      0.9,
      0.89,
    ),
    atLeast("unfilled: worked at all", tally.unfilledAndWorked / tally.unfilled, 0.93),
  ];
}
