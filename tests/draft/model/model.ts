import { BASES, type DraftInput } from "../../../src/timesheet/draft/draft.ts";
import type { LoggedTimes } from "../../../src/timesheet/posting/post-planned.ts";
import type { ModelDay } from "./day.ts";
import { type Group, groupsOf } from "./groups.ts";
import { issuesOf, type Known } from "./issues.ts";
import { isMeeting, paintTimeline, secondsByDateOf, type Timeline } from "./timeline.ts";

/** What the page says of an input, found as slowly and plainly as possible. */
export interface Model {
  groups: Group[];
  /** The evidence that the user has not left out: the owners of the timeline. */
  evidence: DraftInput["evidence"];
  timeline: Timeline;
  /** The issue of each evidence. */
  known: (Known | undefined)[];
  days: ModelDay[];
}

/** Rules 2 to 5 up to what each issue has on each date. */
export function modelOf(input: DraftInput, logged: LoggedTimes): Model {
  const all = groupsOf(input);
  const leftOut = new Set(
    all.filter(({ ref }) => input.leaveOut.includes(ref)).flatMap(({ members }) => members),
  );
  const places = input.evidence.map((_, index) => index).filter((index) => !leftOut.has(index));
  const evidence = places.map((index) => input.evidence[index] as DraftInput["evidence"][number]);
  const groups = all.flatMap((group) => {
    const members = group.members.filter((it) => !leftOut.has(it)).map((it) => places.indexOf(it));
    return members.length === 0 ? [] : [{ ...group, members }];
  });
  const known = issuesOf({ ...input, evidence }, groups);
  const timeline = paintTimeline(input, evidence);
  const seconds = secondsByDateOf(timeline, evidence.length);
  const days = timeline.dates.map((date, index): ModelDay => {
    const scheduled = input.schedule.find((day) => day.date === date);
    const times = [...logged.existing, ...logged.unlisted].filter((it) => it.date === date);
    return {
      date,
      required: scheduled?.requiredSeconds ?? 0,
      booked: sumOf(times),
      isClosed: logged.openDates.has(date) || input.lockOf(date) !== undefined,
      ...ofEvidence(seconds[index] as number[], evidence, groups, known, (key) =>
        sumOf(times.filter(({ issueId }) => issueId === idOf(key, input))),
      ),
    };
  });
  return { groups, evidence, timeline, known, days };
}

const sumOf = (times: readonly { seconds: number }[]) => times.reduce((sum, { seconds }) => sum + seconds, 0);

function idOf(key: string, { issues, learnt }: DraftInput): string | undefined {
  return issues.get(key)?.id ?? learnt.find(({ issue }) => issue.key === key)?.issue.id;
}

function ofEvidence(
  seconds: readonly number[],
  evidence: DraftInput["evidence"],
  groups: readonly Group[],
  known: readonly (Known | undefined)[],
  loggedOf: (key: string) => number,
): Pick<ModelDay, "issues" | "unmapped" | "hasEvidence"> {
  const issues = new Map<string, ModelDay["issues"][number]>();
  const unmapped = new Map<string, number>();
  evidence.forEach((it, index) => {
    const own = seconds[index] as number;
    if (own === 0) return;
    const ref = groups.find(({ members }) => members.includes(index))?.ref ?? "";
    const issue = known[index];
    if (issue === undefined) {
      unmapped.set(ref, (unmapped.get(ref) ?? 0) + own);
      return;
    }
    const { key, basis } = issue;
    const before = issues.get(key) ?? {
      key,
      meetings: 0,
      work: 0,
      logged: loggedOf(key),
      basis: "named",
      refs: [],
    };
    issues.set(key, {
      ...before,
      meetings: before.meetings + (isMeeting(it) ? own : 0),
      work: before.work + (isMeeting(it) ? 0 : own),
      basis: BASES[Math.max(BASES.indexOf(before.basis), BASES.indexOf(basis))] ?? basis,
      refs: [...new Set([...before.refs, ref])],
    });
  });
  return { issues: [...issues.values()], unmapped, hasEvidence: seconds.some((own) => own > 0) };
}
