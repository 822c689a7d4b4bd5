import { listed } from "../../text/lengths.ts";
import { dayName } from "../dates.ts";
import { balanceOf, type DayHours, sum } from "../day-balance.ts";
import { groupBy } from "../group-by.ts";
import { compareText } from "../totals.ts";
import type { LocalDays } from "../zones.ts";
import { commentOf, phraseOf, saysComment } from "./comments.ts";
import { BASES, type DraftDay, type DraftEntry, type DraftInput, type Unmapped } from "./draft.ts";
import type { Keys, KnownIssue } from "./issues.ts";
import type { Item } from "./items.ts";
import { type Load, shareDay } from "./shares.ts";
import type { Timed } from "./times.ts";
import { learntTitle } from "./titles.ts";
import { type CandidatesOf, unmappedOf } from "./unmapped.ts";

/** Reasons why evidence of a date is in no entry and not unmapped, beside those of the sources. */
export const NOT_DRAFTED = {
  byUser: "left out by the user",
  tooShort: "too short for a step",
  noRoom: "no room on the date",
  noTime: "no time of its own",
  logged: "logged already",
  noHours: "no issue on a date that takes no hours",
} as const;

/** Seconds below which evidence without an issue has nothing to log, as a date that lacks no more is full. */
const SHORTEST_ROW = 60;

const EMPTY: Load = { work: 0, meetings: 0 };

/** The facts that all dates of a draft share. */
interface Facts {
  input: DraftInput;
  keys: Keys;
  days: LocalDays;
  issueOf: (item: Item) => KnownIssue | undefined;
  candidatesOf: CandidatesOf;
}

export interface DraftedDay {
  day: DraftDay;
  entries: DraftEntry[];
  unmapped: Unmapped[];
  /** The events that are no meetings, since the user worked in them. */
  workedIn: Timed[];
  /** A reason for each piece of evidence that is left out. */
  leftOut: string[];
}

/**
 * Drafts a date: at most what is missing on it, one entry for each issue.
 *
 * @param reason why it takes no hours although some are missing
 * @param timed its evidence, ascending
 * @param logged what is logged on it
 */
export function draftDay(
  hours: DayHours,
  reason: string | undefined,
  timed: readonly Timed[],
  logged: readonly LoggedHours[],
  facts: Facts,
): DraftedDay {
  const { input, days, issueOf, candidatesOf } = facts;
  const { open: unlogged, loggedRefs, secondsByIssue } = withoutLogged(timed, logged, facts);
  const { missingSeconds } = balanceOf(hours);
  const byIssue = groupBy(unlogged, ({ item }) => issueOf(item)?.issue.id);
  const withoutIssue = [...groupBy(byIssue.get(undefined) ?? [], ({ item }) => item.ref).values()];
  byIssue.delete(undefined);
  const open = withoutIssue.filter((ofRef) => secondsIn(ofRef) >= SHORTEST_ROW);
  const loggedOf = (id = "") => secondsByIssue.get(id) ?? 0;
  // Once a date was posted, what rounding has left of its evidence is no further entry.
  const isBegun = [...byIssue.keys()].some((id) => loggedOf(id) > 0) || loggedRefs.length > 0;
  const groups = [...byIssue].map(([id, ofIssue]) => {
    const evidence = loadOf(ofIssue);
    const load = withoutSeconds(evidence, loggedOf(id));
    const isLeft = !isBegun || totalOf(load) >= input.stepSeconds;
    return { ofIssue, evidence, logged: loggedOf(id), load: isLeft ? load : EMPTY };
  });
  const unmappedSeconds = sum(open, secondsIn);
  const evidence = sum(groups, ({ load }) => totalOf(load)) + unmappedSeconds;
  const overtimeSeconds = Math.max(0, evidence - missingSeconds);
  const takesHours = missingSeconds > 0 && reason === undefined;

  const shares = takesHours
    ? shareDay(
        groups.map(({ load }) => load),
        { ...input, missingSeconds, unmappedSeconds },
      )
    : [];
  const entries: DraftEntry[] = [];
  const leftOut: string[] = loggedRefs.map(() => NOT_DRAFTED.logged);
  for (const [index, group] of groups.entries()) {
    const seconds = shares[index] ?? 0;
    if (seconds > 0) {
      entries.push(entryOf(group.ofIssue, totalOf(group.evidence), seconds, facts));
      continue;
    }
    const why = whyLeftOut(group, takesHours, input.stepSeconds);
    const refs = new Set(group.ofIssue.map(({ item }) => item.ref));
    if (why !== undefined) leftOut.push(...Array<string>(refs.size).fill(why));
  }
  const unmapped = takesHours
    ? open.flatMap((ofRef) => unmappedOf(ofRef, days, candidatesOf, input.hasTitles) ?? [])
    : [];
  for (const ofRef of withoutIssue) {
    const seconds = secondsIn(ofRef);
    if (seconds < SHORTEST_ROW) leftOut.push(seconds > 0 ? NOT_DRAFTED.tooShort : NOT_DRAFTED.noTime);
    else if (!takesHours) leftOut.push(NOT_DRAFTED.noHours);
  }
  const draftedSeconds = sum(entries, ({ seconds }) => seconds);
  const after = balanceOf({ ...hours, loggedSeconds: hours.loggedSeconds + draftedSeconds });
  const { date, requiredSeconds, loggedSeconds } = hours;
  const day: DraftDay = {
    date,
    requiredSeconds,
    loggedSeconds,
    draftedSeconds,
    missingSecondsAfter: after.missingSeconds,
    overtimeSeconds,
    ...(missingSeconds > 0 && reason !== undefined && { reason }),
  };
  const workedIn = takesHours ? timed.filter(({ workInside }) => workInside !== undefined) : [];
  return { day, entries, unmapped, workedIn, leftOut };
}

/** The most names of events in a sentence. */
const MAX_REFS = 31;

/** Says of events of one title that they are no meetings, since the user worked in them. */
export function sayWorkedIn(events: readonly Timed[], days: LocalDays, hasTitles: boolean): string {
  const [first] = events;
  const refs = [...new Set(events.map(({ item }) => item.ref ?? ""))];
  if (!first) return "";
  const what = `${phraseOf([first], { issueKey: "", comment: "" }, days, hasTitles)} on ${dayName(first.date)}`;
  const least = Math.min(...events.map(({ workInside = 0 }) => workInside));
  return refs.length === 1
    ? `${refs[0]} (${what}) is no meeting here, since it has ${least} of your commits or prompts in it. If it was one, give it its issue.`
    : `${listed(refs, MAX_REFS)} (${what}, and others) are no meetings here, since each has ${least} or more of your commits or prompts in it. ` +
        "If one was, give it its issue.";
}

/** Why evidence of an issue is in no entry; undefined on a date that takes no hours, which says why itself. */
function whyLeftOut(
  { evidence, logged, load }: { evidence: Load; logged: number; load: Load },
  takesHours: boolean,
  stepSeconds: number,
): string | undefined {
  if (totalOf(evidence) > 0 && logged > 0 && totalOf(load) === 0) return NOT_DRAFTED.logged;
  if (!takesHours) return undefined;
  if (totalOf(evidence) === 0) return NOT_DRAFTED.noTime;
  // A step or more is missed only if it was cut, since a date takes no more than it requires.
  return totalOf(load) < stepSeconds ? NOT_DRAFTED.tooShort : NOT_DRAFTED.noRoom;
}

function loadOf(timed: readonly Timed[]): Load {
  const meetings = secondsIn(timed.filter(({ item }) => item.evidence.kind === "meeting"));
  return { work: secondsIn(timed) - meetings, meetings };
}

function secondsIn(timed: readonly Timed[]): number {
  return sum(timed, ({ seconds }) => seconds);
}

function totalOf({ work, meetings }: Load): number {
  return work + meetings;
}

/** Takes what is logged from work first, as whatever else is too much for a date. */
function withoutSeconds({ work, meetings }: Load, logged: number): Load {
  const beyondWork = Math.max(0, logged - work);
  return { work: Math.max(0, work - logged), meetings: Math.max(0, meetings - beyondWork) };
}

function entryOf(
  timed: readonly Timed[],
  evidenceSeconds: number,
  seconds: number,
  { input, keys, days, issueOf }: Facts,
): DraftEntry {
  const known = timed.flatMap(({ item }) => issueOf(item) ?? []);
  const [first] = known;
  if (!first) throw new Error("An entry has evidence of its issue.");
  const { issue } = first;
  const bases = new Set(known.map(({ basis }) => basis));
  const groups = groupBy(timed, ({ item }) => item.ref ?? "");
  const comment = input.hasTitles ? commentOf(timed, issue.id, keys) : "";
  const said = { issueKey: issue.key, comment };
  return {
    date: timed[0]?.date ?? "",
    issue,
    seconds,
    evidenceSeconds,
    comment,
    basis: BASES.findLast((basis) => bases.has(basis)) ?? first.basis,
    refs: [...groups.keys()],
    evidence: [...groups.values()].map((group) => phraseOf(group, said, days, input.hasTitles)),
  };
}

/** Hours of a date that are logged on an issue, with their comment if it is known. */
interface LoggedHours {
  issueId: string;
  seconds: number;
  comment?: string;
}

/** The evidence of a date, by what worklogs of the date say of it. */
interface OpenEvidence {
  /** The evidence that no worklog on another issue names. */
  open: Timed[];
  /** The names of the evidence of which a worklog on another issue has all that counts. */
  loggedRefs: string[];
  /** Seconds that are logged for other evidence, by the id of the issue. */
  secondsByIssue: Map<string, number>;
}

/**
 * Finds the evidence that was logged on another issue than its own, or has none: a worklog has its title or subject as its comment, and no
 * evidence of the worklog's issue has. Its hours are that evidence's, so that they are taken from nothing else.
 */
function withoutLogged(timed: readonly Timed[], logged: readonly LoggedHours[], facts: Facts): OpenEvidence {
  const taken = new Set<Timed>();
  const secondsByIssue = new Map<string, number>();
  for (const hours of mergedByComment(logged)) {
    const { issueId, seconds } = hours;
    const found = namedBy(hours, timed, taken, facts);
    const ofHours = coveredBy(seconds, found, facts.input.stepSeconds);
    for (const it of ofHours) taken.add(it);
    const left = Math.max(0, seconds - secondsIn(ofHours));
    secondsByIssue.set(issueId, (secondsByIssue.get(issueId) ?? 0) + left);
  }
  const open = timed.filter((it) => !taken.has(it));
  const openRefs = new Set(open.map(({ item }) => item.ref));
  const refs = [...taken].flatMap(({ item: { ref } }) =>
    ref === undefined || openRefs.has(ref) ? [] : [ref],
  );
  return { open, loggedRefs: [...new Set(refs)], secondsByIssue };
}

/** One for each issue and comment, by `learntTitle`, in an order that no list of worklogs changes. */
function mergedByComment(logged: readonly LoggedHours[]): Required<LoggedHours>[] {
  const keyOf = ({ issueId, comment = "" }: LoggedHours) => `${issueId}\0${learntTitle(comment)}`;
  return [...groupBy(logged, keyOf)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, hours]) => ({
      issueId: hours[0]?.issueId ?? "",
      comment: key.slice(key.indexOf("\0") + 1),
      seconds: sum(hours, ({ seconds }) => seconds),
    }));
}

/** The evidence that a comment names, with all of its group; none if evidence of the worklog's issue has that name. */
function namedBy(
  { issueId, comment }: Required<LoggedHours>,
  timed: readonly Timed[],
  taken: ReadonlySet<Timed>,
  { keys, issueOf }: Facts,
): Timed[] {
  if (comment === "") return [];
  const named = timed.filter(({ item }) => saysComment(item, comment, issueId, keys));
  const isOwn = ({ item }: Timed) => issueOf(item)?.issue.id === issueId;
  if (named.some(isOwn)) return [];
  const refs = new Set(named.map(({ item }) => item.ref));
  return timed.filter((it) => refs.has(it.item.ref) && !taken.has(it));
}

/** The part of evidence that hours are for: its first piece at least, and all if less than a step would be left. */
function coveredBy(seconds: number, found: readonly Timed[], stepSeconds: number): Timed[] {
  const covered: Timed[] = [];
  let left = seconds;
  for (const it of found) {
    if (covered.some((other) => other.seconds > 0) && 2 * left < it.seconds) break;
    covered.push(it);
    left -= it.seconds;
  }
  const rest = found.slice(covered.length);
  return secondsIn(rest) < stepSeconds ? [...found] : covered;
}
