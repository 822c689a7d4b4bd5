import { addDays } from "../dates.ts";
import { groupBy } from "../group-by.ts";
import type { Issue } from "../port.ts";
import { issueNotFound } from "../posting/errors.ts";
import type { Basis, DraftInput } from "./draft.ts";
import { type Activity, type Evidence, USUAL_DEFAULTS } from "./evidence.ts";
import type { Item, Items } from "./items.ts";
import { issueByRules, issuesByComment, learntTitle } from "./titles.ts";

/** The issue of evidence, and how it is known. */
export interface KnownIssue {
  issue: Issue;
  basis: Basis;
}

/**
 * Evidence by its issue. Evidence with `undefined` names an issue that the user cannot see, so none is looked for. Evidence of which
 * nothing is known is absent.
 */
export type KnownIssues = ReadonlyMap<Item, KnownIssue | undefined>;

/** The days before evidence from which its issue may be inferred: five working days are in any seven. */
export const LEAD_DAYS = 7;

/** An issue on which the user did something in a repository or folder, and how that is known of itself. */
export interface Touch {
  /** Undefined for one that the user cannot see. */
  issue: Issue | undefined;
  /** The branch; undefined for the default one, and where none is known. */
  branch: string | undefined;
  at: number;
  date: string;
}

export interface Mapped {
  issueOf(item: Item): KnownIssue | undefined;
  /** The touches from which issues are inferred, by their place. */
  touches: ReadonlyMap<string, readonly Touch[]>;
  /** The evidence whose issue is not inferred. */
  known: KnownIssues;
  keys: Keys;
}

/** Finds the issues of the evidence, apart from what the user says of it in this draft. */
export function mapIssues(items: Items, input: DraftInput): Mapped {
  const keys = keysOfDraft(input);
  return withInferred(items.activities, knownIssues(items, input, keys), keys, input);
}

/**
 * Gives evidence the issues of `assign`. What is inferred may change with them, but a group stays whole: one of which some would get an
 * issue and some would not has none.
 *
 * @param before the issues by which the groups were named: each group has one, or none
 * @throws NotFoundError if the user cannot see an issue of `assign`
 */
export function withAssigned({ activities, meetings }: Items, before: Mapped, input: DraftInput): Mapped {
  const { assign, issues } = input;
  if (assign.length === 0) return before;
  const assigned = new Map(
    assign.map(({ ref, issueKey }) => {
      const issue = issues.get(issueKey.toUpperCase());
      if (!issue) throw issueNotFound(issueKey);
      return [ref, issue];
    }),
  );
  const given = new Map(before.known);
  for (const item of [...activities, ...meetings]) {
    const issue = assigned.get(item.ref ?? "");
    if (issue) given.set(item, { issue, basis: "assigned" });
  }
  const mapped = withInferred(activities, given, before.keys, input);
  const idsOf = (group: readonly Item[]) => new Set(group.map((item) => mapped.issueOf(item)?.issue.id));
  const groups = groupBy(activities, ({ ref }) => ref);
  groups.delete(undefined);
  const split = new Set<Item>([...groups.values()].filter((group) => idsOf(group).size > 1).flat());
  return { ...mapped, issueOf: (item) => (split.has(item) ? undefined : mapped.issueOf(item)) };
}

/** The issues that evidence itself, the user's rules and the user's worklogs say. */
function knownIssues(
  { activities, meetings }: Items,
  { rules, issues, learnt }: DraftInput,
  keys: Keys,
): KnownIssues {
  const byComment = issuesByComment(learnt);
  const byRules = issueByRules(rules, issues);
  const byTitle = new Map<string, KnownIssue | undefined>();
  const known = new Map<Item, KnownIssue | undefined>();
  const namedBy = namedIssue(issues, keys);
  for (const item of [...activities, ...meetings.filter(({ isInRange }) => isInRange)]) {
    const issue = namedBy(item);
    const found: KnownIssue | undefined = issue ? { issue, basis: "named" } : issueOfTitle(item.title);
    const isCertain = found !== undefined && found.basis !== "learnt";
    const namesHidden = (text: string) => keysIn(text, false).some((key) => keys.idOf(key) !== undefined);
    if (!isCertain && item.evidence.texts.some(namesHidden)) known.set(item, undefined);
    else if (found) known.set(item, found);
  }
  return known;

  function issueOfTitle(title: string): KnownIssue | undefined {
    if (byTitle.has(title)) return byTitle.get(title);
    const ruled = title === "" ? undefined : byRules(title);
    const logged = byComment.get(learntTitle(title));
    const found: KnownIssue | undefined = ruled
      ? { issue: ruled, basis: "rule" }
      : logged && { issue: logged, basis: "learnt" };
    byTitle.set(title, found);
    return found;
  }
}

/** A subject that says the subject of another commit: Revert "DEMO-1: Add". */
const QUOTING = /^[^\p{L}\p{N}]*(?:(?:fixup|squash|amend)! *)*(?:revert|reapply)/iu;

/**
 * The issue that evidence names: the first in its texts that the user can see. A commit's own subject goes before its branch, on which
 * other work is done in passing, and so does one that names such issues of the user's projects alone as the user cannot see.
 */
function namedIssue(
  issues: ReadonlyMap<string, Issue>,
  { isOfUser }: Keys,
): (item: Item) => Issue | undefined {
  const ofBranch = new Map<string, Issue[]>();
  const issuesIn = (text: string, isBranchName: boolean): Issue[] => {
    const known = isBranchName ? ofBranch.get(text) : undefined;
    const found = known ?? keysIn(text, isBranchName).flatMap((key) => issues.get(key) ?? []);
    if (isBranchName) ofBranch.set(text, found);
    return found;
  };
  return ({ evidence }) => {
    const { subject = "", detail = "" } = evidence.kind === "commit" ? evidence : {};
    if (!QUOTING.test(subject)) {
      const onBranch = new Set(issuesIn(detail, true).map(({ id }) => id));
      const inSubject = issuesIn(subject, false);
      const issue = inSubject.find(({ id }) => onBranch.has(id)) ?? inSubject[0];
      if (issue || keysIn(subject, false).some(isOfUser)) return issue;
    }
    return evidence.texts.flatMap((text) => issuesIn(text, isBranch(text, evidence)))[0];
  };
}

function withInferred(
  activities: Items["activities"],
  known: KnownIssues,
  keys: Keys,
  { arePlacesKnown }: DraftInput,
): Mapped {
  const touches = touchesByPlace(activities, known);
  const inferred: KnownIssues = arePlacesKnown ? inferIssues(activities, known, touches) : new Map();
  return { issueOf: (item) => known.get(item) ?? inferred.get(item), touches, known, keys };
}

/** The touches of each place, ascending. */
function touchesByPlace(activities: Items["activities"], known: KnownIssues): Map<string, Touch[]> {
  const touches = new Map<string, Touch[]>();
  for (const item of activities) {
    const { place } = item.evidence;
    if (place === undefined || !known.has(item) || item.date === undefined) continue;
    const ofPlace = touches.get(place) ?? [];
    touches.set(place, ofPlace);
    const issue = known.get(item)?.issue;
    ofPlace.push({ issue, branch: branchOf(item), at: item.at, date: item.date });
  }
  return touches;
}

/**
 * The issues of work of which nothing else says one: the only issue that the user touched on its branch shortly before. Another branch
 * may be another issue's.
 */
function inferIssues(
  activities: Items["activities"],
  known: KnownIssues,
  touches: ReadonlyMap<string, readonly Touch[]>,
): Map<Item, KnownIssue> {
  const inferred = new Map<Item, KnownIssue>();
  for (const [place, items] of groupBy(activities, ({ evidence }) => evidence.place)) {
    const ofPlace = (place === undefined ? undefined : touches.get(place)) ?? [];
    // The last touch of each issue before the item, by the branch, as far as it counts; items ascend.
    const lastOn = new Map<string | undefined, Map<string, Touch>>();
    let next = 0;
    for (const item of items) {
      for (let touch = ofPlace[next]; touch && touch.at < item.at; touch = ofPlace[next]) {
        const last = lastOn.get(touch.branch) ?? new Map<string, Touch>();
        lastOn.set(touch.branch, last.set(touch.issue?.id ?? "", touch));
        next += 1;
      }
      if (known.has(item) || !item.isInRange || item.date === undefined) continue;
      const earliest = addDays(item.date, -LEAD_DAYS);
      const last = lastOn.get(branchOf(item)) ?? new Map<string, Touch>();
      for (const [id, { date }] of last) if (date < earliest) last.delete(id);
      const [touch] = last.values();
      if (touch?.issue && last.size === 1) inferred.set(item, { issue: touch.issue, basis: "inferred" });
    }
  }
  return inferred;
}

function branchOf({ evidence: { detail } }: Item<Activity>): string | undefined {
  return detail === undefined || USUAL_DEFAULTS.includes(detail) ? undefined : detail;
}

/** The patterns of a key. Keys are bounded: a search takes time in proportion to the length of the text. */
export const KEY_IN_CAPITALS = String.raw`(?<![\p{L}\p{N}])[A-Z][A-Z0-9_]{0,63}-[1-9]\d{0,9}(?![\p{L}\p{N}])`;
const KEY_IN_ANY_CASE = String.raw`(?<![\p{L}\p{N}])[A-Za-z][A-Za-z0-9]{0,63}-[1-9]\d{0,9}(?![\p{L}\p{N}])`;
export const KEY = `(?:${KEY_IN_CAPITALS}|${KEY_IN_ANY_CASE})`;
const IN_CAPITALS = new RegExp(KEY_IN_CAPITALS, "gu");
const IN_ANY_CASE = new RegExp(KEY_IN_ANY_CASE, "gu");

/** All keys of issues that rules and arguments name, then those that evidence may name, each once, in capitals. */
export function keysOf({
  evidence,
  rules,
  assign,
}: Pick<DraftInput, "evidence" | "rules" | "assign">): string[] {
  const given = [...rules, ...assign].map(({ issueKey }) => issueKey.toUpperCase());
  const keys = new Set<string>();
  const seen = new Set<string>();
  for (const item of evidence)
    for (const text of item.texts) {
      // A branch has many commits.
      const seenAs = `${isBranch(text, item)} ${text}`;
      if (seen.has(seenAs)) continue;
      seen.add(seenAs);
      for (const key of keysIn(text, isBranch(text, item))) keys.add(key);
    }
  return [...new Set([...given, ...[...keys].sort()])];
}

/** Texts name few issues. More keys than these are a list, or no keys at all. */
const MAX_KEYS_OF_TEXT = 5;

/** The first keys in a text in capitals, in its order. In a branch, where lower case is usual, those in another case come after them. */
export function keysIn(text: string, isBranchName: boolean): string[] {
  const found = text.match(IN_CAPITALS) ?? [];
  const others = isBranchName ? (text.match(IN_ANY_CASE) ?? []) : [];
  return [...found, ...others.map((key) => key.toUpperCase())].slice(0, MAX_KEYS_OF_TEXT);
}

/** Knows the issues of keys, each in capitals. */
export interface Keys {
  /** Whether the user can see issues of its project. */
  isOfUser(key: string): boolean;
  /** The id of its issue; empty for one that the user cannot see, be it of another Jira; undefined if it is a word with a number. */
  idOf(key: string): string | undefined;
}

/**
 * Tells keys from words such as "JAVA-21" by their projects: one of the user's, or one that stands where keys do, or in two pieces of
 * work. A word too many leaves work without an issue, a key too few may log one client's work for another.
 */
function keysOfDraft({ evidence, issues, learnt }: DraftInput): Keys {
  const visible = [...issues].flatMap(([key, issue]) => [key, issue.key]);
  const own = new Set([...visible, ...learnt.map(({ issue }) => issue.key)].map(projectOf));
  const projects = new Set(own);
  const firstWork = new Map<string, Evidence>();
  const keysOfText = new Map<string, string[]>();
  for (const item of evidence)
    for (const text of item.texts) {
      const keys = keysOfText.get(text) ?? keysIn(text, false);
      keysOfText.set(text, keys);
      for (const key of keys) {
        const project = projectOf(key);
        // The key of a project has two characters at least.
        if (project.length === 1 || WORDS.has(project) || projects.has(project)) continue;
        const isSecond = item.kind !== "meeting" && (firstWork.get(project) ?? item) !== item;
        if (isSecond || BEFORE_KEY.test(text.slice(0, text.indexOf(key)))) projects.add(project);
        else if (item.kind !== "meeting") firstWork.set(project, item);
      }
    }
  return {
    isOfUser: (key) => own.has(projectOf(key)),
    idOf: (key) => issues.get(key)?.id ?? (projects.has(projectOf(key)) ? "" : undefined),
  };
}

export function projectOf(key: string): string {
  return key.slice(0, key.lastIndexOf("-"));
}

/** The text before a key that stands where keys do: at the beginning, or behind a mark, as in "[DEMO-1] Add" and "feat: DEMO-1 Add". */
const BEFORE_KEY = /(?:^[^\p{L}\p{N}]*|[#([{:!"']\s*)$/u;

/** Words with a number that often begin a text, and seldom are projects. */
const WORDS = new Set(
  "AES CVE CWE EN ERROR GH GPT HTTP IEEE ISO JAVA JDK JEP JSR KW LOG4J MR OAUTH OPTION PART PHASE PR Q1 Q2 Q3 Q4 RC RELEASE RFC SHA SPRINT STEP TLS TODO USB UTC UTF WCAG".split(
    " ",
  ),
);

/** Whether a text is the branch of work, in which the case of a key does not count. */
function isBranch(text: string, evidence: Evidence): boolean {
  return evidence.kind !== "meeting" && evidence.source !== "jira" && text === evidence.detail;
}
