import { isDecoded } from "../../text/characters.ts";
import { LENGTHS } from "../../text/lengths.ts";
import { groupBy } from "../group-by.ts";
import { compareText } from "../totals.ts";
import type { LocalDays } from "../zones.ts";
import type { Activity } from "./evidence.ts";
import { KEY, KEY_IN_CAPITALS, type Keys, keysIn } from "./issues.ts";
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
 * The comment of an entry: the most specific subject of its commits, else the title of its longest meeting, else empty. It never names
 * other issues than the entry's alone: what does is taken last, without their keys.
 *
 * @param timed the evidence of the entry, ascending
 */
export function commentOf(timed: readonly Timed[], issueId: string, keys: Keys): string {
  const said = timed.flatMap(({ item, seconds }) => {
    const it = saidOf(item, issueId, keys);
    const isUsable = it.text !== "" && isDecoded(it.text);
    return isUsable ? [{ ...it, weight: it.isTitle ? seconds : wordsOf(it.text) }] : [];
  });
  const [best] = said.sort(
    (a, b) =>
      Number(a.isOfOthers) - Number(b.isOfOthers) ||
      Number(a.isTitle) - Number(b.isTitle) ||
      b.weight - a.weight ||
      (a.isTitle ? 0 : b.text.length - a.text.length || compareText(a.text, b.text)),
  );
  return bounded(best?.text ?? "");
}

/** The number of different words of a subject that say something of the work. */
function wordsOf(subject: string): number {
  return [...contentWords(subject)].filter((word) => !VAGUE.has(word)).length;
}

/** A key that begins a text or is in brackets, as in "[DEMO-1] Add" and "feat(DEMO-1): Add"; or any other in capitals. */
const KEY_SAID = new RegExp(
  String.raw`(?:^|[#([{]{1,3})(${KEY})[)\]}]{0,3}|(${KEY_IN_CAPITALS})[)\]}]{0,3}`,
  "gu",
);

/** All from the first character that is no mark to the last. */
const BETWEEN_MARKS = /[^\s:,;/|\-\u2013\u2014\u2026](?:.*[^\s:,;/|\-\u2013\u2014\u2026])?/;

/**
 * Makes a comment of one piece of evidence. A title that names the issue is whole, so that later meetings with it are learnt from it, and
 * so is a subject that names others besides. All else is without keys, and without the marks between them and the rest.
 */
function saidOf({ evidence, title }: Item, issueId: string, { idOf }: Keys) {
  const isTitle = evidence.kind === "meeting";
  const whole = isTitle ? title : lineOf((evidence.kind === "commit" && evidence.subject) || "");
  const ids = new Set<string>();
  const rest = whole.replaceAll(KEY_SAID, (found, setOff: string | undefined, other = "") => {
    const id = idOf((setOff ?? other).toUpperCase());
    if (id === undefined) return found;
    ids.add(id);
    return id === issueId || setOff !== undefined ? "" : "\u2026";
  });
  const isOwn = ids.has(issueId);
  const isWhole = ids.size === 0 || (isOwn && (isTitle || ids.size > 1));
  const text = isWhole ? whole : (BETWEEN_MARKS.exec(rest.replaceAll(/\s+/g, " "))?.[0] ?? "");
  return { whole, text, isTitle, isOfOthers: ids.size > 0 && !isOwn };
}

/**
 * Whether a worklog's comment is that of an entry of this evidence alone.
 *
 * @param comment by `learntTitle`
 * @param issueId the worklog's issue
 */
export function saysComment(item: Item, comment: string, issueId: string, keys: Keys): boolean {
  const { whole, text } = saidOf(item, issueId, keys);
  return [whole, text].some((it) => learntTitle(bounded(it)) === comment);
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
 * @param entry the entry that it is of: its comment, and a branch that has its key, are not said again
 * @param hasTitles whether titles, branches and statuses are in it
 */
export function phraseOf(
  group: readonly Timed[],
  entry: { issueKey: string; comment: string },
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
    evidence.source === "jira"
      ? changesOf(activities, hasTitles)
      : workOf(activities, entry.issueKey, hasTitles);
  const times = timesOf(first.item.second, last.item.second, days);
  return [what, madeByAnother(group), times].filter((part) => part !== "").join(", ");
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

function workOf(activities: readonly Activity[], issueKey: string, hasTitles: boolean): string {
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
