import { addDays, isWithin } from "../../../src/timesheet/dates.ts";
import type { Basis, DraftInput } from "../../../src/timesheet/draft/draft.ts";
import type { Activity, Evidence } from "../../../src/timesheet/draft/evidence.ts";
import { localTime } from "../local-time.ts";
import { type Group, titleOf } from "./groups.ts";
import { isOfIssue, isOfUser, keysIn } from "./keys.ts";
import { isMeeting } from "./timeline.ts";

/** An issue, and how it is known. */
export interface Known {
  key: string;
  basis: Basis;
}

const DAYS_BEFORE = 7;

/** Rule 4 without the user's word: the issue of each evidence, in its order; undefined where none is known. */
export function foundIssues(input: DraftInput): (Known | undefined)[] {
  return withInferred(input, certainIssues(input));
}

/** Rule 4, with the issues that the user gives to groups. A group of which some would have an issue and some none, or another, has none. */
export function issuesOf(input: DraftInput, groups: readonly Group[]): (Known | undefined)[] {
  const groupOf = (index: number) => groups.find(({ members }) => members.includes(index));
  const certain = certainIssues(input);
  const all = withInferred(
    input,
    certain.map((known, index): Known | undefined => {
      const assigned = input.assign.find(({ ref }) => ref === groupOf(index)?.ref);
      return assigned ? { key: assigned.issueKey, basis: "assigned" } : known;
    }),
  );
  return all.map((known, index) => {
    const { members = [] } = groupOf(index) ?? {};
    return members.some((member) => all[member]?.key !== known?.key) ? undefined : known;
  });
}

/** Rule 4 without the user's word and without what is inferred. */
export function certainIssues(input: DraftInput): (Known | undefined)[] {
  return input.evidence.map((it) => certainIssue(input, it));
}

function withInferred(input: DraftInput, certain: readonly (Known | undefined)[]): (Known | undefined)[] {
  return input.evidence.map((it, index) => certain[index] ?? inferredIssue(input, it, certain));
}

function certainIssue(input: DraftInput, it: Evidence): Known | undefined {
  const named = namedIssue(input, it);
  if (named) return named;
  const title = titleOf(it);
  const [rule] = input.rules
    .filter(({ pattern, issueKey }) => matches(title, pattern) && input.issues.has(issueKey))
    .sort((one, other) => ownText(other) - ownText(one));
  if (rule) return { key: rule.issueKey, basis: "rule" };
  if (namesHidden(input, it)) return undefined;
  const [latest] = input.learnt
    .filter(({ comment }) => plain(comment) !== "" && plain(comment) === plain(title))
    .sort((one, other) => (one.date < other.date ? 1 : -1));
  return latest && { key: latest.issue.key, basis: "learnt" };
}

/**
 * The subject of a commit goes before its branch, and the branch says which of several keys it means. One that quotes another commit's
 * says nothing of this one.
 */
function namedIssue(input: DraftInput, it: Evidence): Known | undefined {
  const visibleIn = (text: string) => keysIn(text).filter((key) => input.issues.has(key));
  const named = (key: string | undefined): Known | undefined =>
    key === undefined ? undefined : { key, basis: "named" };
  const anywhere = it.texts.flatMap(visibleIn)[0];
  if (it.kind !== "commit" || it.subject === undefined || it.subject.startsWith("Revert"))
    return named(anywhere);
  const inSubject = visibleIn(it.subject);
  if (inSubject.length > 0) {
    const onBranch = visibleIn(it.detail ?? "");
    return named(inSubject.filter((key) => onBranch.includes(key))[0] ?? inSubject[0]);
  }
  return keysIn(it.subject).some((key) => isOfUser(input, key)) ? undefined : named(anywhere);
}

/** Nothing else is learnt or inferred for it, unless it names an issue that the user can see. */
export const namesHidden = (input: DraftInput, it: Evidence) =>
  it.texts.some((text) => keysIn(text).some((key) => !input.issues.has(key) && isOfIssue(input, key)));

/** The length of a pattern without its stars; a title alone is longer than its beginning. */
const ownText = ({ pattern }: { pattern: string }) =>
  pattern.replaceAll("*", "").length + (pattern.includes("*") ? 0 : 0.5);

/** Matches a title with a pattern letter by letter. */
function matches(title: string, pattern: string): boolean {
  if (pattern === "") return title === "";
  const rest = pattern.slice(1);
  if (!pattern.startsWith("*")) return title.charAt(0) === pattern.charAt(0) && matches(title.slice(1), rest);
  return matches(title, rest) || (title !== "" && matches(title.slice(1), pattern));
}

const plain = (text: string) => text.split(/\s+/).join("").toLowerCase();

/** Commits on the default branch have none. */
const sameBranch = (one: Activity, other: Activity) =>
  [one, other].every(({ detail = "main" }) => /^(main|master|trunk)$/.test(detail)) ||
  one.detail === other.detail;

/** Stands for the issues that the user cannot see. */
const HIDDEN = "hidden";

/** The only issue of the branch before the moment, if there is only one, and the user can see it. */
function inferredIssue(
  input: DraftInput,
  it: Evidence,
  certain: readonly (Known | undefined)[],
): Known | undefined {
  const { evidence, zone } = input;
  if (isMeeting(it) || it.place === undefined || namesHidden(input, it)) return undefined;
  const { date } = localTime(it.at, zone);
  const window = { startDate: addDays(date, -DAYS_BEFORE), endDate: date };
  const touched = new Set<string>();
  evidence.forEach((other, index) => {
    if (isMeeting(other) || other.place !== it.place || other.at >= it.at || !sameBranch(it, other)) return;
    const key = certain[index]?.key ?? (namesHidden(input, other) ? HIDDEN : undefined);
    if (key !== undefined && isWithin(window, localTime(other.at, zone).date)) touched.add(key);
  });
  const [key, ...others] = touched;
  return key !== undefined && key !== HIDDEN && others.length === 0 ? { key, basis: "inferred" } : undefined;
}
