import { isDecoded } from "../../text/characters.ts";
import { LENGTHS } from "../../text/lengths.ts";
import { groupBy } from "../group-by.ts";
import type { Issue } from "../port.ts";
import { compareText } from "../totals.ts";
import type { LocalDays } from "../zones.ts";
import type { Activity } from "./evidence.ts";
import { KEY_IN_CAPITALS, keysIn } from "./issues.ts";
import type { Item } from "./items.ts";
import type { Timed } from "./times.ts";
import { learntTitle, lineOf, shortened } from "./titles.ts";

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
    evidence.kind === "commit" && evidence.subject && isDecoded(evidence.subject)
      ? [withoutKey(evidence.subject, issue.id, issues)]
      : [],
  );
  const [subject] = [...new Set(subjects)].filter(Boolean).map(rated).sort(byRating);
  if (subject) return bounded(subject.text);
  const meetings = timed.filter(
    ({ item }) => item.evidence.kind === "meeting" && item.title !== "" && isDecoded(item.title),
  );
  // Whole, with its key, so that later meetings with the title are learnt from it.
  const [longest] = meetings.toSorted((a, b) => b.seconds - a.seconds);
  return bounded(longest?.item.title ?? "");
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
  return BETWEEN_MARKS.exec(rest.replaceAll(/\s+/g, " "))?.[0] ?? "";
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
  if (evidence.kind !== "commit" || !evidence.subject) return false;
  return learntTitle(bounded(withoutKey(evidence.subject, issueId, issues))) === comment;
}

function bounded(comment: string): string {
  return shortened(comment, LENGTHS.comment);
}

/** Characters of a title, a branch or a status in a phrase: many of them are in one reply. */
const MAX_NAME = 60;

/** The statuses that a phrase lists. */
const MAX_STATUSES = 3;

/**
 * Says in a few words where time comes from, such as "3 commits on spike, 09:10-12:05".
 *
 * @param group evidence of one group on one date, ascending
 * @param entry the entry that it is of: its comment, and a branch that has its key, are not said again; the key of another issue that
 *   the commits name is
 * @param hasTitles whether titles, branches and statuses are in it
 */
export function phraseOf(
  group: readonly Timed[],
  entry: { issueKey: string; comment: string; otherKey: string | undefined },
  days: LocalDays,
  hasTitles: boolean,
): string {
  const [first] = group;
  const last = group.at(-1);
  if (!first || !last) return "";
  const { evidence } = first.item;
  if (evidence.kind === "meeting") {
    const isSaid = !hasTitles || evidence.title === "" || first.item.title === entry.comment;
    const title = isSaid ? "meeting" : `meeting '${shortName(evidence.title)}'`;
    return `${title}, ${timesOf(first.shown.from, first.shown.to, days)}`;
  }
  const activities = group.flatMap(({ item }) => (item.evidence.kind === "meeting" ? [] : [item.evidence]));
  const what =
    evidence.source === "jira" ? changesOf(activities, hasTitles) : workOf(activities, entry, hasTitles);
  const naming = entry.otherKey === undefined ? "" : ` naming ${entry.otherKey}`;
  const byAnother = madeByAnother(group);
  const by = byAnother === "" ? "" : `, ${byAnother}`;
  return `${what}${naming}${by}, ${timesOf(first.item.second, last.item.second, days)}`;
}

/** Says of a group which of its commits others made; empty if none. */
export function madeByAnother(group: readonly Timed[]): string {
  const others = group.filter(({ item: { evidence } }) => evidence.kind === "commit" && evidence.isByAnother);
  if (others.length === 0) return "";
  return `${others.length < group.length ? `${others.length} of them ` : ""}committed by another`;
}

function timesOf(from: number, to: number, days: LocalDays): string {
  const [start, end] = [days.timeOf(from), days.timeOf(to)];
  return start === end ? start : `${start}-${end}`;
}

function workOf(
  activities: readonly Activity[],
  { issueKey }: { issueKey: string },
  hasTitles: boolean,
): string {
  const [first] = activities;
  if (!first) return "";
  const { kind, detail, placeName } = first;
  const count = activities.length;
  const what = kind === "session" ? "coding session" : `${count} ${kind}${count === 1 ? "" : "s"}`;
  if (!hasTitles || (detail !== undefined && keysIn(detail, true).includes(issueKey))) return what;
  if (detail) return `${what} ${kind === "checkout" ? "from" : "on"} ${shortName(detail)}`;
  return placeName ? `${what} in ${shortName(placeName)}` : what;
}

/** The user's changes of an issue, by their kind. */
function changesOf(activities: readonly Activity[], hasTitles: boolean): string {
  const byKind = groupBy(activities, ({ kind }) => kind);
  const times = (kind: Activity["kind"], verb: string) => {
    const count = byKind.get(kind)?.length ?? 0;
    return count === 0 ? [] : [count === 1 ? verb : `${verb} ${count} times`];
  };
  const statuses = [...new Set(byKind.get("status")?.map(({ detail }) => shortName(detail ?? "")))];
  const listed = statuses.filter(Boolean).slice(0, MAX_STATUSES);
  const more = statuses.length > listed.length ? ` and ${statuses.length - listed.length} more` : "";
  const moved =
    hasTitles && listed.length > 0 ? [`moved to ${listed.join(", ")}${more}`] : times("status", "moved");
  return [
    ...times("create", "created"),
    ...moved,
    ...times("comment", "commented"),
    ...times("edit", "edited"),
  ].join(", ");
}

function shortName(text: string): string {
  return shortened(lineOf(text), MAX_NAME);
}

/** Words of grammar in English and German, which say nothing of what was done. */
const GRAMMAR = new Set(
  [
    "a about after all an and any are as at be before between by during for from has have how in into is it",
    "more next of on or our over that the their there they this through to until was were when where while with without your",
    "aber alle als am an auch auf aus bei beim das dass dem den der des die diese diesem diesen dieser dieses durch ein eine einem",
    "einen einer eines es für haben ihre im ist mit nach nicht oder ohne sich sind sowie über um und uns unser unsere unter vom von",
    "vor während wegen wenn wie wir wird zu zum zur zwischen",
  ].flatMap((line) => line.split(" ")),
);

/** The different words of a text that say something, in lower case. */
export function contentWords(text: string): Set<string> {
  const words = text
    .normalize("NFC")
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu);
  return new Set([...words].flatMap(([word]) => (GRAMMAR.has(word) ? [] : [word])));
}
