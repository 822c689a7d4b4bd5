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
  /** Another issue, which the commit itself names: its branch goes before it. */
  other?: Issue;
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
}

/** Finds the issues of the evidence, apart from what the user says of it in this draft. */
export function mapIssues(items: Items, input: DraftInput): Mapped {
  return withInferred(items.activities, knownIssues(items, input), input);
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
  const mapped = withInferred(activities, given, input);
  const idsOf = (group: readonly Item[]) => new Set(group.map((item) => mapped.issueOf(item)?.issue.id));
  const groups = groupBy(activities, ({ ref }) => ref);
  groups.delete(undefined);
  const split = new Set<Item>([...groups.values()].filter((group) => idsOf(group).size > 1).flat());
  return { ...mapped, issueOf: (item) => (split.has(item) ? undefined : mapped.issueOf(item)) };
}

/** The issues that evidence itself, the user's rules and the user's worklogs say. */
function knownIssues({ activities, meetings }: Items, { rules, issues, learnt }: DraftInput): KnownIssues {
  const byComment = issuesByComment(learnt);
  const byRules = issueByRules(rules, issues);
  const byTitle = new Map<string, KnownIssue | undefined>();
  const known = new Map<Item, KnownIssue | undefined>();
  const namedIn = namedInText(issues);
  for (const item of [...activities, ...meetings.filter(({ isInRange }) => isInRange)]) {
    const found = namedIn(item) ?? issueOfTitle(item.title);
    const isCertain = found !== undefined && found.basis !== "learnt";
    if (!isCertain && item.evidence.texts.some(namesIssue)) known.set(item, undefined);
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

/** The first issue in the texts of evidence that the user can see, and another one if the commit's subject has others alone. */
function namedInText(issues: ReadonlyMap<string, Issue>): (item: Item) => KnownIssue | undefined {
  const find = (text: string, isBranchName: boolean) =>
    keysIn(text, isBranchName).flatMap((key) => issues.get(key) ?? []);
  const ofBranch = new Map<string, Issue[]>();
  const issuesIn = (text: string, evidence: Evidence): Issue[] => {
    if (!isBranch(text, evidence)) return find(text, false);
    const found = ofBranch.get(text) ?? find(text, true);
    ofBranch.set(text, found);
    return found;
  };
  return ({ evidence }) => {
    const [issue] = evidence.texts.flatMap((text) => issuesIn(text, evidence));
    if (!issue) return undefined;
    const ofSubject = evidence.kind === "commit" ? issuesIn(evidence.subject ?? "", evidence) : [];
    const other = ofSubject.some(({ id }) => id === issue.id) ? undefined : ofSubject[0];
    return { issue, basis: "named", ...(other && { other }) };
  };
}

function withInferred(
  activities: Items["activities"],
  known: KnownIssues,
  { arePlacesKnown }: DraftInput,
): Mapped {
  const touches = touchesByPlace(activities, known);
  const inferred: KnownIssues = arePlacesKnown ? inferIssues(activities, known, touches) : new Map();
  return { issueOf: (item) => known.get(item) ?? inferred.get(item), touches, known };
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

/** The pattern of a key. Keys are bounded: a search takes time in proportion to the length of the text. */
export const KEY_IN_CAPITALS = String.raw`(?<![\p{L}\p{N}])[A-Z][A-Z0-9_]{0,63}-[1-9]\d{0,9}(?![\p{L}\p{N}])`;
const IN_CAPITALS = new RegExp(KEY_IN_CAPITALS, "gu");
const IN_ANY_CASE = /(?<![\p{L}\p{N}])[A-Za-z][A-Za-z0-9]{0,63}-[1-9]\d{0,9}(?![\p{L}\p{N}])/gu;

/** All keys of issues that evidence, rules and arguments may name, each once, in capitals. */
export function keysOf({
  evidence,
  rules,
  assign,
}: Pick<DraftInput, "evidence" | "rules" | "assign">): string[] {
  const keys = new Set([...rules, ...assign].map(({ issueKey }) => issueKey.toUpperCase()));
  const seen = new Set<string>();
  for (const item of evidence)
    for (const text of item.texts) {
      // A branch has many commits.
      const seenAs = `${isBranch(text, item)} ${text}`;
      if (seen.has(seenAs)) continue;
      seen.add(seenAs);
      for (const key of keysIn(text, isBranch(text, item))) keys.add(key);
    }
  return [...keys].sort();
}

/** Texts name few issues. More keys than these are a list, or no keys at all. */
const MAX_KEYS_OF_TEXT = 5;

/** The first keys in a text in capitals, in its order. In a branch, where lower case is usual, those in another case come after them. */
export function keysIn(text: string, isBranchName: boolean): string[] {
  const found = text.match(IN_CAPITALS) ?? [];
  const others = isBranchName ? (text.match(IN_ANY_CASE) ?? []) : [];
  return [...found, ...others.map((key) => key.toUpperCase())].slice(0, MAX_KEYS_OF_TEXT);
}

/** Words that make no key with a number: standards, formats, times, reviews. One whose first part may be a project is here in full. */
const LOOKALIKES = new Set(
  [
    "AES ANSI CET COVID CVE CWE DIN ECMA FIPS GMT HTTP HTTPS IEC IEEE IPV ISO JEP JPEG JSR KOI LATIN MPEG OAUTH PEP PKCS RC RFC RSA",
    "SAML SARS SHA SSL TLS UCS UTC UTF WCAG BASE-64 BIG-5 CP-1252 ED-25519 ES-5 ES-6 GPT-3 GPT-4 GPT-5 IE-11 MD-5 SOC-2 WINDOWS-1252",
    "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC CW FY KW H1 H2 Q1 Q2 Q3 Q4 GH MR PR",
  ].flatMap((line) => line.split(" ")),
);

/**
 * Whether a text names an issue, be it one of another Jira. Nothing tells its project from a word, so each counts that is not listed:
 * one too many leaves work without an issue, one too few may log one client's work for another. In lower case, a word and a number
 * are a usual branch, such as "spike-2". The key of a project has two characters at least.
 */
function namesIssue(text: string): boolean {
  return keysIn(text, false).some((key) => {
    const project = key.slice(0, key.lastIndexOf("-"));
    return project.length > 1 && !LOOKALIKES.has(project) && !LOOKALIKES.has(key);
  });
}

/** Whether a text is the branch of work, in which the case of a key does not count. */
function isBranch(text: string, evidence: Evidence): boolean {
  return evidence.kind !== "meeting" && evidence.source !== "jira" && text === evidence.detail;
}
