import type {
  ChangedDraftWorklog,
  DraftDay,
  DraftEntry,
  DraftSource,
  DraftTimesheetResponse,
  PostDraftResponse,
  UnmappedEvidence,
} from "../../generated/responses.ts";
import type { CallContext } from "../call-context.ts";
import { datesOf } from "../dates.ts";
import { sum } from "../day-balance.ts";
import { warnOfFarDates } from "../far-dates.ts";
import { groupBy } from "../group-by.ts";
import { toHours } from "../hours.ts";
import type { Issue } from "../port.ts";
import type { StoredPlanned } from "../posting/post-planned.ts";
import { compareText, totalHours } from "../totals.ts";
import type { DraftDay as Day, Draft, DraftEntry as Entry, Unmapped } from "./draft.ts";
import type { Drafted, PostedDraft } from "./draft-timesheet.ts";
import { MAX_PROBLEMS } from "./evidence.ts";
import type { SourceReport } from "./gather.ts";

/** @param startDate as the caller wrote it */
export function toDraftReply(
  startDate: string,
  { range, draft, digest, leftOut, agentSeconds, reports }: Drafted,
  context: Pick<CallContext, "today" | "reader">,
): DraftTimesheetResponse {
  const { worklogs, unmapped, daysWithoutEvidence } = draft;
  const counts = Object.entries(leftOut)
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => compareText(a.reason, b.reason));
  return {
    startDate,
    endDate: range.endDate,
    summary: {
      totalEntries: worklogs.length,
      totalHours: totalHours(worklogs),
      unmappedHours: totalHours(unmapped),
      daysWithoutEvidence,
      ...agentHoursOf(sum([...agentSeconds.values()], (seconds) => seconds)),
    },
    days: toDays(draft, agentSeconds),
    ...(counts.length > 0 && { leftOut: counts }),
    sources: reports.map(toSource),
    ...warnOfFarDates(datesOf(range), "shown", context),
    ...(digest !== undefined && { confirm: digest }),
  };
}

/** @param startDate as the caller wrote it */
export function toPostReply(
  startDate: string,
  result: PostedDraft,
  context: Pick<CallContext, "today" | "reader">,
): PostDraftResponse {
  const { worklogs, earlier, failures, remembered, notRemembered, now } = result;
  const ids = [...earlier, ...worklogs.map(({ stored }) => stored)].map(({ id }) => id);
  const changed = worklogs.flatMap(toChanged);
  return {
    logged: ids.length > 0,
    summary: {
      totalEntries: ids.length,
      totalHours: totalHours([...earlier, ...worklogs.map(({ stored }) => stored)]),
      missingHoursAfter: toHours(result.missingSecondsAfter),
    },
    worklogIds: ids,
    ...(earlier.length > 0 && { alreadyLoggedIds: earlier.map(({ id }) => id) }),
    ...(changed.length > 0 && { changed }),
    ...(failures.length > 0 && {
      failures: failures.map(({ date, issueKey, failure }) => ({
        date,
        issueKey,
        error: failure.text[context.reader],
      })),
    }),
    ...(remembered.length > 0 && {
      remembered: remembered.map(({ pattern, issueKey }) => ({ pattern, issueKey })),
    }),
    ...(notRemembered !== undefined && { notRemembered }),
    ...warnOfFarDates(
      worklogs.map(({ stored }) => stored.date),
      "stored",
      context,
    ),
    ...(now && { draft: toDraftReply(startDate, now, context) }),
  };
}

/** The dates with hours. A fact that an earlier one of them gives is not given again: an issue's summary, and the candidates of a title. */
function toDays({ days, entries, unmapped }: Draft, agentSeconds: Drafted["agentSeconds"]): DraftDay[] {
  const entriesOn = groupBy(entries, ({ date }) => date);
  const unmappedOn = groupBy(withFewCandidates(unmapped), ({ date }) => date);
  const said = new Set<string>();
  const named = ({ key, summary }: Issue) => {
    const isNew = !said.has(key);
    said.add(key);
    return { issueKey: key, ...(isNew && { issueSummary: summary }) };
  };
  const shown = days.filter((day) => hasHours(day) || toHours(agentSeconds.get(day.date) ?? 0) > 0);
  return shown.map((day) => {
    const ofDay = (entriesOn.get(day.date) ?? []).map((entry) => toEntry(entry, named));
    const withoutIssue = (unmappedOn.get(day.date) ?? []).map((it) => toUnmapped(it, named));
    return {
      ...toDay(day, agentSeconds.get(day.date)),
      ...(ofDay.length > 0 && { entries: ofDay }),
      ...(withoutIssue.length > 0 && { unmapped: withoutIssue }),
    };
  });
}

type Named = (issue: Issue) => { issueKey: string; issueSummary?: string };

function toEntry(entry: Entry, named: Named): DraftEntry {
  const { seconds, evidenceSeconds, comment, basis, refs, evidence } = entry;
  const [hours, evidenceHours] = [toHours(seconds), toHours(evidenceSeconds)];
  return {
    ...named(entry.issue),
    hours,
    ...(evidenceHours !== hours && { evidenceHours }),
    ...(comment !== "" && { comment }),
    ...(basis !== "named" && { basis }),
    evidence: refs.map((ref, index) => `${ref}: ${evidence[index]}`),
  };
}

function toUnmapped(
  { ref, title, start, end, seconds, candidates }: Unmapped,
  named: Named,
): UnmappedEvidence {
  return {
    ref,
    ...(title !== undefined && { title }),
    start,
    ...(minuteOf(end) - minuteOf(start) !== seconds / 60 && { end }),
    hours: toHours(seconds),
    ...(candidates.length > 0 && {
      candidates: candidates.map(({ issue, reason }) => ({ ...named(issue), reason })),
    }),
  };
}

/** @param time HH:mm */
function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return 60 * hours + minutes;
}

function hasHours({ requiredSeconds, loggedSeconds, draftedSeconds, overtimeSeconds }: Day): boolean {
  return requiredSeconds + loggedSeconds + draftedSeconds + overtimeSeconds > 0;
}

function toDay(day: Day, agentSeconds = 0): DraftDay {
  const { date, requiredSeconds, loggedSeconds, draftedSeconds, missingSecondsAfter, overtimeSeconds } = day;
  return {
    date,
    requiredHours: toHours(requiredSeconds),
    ...(loggedSeconds > 0 && { loggedHours: toHours(loggedSeconds) }),
    draftedHours: toHours(draftedSeconds),
    ...(missingSecondsAfter > 0 && { missingHoursAfter: toHours(missingSecondsAfter) }),
    ...(overtimeSeconds > 0 && { overtimeHours: toHours(overtimeSeconds) }),
    ...agentHoursOf(agentSeconds),
    ...(day.reason !== undefined && { reason: day.reason }),
  };
}

function agentHoursOf(seconds: number): { agentHours?: number } {
  const agentHours = toHours(seconds);
  return agentHours > 0 ? { agentHours } : {};
}

function toSource({ source, found, problems }: SourceReport): DraftSource {
  const more = problems.length - MAX_PROBLEMS;
  const shown = [...problems.slice(0, MAX_PROBLEMS), ...(more > 0 ? [`And ${more} more.`] : [])];
  return {
    source,
    ...(found !== undefined && { found }),
    ...(shown.length > 0 && { problem: shown.join(" ") }),
  };
}

/** @returns nothing if it is stored as it was drafted */
function toChanged({ planned, stored }: StoredPlanned): ChangedDraftWorklog[] {
  const change = {
    ...(stored.seconds !== planned.seconds && { hours: toHours(stored.seconds) }),
    ...(stored.comment !== planned.comment && { comment: stored.comment }),
  };
  return Object.keys(change).length > 0 ? [{ id: stored.id, ...change }] : [];
}

/** The most rows that may have all of their candidates. With more, a reply costs too much, and days drafted alone have them all. */
const MAX_ROWS = 6;

/** Unmapped evidence without the candidates that the row before of its title has too; where many are left, the likeliest of each. */
function withFewCandidates(unmapped: readonly Unmapped[]): Unmapped[] {
  const rows = withoutRepeated(unmapped);
  if (rows.filter(({ candidates }) => candidates.length > 0).length <= MAX_ROWS) return rows;
  return withoutRepeated(unmapped.map((row) => ({ ...row, candidates: row.candidates.slice(0, 1) })));
}

function withoutRepeated(unmapped: readonly Unmapped[]): Unmapped[] {
  const last = new Map<string, string>();
  return unmapped.map((row) => {
    const { title, candidates } = row;
    if (title === undefined) return row;
    const reasons = JSON.stringify(candidates.map(({ issue, reason }) => [issue.key, reason]));
    const isRepeated = last.get(title) === reasons;
    last.set(title, reasons);
    return isRepeated ? { ...row, candidates: [] } : row;
  });
}
