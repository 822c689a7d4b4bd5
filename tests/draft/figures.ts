import type { DraftEntry } from "../../src/timesheet/draft/draft.ts";
import { type ModelDay, missingOn, total } from "./model/day.ts";
import type { Model } from "./model/model.ts";
import { NOTHING } from "./model/timeline.ts";
import { momentOf } from "./weeks/transcripts.ts";
import { workedSpans } from "./weeks/truth.ts";
import type { Week } from "./weeks/week.ts";

/** Seconds of a week, from which the figures are made. */
export type Tally = ReturnType<typeof tallyOf>;

type Entry = Pick<DraftEntry, "date" | "issue" | "seconds" | "basis">;

export function tallyOf(
  { days, logged, unattended }: Week,
  model: Model,
  { filled, unfilled }: { filled: readonly Entry[]; unfilled: readonly Entry[] },
) {
  const truth = truthOf(days, model);
  const sum = (entries: readonly Entry[]) => total(entries.map(({ seconds }) => seconds));
  const isWorkedOn = ({ date, issue }: Entry) => (truth.worked.get(pair(date, issue.key)) ?? 0) > 0;
  const certain = filled.filter(({ basis }) => basis === "named" || basis === "rule");
  const covered = model.days.map((day) => ofDay(day, truth, logged.existing, { filled, unfilled }));
  return {
    drafted: sum(filled),
    /** The drafted time of an issue on a date, up to what the user worked on it there and has not logged. */
    filledRight: total(covered.map(({ filledRight }) => filledRight)),
    /** The time that the user worked on issues and has not logged, on each date as far as hours are missing there. */
    toFind: total(covered.map(({ toFind }) => toFind)),
    evidence: total(truth.evidence.values()),
    /** The part of it that belongs to moments at which assistants worked without the user. */
    ofAssistants: secondsOfAssistants(model, unattended),
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

function secondsOfAssistants({ timeline, evidence }: Model, unattended: Week["unattended"]): number {
  const isOf = evidence.map(
    (it) => it.kind === "session" && !it.isPrompt && unattended.has(momentOf(it.at, it.place)),
  );
  return timeline.owner.reduce((sum, owner) => (isOf[owner] ? sum + 1 : sum), 0);
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
  { filled, unfilled }: { filled: readonly Entry[]; unfilled: readonly Entry[] },
): {
  filledRight: number;
  toFind: number;
  coverable: number;
  right: number;
  coverableWork: number;
  rightWork: number;
} {
  const room = missingOn(day);
  const keys = [...truth.worked.keys()].filter((it) => it.startsWith(day.date)).map((it) => it.slice(11));
  const ofKeys = keys.map((key) => {
    const id = `${10_000 + Number(key.split("-")[1])}`;
    const logged = total(
      existing.filter((it) => it.date === day.date && it.issueId === id).map((it) => it.seconds),
    );
    const [worked, left, leftWork] = [truth.worked, truth.coverable, truth.coverableWork].map((times) =>
      Math.max(0, (times.get(pair(day.date, key)) ?? 0) - logged),
    ) as [number, number, number];
    const [full, drafted] = [filled, unfilled].map((entries) =>
      total(entries.filter((it) => it.date === day.date && it.issue.key === key).map((it) => it.seconds)),
    ) as [number, number];
    const draftedWork = Math.max(0, drafted - (day.issues.find((it) => it.key === key)?.meetings ?? 0));
    const right = { filledRight: Math.min(worked, full), right: Math.min(left, drafted) };
    return { worked, left, leftWork, ...right, rightWork: Math.min(leftWork, draftedWork) };
  });
  const meetings = total(day.issues.map((it) => it.meetings));
  return {
    filledRight: total(ofKeys.map(({ filledRight }) => filledRight)),
    toFind: Math.min(room, total(ofKeys.map(({ worked }) => worked))),
    coverable: Math.min(room, total(ofKeys.map(({ left }) => left))),
    right: total(ofKeys.map(({ right }) => right)),
    coverableWork: Math.min(Math.max(0, room - meetings), total(ofKeys.map(({ leftWork }) => leftWork))),
    rightWork: total(ofKeys.map(({ rightWork }) => rightWork)),
  };
}

/** A share of a part in a whole, and the bar that it is to meet. */
interface Bar {
  name: string;
  part: keyof Tally;
  whole: keyof Tally;
  bar: number;
  isAtLeast: boolean;
}

const atLeast = (bar: number, name: string, part: keyof Tally, whole: keyof Tally): Bar => {
  return { name, part, whole, bar, isAtLeast: true };
};
const atMost = (bar: number, name: string, part: keyof Tally, whole: keyof Tally): Bar => {
  return { name, part, whole, bar, isAtLeast: false };
};

const BARS: readonly Bar[] = [
  atLeast(0.83, "filled: right, of what is drafted", "filledRight", "drafted"),
  atLeast(0.76, "filled: right, of the true time that the draft was to find", "filledRight", "toFind"),
  atMost(0.015, "filled: on an issue not worked on that date", "notWorkedOn", "drafted"),
  atMost(0, "time of assistants alone, in the evidence of a person's hours", "ofAssistants", "evidence"),
  atLeast(0.97, "named or by rule: on an issue worked on that date", "certainAndWorkedOn", "certain"),
  atLeast(0.89, "unfilled: work right, of the true work that rule 3 can cover", "rightWork", "coverableWork"),
  atLeast(
    0.85,
    "unfilled: right, of the true time that evidence covers, meetings included",
    "right",
    "coverable",
  ),
  atLeast(0.9, "unfilled: worked at all", "unfilledAndWorked", "unfilled"),
];

/** Fewer weeks than these may miss a bar by chance, so they have a margin. */
const FULL_PROOF = 2000;

/** Chance alone goes beyond three standard errors once in 700 runs. */
const ERRORS = 3;

/** The figures of the proof, each with its bar, and by how much the weeks may miss it by chance. */
export function figuresOf(weeks: readonly Tally[]) {
  return BARS.map(({ part, whole, ...rest }) => {
    const sumOf = (name: keyof Tally) => total(weeks.map((week) => week[name]));
    const value = sumOf(part) / sumOf(whole);
    // The standard error of a ratio of two sums, each week being one observation.
    const squares = total(weeks.map((week) => (week[part] - value * week[whole]) ** 2));
    // No chance makes a little of what may never be.
    const mayMiss = weeks.length < FULL_PROOF && rest.bar > 0;
    const margin = mayMiss ? (ERRORS * Math.sqrt(squares)) / sumOf(whole) : 0;
    const isMet = rest.isAtLeast ? value >= rest.bar - margin : value <= rest.bar + margin;
    return { ...rest, value, margin, isMet };
  });
}
