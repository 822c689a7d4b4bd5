import type { DraftEntry } from "../../src/timesheet/draft/draft.ts";
import { type ModelDay, missingOn, total } from "./model/day.ts";
import type { Model } from "./model/model.ts";
import { NOTHING } from "./model/timeline.ts";
import { workedSpans } from "./weeks/truth.ts";
import type { Week } from "./weeks/week.ts";

/** Seconds of all weeks, from which the figures are made. */
export type Tally = ReturnType<typeof tallyOf>;

type Entry = Pick<DraftEntry, "date" | "issue" | "seconds" | "basis">;

export function addWeek(tally: Tally | undefined, ...week: Parameters<typeof tallyOf>): Tally {
  const added = tallyOf(...week);
  for (const name of Object.keys(added) as (keyof Tally)[]) added[name] += tally?.[name] ?? 0;
  return added;
}

function tallyOf(
  { days, logged }: Week,
  model: Model,
  { filled, unfilled }: { filled: readonly Entry[]; unfilled: readonly Entry[] },
) {
  const truth = truthOf(days, model);
  const sum = (entries: readonly Entry[]) => total(entries.map(({ seconds }) => seconds));
  const isWorkedOn = ({ date, issue }: Entry) => (truth.worked.get(pair(date, issue.key)) ?? 0) > 0;
  const certain = filled.filter(({ basis }) => basis === "named" || basis === "rule");
  const covered = model.days.map((day) => ofDay(day, truth, logged.existing, unfilled));
  return {
    weeks: 1,
    drafted: sum(filled),
    /** Drafted of evidence whose issue is named, or known by a rule. */
    certain: sum(certain),
    certainAndWorkedOn: sum(certain.filter(isWorkedOn)),
    notWorkedOn: sum(filled.filter((entry) => !isWorkedOn(entry))),
    /** True time where evidence is, as far as the date has room for it. */
    coverable: total(covered.map(({ coverable }) => coverable)),
    right: total(covered.map(({ right }) => right)),
    /** The same of work alone, which is what rule 3 finds; the times of meetings are given. */
    coverableWork: total(covered.map(({ coverableWork }) => coverableWork)),
    rightWork: total(covered.map(({ rightWork }) => rightWork)),
    unfilled: sum(unfilled),
    unfilledAndWorked: total(
      unfilled.map(({ date, issue, seconds }) => seconds * shareWorked(pair(date, issue.key), truth)),
    ),
    unmapped: total(model.days.flatMap(({ unmapped }) => [...unmapped.values()])),
  };
}

const pair = (date: string, key: string) => `${date} ${key}`;

/** Seconds by date and issue. */
interface Truth {
  worked: Map<string, number>;
  /** The true time of the issue at which any evidence is. */
  coverable: Map<string, number>;
  /** The part of it at which the evidence is no meeting. */
  coverableWork: Map<string, number>;
  /** The evidence of the issue, and the part of it at which the user worked on anything. */
  evidence: Map<string, number>;
  evidenceAndWorked: Map<string, number>;
}

/** Goes through all seconds of the week. */
function truthOf(days: Week["days"], { timeline, known, evidence }: Model): Truth {
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
    coverableWork: new Map<string, number>(),
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
    if (evidence[owner]?.kind !== "meeting") add(truth.coverableWork, issueKey);
    add(truth.evidence, known[owner]?.key);
    if (issueKey !== undefined) add(truth.evidenceAndWorked, known[owner]?.key);
  }
  return truth;
}

const shareWorked = (key: string, { evidence, evidenceAndWorked }: Truth) =>
  (evidenceAndWorked.get(key) ?? 0) / (evidence.get(key) ?? 1);

/** Time that is logged already is neither coverable nor right, and a date has only so much room, of which meetings come first. */
function ofDay(
  day: ModelDay,
  truth: Truth,
  existing: Week["logged"]["existing"],
  unfilled: readonly Entry[],
): { coverable: number; right: number; coverableWork: number; rightWork: number } {
  const room = missingOn(day);
  const entries = unfilled.filter(({ date }) => date === day.date);
  const keys = [...truth.coverable.keys()].filter((it) => it.startsWith(day.date)).map((it) => it.slice(11));
  const ofKeys = keys.map((key) => {
    const id = `${10_000 + Number(key.split("-")[1])}`;
    const logged = total(
      existing.filter((it) => it.date === day.date && it.issueId === id).map((it) => it.seconds),
    );
    const [left, leftWork] = [truth.coverable, truth.coverableWork].map((times) =>
      Math.max(0, (times.get(pair(day.date, key)) ?? 0) - logged),
    ) as [number, number];
    const drafted = entries.find(({ issue }) => issue.key === key)?.seconds ?? 0;
    const draftedWork = Math.max(0, drafted - (day.issues.find((it) => it.key === key)?.meetings ?? 0));
    return { left, right: Math.min(left, drafted), leftWork, rightWork: Math.min(leftWork, draftedWork) };
  });
  const meetings = total(day.issues.map((it) => it.meetings));
  return {
    coverable: Math.min(room, total(ofKeys.map(({ left }) => left))),
    right: total(ofKeys.map(({ right }) => right)),
    coverableWork: Math.min(Math.max(0, room - meetings), total(ofKeys.map(({ leftWork }) => leftWork))),
    rightWork: total(ofKeys.map(({ rightWork }) => rightWork)),
  };
}

/** The figures of the proof, each with the bar that it is to meet. */
export function figuresOf(tally: Tally) {
  const atLeast = (name: string, value: number, bar: number) => {
    return { name, value, bar, isAtLeast: true, isMet: value >= bar };
  };
  const atMost = (name: string, value: number, bar: number) => {
    return { name, value, bar, isAtLeast: false, isMet: value <= bar };
  };
  return [
    atLeast(
      "named or by rule: on an issue worked on that date",
      tally.certainAndWorkedOn / tally.certain,
      0.97,
    ),
    atMost("on an issue not worked on that date", tally.notWorkedOn / tally.drafted, 0.01),
    atLeast(
      "unfilled: work right, of the true work that rule 3 can cover",
      tally.rightWork / tally.coverableWork,
      0.9,
    ),
    // The page has no bar for it. What is missing is mostly evidence that names no issue, and meetings that were skipped.
    atLeast(
      "unfilled: right, of the true time that evidence covers, meetings included",
      tally.right / tally.coverable,
      0.89,
    ),
    atLeast("unfilled: worked at all", tally.unfilledAndWorked / tally.unfilled, 0.93),
  ];
}
