import { balanceOf, type DayHours } from "../day-balance.ts";
import { groupBy } from "../group-by.ts";
import { sum } from "../missing-days.ts";
import { commentOf } from "./comments.ts";
import { BASES, type DraftDay, type DraftEntry, type DraftInput, type Unmapped } from "./draft.ts";
import type { Item } from "./items.ts";
import type { KnownIssue } from "./known-issues.ts";
import type { LocalDays } from "./local-days.ts";
import type { OpenEvidence } from "./logged-evidence.ts";
import { phraseOf } from "./phrases.ts";
import { type Load, shareDay } from "./shares.ts";
import type { Timed } from "./times.ts";
import { unmappedOf } from "./unmapped.ts";

/** Reasons why evidence of a date is in no entry and not unmapped, beside those of the sources. */
export const NOT_DRAFTED = {
  byUser: "left out by the user",
  tooShort: "too short for a step",
  noRoom: "no room on the date",
  noTime: "no time of its own",
  logged: "logged already",
  noHours: "no issue, on a date that takes no hours",
} as const;

/** Seconds below which evidence without an issue has nothing to log, as a date that lacks no more is full. */
const SHORTEST_ROW = 60;

const EMPTY: Load = { work: 0, meetings: 0 };

/** A date, with what is on it. */
export interface DateOfDraft extends OpenEvidence {
  hours: DayHours;
  /** Why the date takes no hours although some are missing. */
  reason: string | undefined;
}

/** The facts that all dates of a draft share. */
export interface Facts {
  input: Pick<DraftInput, "issues" | "fill" | "stepSeconds" | "hasTitles">;
  days: LocalDays;
  issueOf: (item: Item) => KnownIssue | undefined;
  candidatesOf: (item: Item) => Unmapped["candidates"];
}

export interface DraftedDay {
  day: DraftDay;
  entries: DraftEntry[];
  unmapped: Unmapped[];
  /** A reason for each piece of evidence that is left out. */
  leftOut: string[];
}

/** Drafts a date: at most what is missing on it, one entry for each issue. */
export function draftDay(of: DateOfDraft, facts: Facts): DraftedDay {
  const { hours, reason, loggedRefs, secondsByIssue } = of;
  const { input, issueOf } = facts;
  const { missingSeconds } = balanceOf(hours);
  const byIssue = groupBy(of.open, ({ item }) => issueOf(item)?.issue.id);
  const withoutIssue = [...groupBy(byIssue.get(undefined) ?? [], ({ item }) => item.ref).values()];
  byIssue.delete(undefined);
  const open = withoutIssue.filter((ofRef) => secondsIn(ofRef) >= SHORTEST_ROW);
  const found = [...byIssue.entries()].map(([id = "", ofIssue]) => {
    const evidence = loadOf(ofIssue);
    return { ofIssue, evidence, logged: secondsByIssue.get(id) ?? 0 };
  });
  // Once a date was posted, what rounding has left of its evidence is no further entry.
  const isBegun = found.some((group) => group.logged > 0) || loggedRefs.length > 0;
  const groups = found.map((group) => {
    const load = withoutSeconds(group.evidence, group.logged);
    return { ...group, load: isBegun && totalOf(load) < input.stepSeconds ? EMPTY : load };
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
  const unmapped = takesHours ? open.flatMap((ofRef) => unmappedOf(ofRef, facts, input.hasTitles) ?? []) : [];
  for (const ofRef of withoutIssue) {
    const seconds = secondsIn(ofRef);
    if (seconds < SHORTEST_ROW) leftOut.push(seconds > 0 ? NOT_DRAFTED.tooShort : NOT_DRAFTED.noTime);
    else if (!takesHours) leftOut.push(NOT_DRAFTED.noHours);
  }
  const draftedSeconds = sum(entries, ({ seconds }) => seconds);
  const after = balanceOf({ ...hours, bookedSeconds: hours.bookedSeconds + draftedSeconds });
  const { date, requiredSeconds, bookedSeconds } = hours;
  const day: DraftDay = {
    date,
    requiredSeconds,
    bookedSeconds,
    draftedSeconds,
    missingSecondsAfter: after.missingSeconds,
    overtimeSeconds,
    ...(missingSeconds > 0 && reason !== undefined && { reason }),
  };
  return { day, entries, unmapped, leftOut };
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
  const meetings = timed.filter(({ item }) => item.evidence.kind === "meeting");
  const inMeetings = secondsIn(meetings);
  return { work: secondsIn(timed) - inMeetings, meetings: inMeetings };
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
  { input, days, issueOf }: Facts,
): DraftEntry {
  const known = timed.flatMap(({ item }) => issueOf(item) ?? []);
  const [first] = known;
  if (!first) throw new Error("An entry has evidence of its issue.");
  const { issue } = first;
  const bases = new Set(known.map(({ basis }) => basis));
  const groups = groupBy(timed, ({ item }) => item.ref ?? "");
  const comment = input.hasTitles ? commentOf(timed, issue, input.issues) : "";
  const said = { issueKey: issue.key, comment };
  return {
    date: timed[0]?.date ?? "",
    issue,
    seconds,
    evidenceSeconds,
    comment,
    basis: BASES.findLast((basis) => bases.has(basis)) ?? first.basis,
    refs: [...groups.keys()],
    evidence: [...groups.values()].map((group) => {
      const otherKey = group[0] && issueOf(group[0].item)?.other?.key;
      return phraseOf(group, { ...said, otherKey }, days, input.hasTitles);
    }),
  };
}
