import { cut } from "../../text/lengths.ts";
import { groupBy } from "../group-by.ts";
import type { Activity } from "./evidence.ts";
import { keysIn } from "./keys.ts";
import type { LocalDays } from "./local-days.ts";
import type { Timed } from "./times.ts";
import { lineOf } from "./titles.ts";

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
  return cut(lineOf(text), MAX_NAME, 0, () => "…");
}
