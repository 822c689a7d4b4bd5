import { cut, LENGTHS } from "../../text/lengths.ts";
import type { Issue } from "../port.ts";
import { compareText } from "../totals.ts";
import { keysIn } from "./keys.ts";
import type { Timed } from "./times.ts";
import { lineOf } from "./titles.ts";

/** Words that say nothing of the work. */
const VAGUE = new Set(
  "a add added an and change changed changes cleanup fix fixed fixes fixup for in initial merge minor more of on refactor review squash test tests the to typo update updated wip with work".split(
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
    evidence.kind === "commit" && evidence.subject ? [withoutKey(evidence.subject, issue, issues)] : [],
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
 * How specific a subject is: as many words as it has that are different and say something of the work; of equal ones, the longer
 * subject is.
 */
function rated(text: string): { text: string; words: number } {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return { text, words: new Set(words.filter((word) => !VAGUE.has(word))).size };
}

function byRating(a: ReturnType<typeof rated>, b: ReturnType<typeof rated>): number {
  return b.words - a.words || b.text.length - a.text.length || compareText(a.text, b.text);
}

/** A subject without the keys of an issue, and without what only sets them off: "[DEMO-1] Add", "feat(DEMO-1): Add", "Add (DEMO-1)". */
function withoutKey(subject: string, issue: Issue, issues: ReadonlyMap<string, Issue>): string {
  const line = lineOf(subject);
  const keys = new Set(keysIn(line, false).filter((key) => issues.get(key)?.id === issue.id));
  if (keys.size === 0) return line;
  // A key never has a character that means something in a pattern.
  const alternatives = [...keys].sort((a, b) => b.length - a.length).join("|");
  const found = new RegExp(
    String.raw`[#([{]*(?<![\p{L}\p{N}])(?:${alternatives})(?![\p{L}\p{N}])[)\]}]*`,
    "gu",
  );
  return line
    .replaceAll(found, "")
    .replaceAll(/\s+/g, " ")
    .replace(/^[\s:,;/|\-\u2013\u2014]+/, "")
    .replace(/[\s:,;/|\-\u2013\u2014]+$/, "");
}

function bounded(comment: string): string {
  return cut(comment, LENGTHS.comment, 0, () => "…");
}
