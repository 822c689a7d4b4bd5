import { BASES, type DraftInput } from "../../../src/timesheet/draft/draft.ts";
import type { Activity, Evidence } from "../../../src/timesheet/draft/evidence.ts";
import type { LoggedTimes } from "../../../src/timesheet/posting/post-planned.ts";
import { localTime } from "../local-time.ts";
import type { ModelDay } from "./day.ts";
import { type Group, groupsOf } from "./groups.ts";
import { certainIssues, foundIssues, issuesOf, type Known, namesHidden } from "./issues.ts";
import { loggedElsewhere, type OnDate } from "./logged.ts";
import { isMeeting, momentOfEvidence, paintTimeline, secondsByDateOf, type Timeline } from "./timeline.ts";

/** The facts of an input by the page, found as slowly and plainly as possible. */
export interface Model {
  groups: Group[];
  /** The owners of the timeline. Work that the user leaves out keeps its time, which no other issue gets; a meeting does not. */
  evidence: DraftInput["evidence"];
  timeline: Timeline;
  /** The issue of each evidence. */
  known: (Known | undefined)[];
  days: ModelDay[];
}

/** Rules 2 to 5 up to what each issue has on each date. */
export function modelOf(given: DraftInput, logged: LoggedTimes): Model {
  const input = { ...given, evidence: withoutIdleCheckouts(given) };
  const { evidence } = input;
  const groups = groupsOf(
    input,
    foundIssues(input).map((it) => it?.key),
  );
  const leftOut = new Set(
    groups.filter(({ ref }) => input.leaveOut.includes(ref)).flatMap(({ members }) => members),
  );
  const known = issuesOf(input, groups);
  const certain = certainIssues(input);
  const passing = editsInPassing(input, certain);
  const missed = [...leftOut].filter((index) => evidence[index]?.kind === "meeting");
  const ignored = new Set([...missed, ...passing]);
  const timeline = paintTimeline(
    input,
    evidence,
    (index, date) =>
      ignored.has(index) || (certain[index] === undefined && isWorkedIn(index, date, input, groups)),
  );
  const seconds = secondsByDateOf(timeline, evidence.length);
  const days = timeline.dates.map((date, index): ModelDay => {
    const scheduled = input.schedule.find((day) => day.date === date);
    const times = [...logged.existing, ...logged.unlisted].filter((it) => it.date === date);
    const onDate = secondsOn(date, seconds[index] as number[], input).filter((it) => !leftOut.has(it.index));
    const issueIdOf = (it: number) => idOf(known[it]?.key ?? "", input);
    const { taken, used } = loggedElsewhere(onDate, times, groups, issueIdOf, input);
    const open = onDate.filter((it) => !taken.has(it.index));
    const loggedOn = (id: string | undefined) =>
      sumOf(times.filter(({ issueId }) => issueId === id)) - (used.get(id ?? "") ?? 0);
    const ofDate = ofEvidence(open, groups, known, (key) => loggedOn(idOf(key, input)));
    const openRefs = open.map((it) => refOf(it.index, groups));
    return {
      date,
      required: scheduled?.requiredSeconds ?? 0,
      booked: sumOf(times),
      isClosed: logged.inDoubt.has(date) || input.lockOf(date) !== undefined,
      ...ofDate,
      hasEvidence: onDate.length > 0,
      hasLoggedElsewhere: [...taken].some((it) => !openRefs.includes(refOf(it, groups))),
    };
  });
  return { groups, evidence, timeline, known, days };
}

/** Whether the user worked in a long event without an issue on a date, so that it is no meeting there. */
function isWorkedIn(index: number, date: string, input: DraftInput, groups: readonly Group[]): boolean {
  const it = input.evidence[index] as Evidence;
  if (!isMeeting(it) || it.end - it.start < 120 * 60_000) return false;
  const isAssigned = input.assign.some(({ ref }) => ref === refOf(index, groups));
  if (isAssigned || namesHidden(input, it)) return false;
  const worked = input.evidence.filter(
    (other) =>
      (other.kind === "commit" || (other.kind === "session" && other.isPrompt === true)) &&
      localTime(other.at, input.zone).date === date &&
      other.at >= it.start &&
      other.at < it.end,
  );
  return worked.length >= 3;
}

/** A checkout is an event only on days without a commit in its repository. */
function withoutIdleCheckouts({ evidence, zone }: DraftInput): DraftInput["evidence"] {
  const dayOf = (it: Activity) => `${localTime(it.at, zone).date} ${it.place}`;
  const committed = new Set(evidence.flatMap((it) => (it.kind === "commit" ? [dayOf(it)] : [])));
  return evidence.filter((it) => it.kind !== "checkout" || !committed.has(dayOf(it)));
}

/** The edits alone on their issue that day, within half an hour of what is no edit: they are no work. */
function editsInPassing(
  { evidence, zone }: Pick<DraftInput, "evidence" | "zone">,
  known: readonly (Known | undefined)[],
): number[] {
  const dateAt = (it: Evidence) => localTime(momentOfEvidence(it), zone).date;
  return [...evidence.keys()].filter((index) => {
    const it = evidence[index] as Evidence;
    const key = known[index]?.key;
    if (it.kind !== "edit" || key === undefined) return false;
    const ofDay = evidence.filter((other) => dateAt(other) === dateAt(it));
    const isAlone = ofDay.every((other) => other === it || known[evidence.indexOf(other)]?.key !== key);
    const isNear = (other: Evidence) =>
      !isMeeting(other) && other.kind !== "edit" && Math.abs(other.at - it.at) <= 30 * 60_000;
    return isAlone && ofDay.some(isNear);
  });
}

const sumOf = (times: readonly { seconds: number }[]) => times.reduce((sum, { seconds }) => sum + seconds, 0);

function idOf(key: string, { issues, learnt }: DraftInput): string | undefined {
  return issues.get(key)?.id ?? learnt.find(({ issue }) => issue.key === key)?.issue.id;
}

const refOf = (index: number, groups: readonly Group[]) =>
  groups.find(({ members }) => members.includes(index))?.ref ?? "";

/** The evidence of a date, also that of which a meeting covers all time. */
function secondsOn(date: string, seconds: readonly number[], { evidence, zone }: DraftInput): OnDate[] {
  return evidence.flatMap((it, index): OnDate[] => {
    const [first, last] = [momentOfEvidence(it), isMeeting(it) ? it.end - 1000 : it.at];
    const isOn = localTime(first, zone).date <= date && date <= localTime(last, zone).date;
    return isOn ? [{ it, index, own: seconds[index] as number }] : [];
  });
}

function ofEvidence(
  evidence: readonly OnDate[],
  groups: readonly Group[],
  known: readonly (Known | undefined)[],
  loggedOf: (key: string) => number,
): Pick<ModelDay, "issues" | "unmapped"> {
  const issues = new Map<string, ModelDay["issues"][number]>();
  const unmapped = new Map<string, number>();
  for (const { it, index, own } of evidence) {
    const ref = refOf(index, groups);
    const issue = known[index];
    if (issue === undefined) {
      if (own > 0) unmapped.set(ref, (unmapped.get(ref) ?? 0) + own);
      continue;
    }
    const { key, basis } = issue;
    const before = issues.get(key) ?? {
      key,
      meetings: 0,
      work: 0,
      logged: loggedOf(key),
      basis,
      refs: [],
      first: Number.POSITIVE_INFINITY,
    };
    issues.set(key, {
      ...before,
      meetings: before.meetings + (isMeeting(it) ? own : 0),
      work: before.work + (isMeeting(it) ? 0 : own),
      basis: BASES[Math.max(BASES.indexOf(before.basis), BASES.indexOf(basis))] ?? basis,
      refs: [...new Set([...before.refs, ref])],
      first: Math.min(before.first, Math.floor(momentOfEvidence(it) / 1000)),
    });
  }
  // Less than a minute is nothing that can be logged.
  for (const [ref, own] of unmapped) if (own < 60) unmapped.delete(ref);
  return { issues: [...issues.values()], unmapped };
}
