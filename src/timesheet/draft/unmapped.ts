import { LENGTHS } from "../../text/lengths.ts";
import { dayName } from "../dates.ts";
import { sum } from "../day-balance.ts";
import type { Issue, LoggedWorklog } from "../port.ts";
import { compareText } from "../totals.ts";
import { inOrder } from "../worklogs.ts";
import type { LocalDays } from "../zones.ts";
import { contentWords, madeByAnother } from "./comments.ts";
import type { DraftInput, Unmapped } from "./draft.ts";
import type { Touch } from "./issues.ts";
import type { Item } from "./items.ts";
import type { Timed } from "./times.ts";
import { lineOf, shortened } from "./titles.ts";

type Candidate = Unmapped["candidates"][number];

export type CandidatesOf = (item: Item) => Candidate[];

const MAX_CANDIDATES = 2;

/** Characters of a comment in a reason. */
const MAX_QUOTED = 60;

/** A comment is like a title if they share half of the words of the shorter one. */
const LEAST_SHARED = 0.5;

/** Shorter words, such as names and abbreviations, are in titles of all kinds. */
const SHORTEST_WORD = 4;

/** A comment that the user's worklogs have, with the issue and the date of the latest one. */
interface Logged {
  issue: Issue;
  date: string;
  comment: string;
  words: ReadonlySet<string>;
}

/**
 * Finds the issues that evidence without an issue may belong to: those logged under a similar title, then those touched in the same
 * place, the ones next to it in time first.
 */
export function candidateFinder(
  { learnt, hasTitles }: Pick<DraftInput, "learnt" | "hasTitles">,
  touches: ReadonlyMap<string, readonly Touch[]>,
): CandidatesOf {
  const logged = latestComments(learnt);
  const byTitle = new Map<string, Candidate[]>();
  return (item) => {
    const similar = byTitle.get(item.title) ?? similarlyLogged(item.title, logged, hasTitles);
    byTitle.set(item.title, similar);
    const found = new Map<string, Candidate>();
    for (const candidate of [...similar, ...touchedNear(item, touches)])
      if (!found.has(candidate.issue.id)) found.set(candidate.issue.id, candidate);
    return [...found.values()].slice(0, MAX_CANDIDATES);
  };
}

function latestComments(worklogs: readonly LoggedWorklog[]): Logged[] {
  const latest = new Map<string, Logged>();
  for (const { issue, date, comment } of inOrder([...worklogs])) {
    const line = lineOf(comment);
    // An issue that the user can see no more has its id as its key.
    if (issue.key === issue.id || line === "") continue;
    latest.set(JSON.stringify([issue.id, line]), { issue, date, comment: line, words: wordsOf(line) });
  }
  return [...latest.values()].filter(({ words }) => words.size > 0);
}

function similarlyLogged(title: string, logged: readonly Logged[], hasTitles: boolean): Candidate[] {
  const words = wordsOf(title);
  return logged
    .flatMap((it) => {
      const { ofShorter, ofAll } = likeness(words, it.words);
      return ofShorter >= LEAST_SHARED ? [{ it, ofAll }] : [];
    })
    .sort((a, b) => b.ofAll - a.ofAll || compareLogged(a.it, b.it))
    .map(({ it: { issue, date, comment } }) => ({
      issue,
      reason: `logged for ${hasTitles ? `'${shortened(comment, MAX_QUOTED)}'` : "a similar title"} on ${dayName(date)}`,
    }));
}

/** Orders by the date, the latest first. */
function compareLogged(a: Logged, b: Logged): number {
  return (
    compareText(b.date, a.date) || compareText(a.issue.key, b.issue.key) || compareText(a.comment, b.comment)
  );
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): { ofShorter: number; ofAll: number } {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  const shorter = Math.min(a.size, b.size);
  return { ofShorter: shorter === 0 ? 0 : shared / shorter, ofAll: shared / (a.size + b.size - shared) };
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set([...contentWords(text)].filter((word) => word.length >= SHORTEST_WORD));
}

/** The title of the evidence names the place. */
function touchedNear({ evidence }: Item, touches: ReadonlyMap<string, readonly Touch[]>): Candidate[] {
  if (evidence.kind === "meeting" || evidence.place === undefined) return [];
  const nearest = new Map<string, { issue: Issue; date: string; distance: number }>();
  for (const { issue, date, at } of touches.get(evidence.place) ?? []) {
    const distance = Math.abs(at - evidence.at);
    if (issue && distance < (nearest.get(issue.id)?.distance ?? Number.POSITIVE_INFINITY))
      nearest.set(issue.id, { issue, date, distance });
  }
  return [...nearest.values()]
    .sort((a, b) => a.distance - b.distance || compareText(a.issue.key, b.issue.key))
    .map(({ issue, date }) => ({ issue, reason: `touched there on ${dayName(date)}` }));
}

/**
 * The evidence of a group and a date without an issue; undefined if it has no time.
 *
 * @param timed ascending
 */
export function unmappedOf(
  timed: readonly Timed[],
  days: LocalDays,
  candidatesOf: CandidatesOf,
  hasTitles: boolean,
): Unmapped | undefined {
  const withTime = timed.filter(({ seconds }) => seconds > 0);
  const [first] = withTime;
  const last = withTime.at(-1);
  if (!first || !last) return undefined;
  const { item, date } = first;
  const titles = hasTitles ? [shortened(item.title, LENGTHS.name)] : [];
  const byAnother = madeByAnother(timed);
  return {
    ref: item.ref ?? "",
    date,
    source: item.evidence.source,
    title: byAnother === "" ? titles[0] : [...titles, `(${byAnother})`].join(" "),
    start: days.timeOf(first.shown.from),
    end: days.timeOf(last.shown.to),
    seconds: sum(withTime, ({ seconds }) => seconds),
    candidates: candidatesOf(last.item),
  };
}
