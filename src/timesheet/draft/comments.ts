import { cut, LENGTHS } from "../../text/lengths.ts";
import type { Issue } from "../port.ts";
import { compareText } from "../totals.ts";
import type { Item } from "./items.ts";
import { KEY_IN_CAPITALS } from "./keys.ts";
import type { Timed } from "./times.ts";
import { learntTitle, lineOf } from "./titles.ts";
import { contentWords } from "./words.ts";

/** Words of subjects that say nothing of the work. */
const VAGUE = new Set(
  "add added change changed changes cleanup fix fixed fixes fixup initial merge minor refactor review squash test tests typo update updated wip work".split(
    " ",
  ),
);

/**
 * The comment of an entry: the most specific subject of its commits, else the title of its longest meeting, else empty.
 *
 * @param timed the evidence of the entry, ascending
 */
export function commentOf(timed: readonly Timed[], issue: Issue, issues: ReadonlyMap<string, Issue>): string {
  const subjects = timed.flatMap(({ item: { evidence } }) =>
    evidence.kind === "commit" && evidence.subject ? [withoutKey(evidence.subject, issue.id, issues)] : [],
  );
  const [subject] = [...new Set(subjects)].filter(Boolean).map(rated).sort(byRating);
  if (subject) return bounded(subject.text);
  const meetings = timed.flatMap(({ item, seconds }) =>
    item.evidence.kind === "meeting" && item.title !== "" ? [{ title: item.title, seconds }] : [],
  );
  // Whole, with its key, so that later meetings with the title are learnt from it.
  const [longest] = meetings.toSorted((a, b) => b.seconds - a.seconds);
  return bounded(longest?.title ?? "");
}

/**
 * A subject with its specificity: the number of words in it that are different and say something of the work; of equal ones, the
 * longer subject is the more specific.
 */
function rated(text: string): { text: string; words: number } {
  const words = [...contentWords(text)].filter((word) => !VAGUE.has(word));
  return { text, words: words.length };
}

function byRating(a: ReturnType<typeof rated>, b: ReturnType<typeof rated>): number {
  return b.words - a.words || b.text.length - a.text.length || compareText(a.text, b.text);
}

/** A key, and the brackets that set it off: "[DEMO-1] Add", "feat(DEMO-1): Add", "Add (DEMO-1)". */
const SET_OFF_KEY = new RegExp(String.raw`[#([{]{0,3}(${KEY_IN_CAPITALS})[)\]}]{0,3}`, "gu");

/** All from the first character that is no mark to the last. */
const BETWEEN_MARKS = /[^\s:,;/|\-\u2013\u2014](?:.*[^\s:,;/|\-\u2013\u2014])?/;

/** A subject without the keys of an issue, and without the marks between them and the rest. */
function withoutKey(subject: string, issueId: string, issues: ReadonlyMap<string, Issue>): string {
  const line = lineOf(subject);
  const rest = line.replaceAll(SET_OFF_KEY, (found, key) => (issues.get(key)?.id === issueId ? "" : found));
  if (rest === line) return line;
  const [words = ""] = BETWEEN_MARKS.exec(rest.replaceAll(/\s+/g, " ")) ?? [];
  return words;
}

/**
 * Whether a worklog's comment is that of an entry of this evidence alone.
 *
 * @param comment by `learntTitle`
 * @param issueId the worklog's issue
 */
export function saysComment(
  { evidence, title }: Item,
  comment: string,
  issueId: string,
  issues: ReadonlyMap<string, Issue>,
): boolean {
  if (evidence.kind === "meeting") return learntTitle(bounded(title)) === comment;
  const { kind, subject } = evidence;
  if (kind !== "commit" || !subject) return false;
  return learntTitle(bounded(withoutKey(subject, issueId, issues))) === comment;
}

function bounded(comment: string): string {
  return cut(comment, LENGTHS.comment, 0, () => "…");
}
