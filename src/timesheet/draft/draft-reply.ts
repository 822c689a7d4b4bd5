import type {
  DraftDay,
  DraftEntry,
  DraftSource,
  DraftTimesheetResponse,
  PostDraftResponse,
  PostedDraftWorklog,
  UnmappedEvidence,
} from "../../generated/responses.ts";
import { toHours } from "../hours.ts";
import type { Issue } from "../port.ts";
import type { StoredPlanned } from "../posting/planned-outcomes.ts";
import { compareText, totalHours } from "../totals.ts";
import type { DraftDay as Day, DraftEntry as Entry, Unmapped } from "./draft.ts";
import type { Drafted, PostedDraft } from "./draft-timesheet.ts";
import type { SourceReport } from "./read-sources.ts";

/** The most sentences about a source; a user who follows these sees the others. */
const MAX_PROBLEMS = 5;

/** @param startDate as the caller wrote it */
export function toDraftReply(
  startDate: string,
  { range, draft, digest, leftOut, reports }: Drafted,
): DraftTimesheetResponse {
  const { entries, worklogs, unmapped, days, daysWithoutEvidence } = draft;
  const counts = Object.entries(leftOut)
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => compareText(a.reason, b.reason));
  return {
    startDate,
    endDate: range.endDate,
    entries: entries.map(toEntry),
    unmapped: unmapped.map(toUnmapped),
    days: days.filter(hasHours).map(toDay),
    ...(counts.length > 0 && { leftOut: counts }),
    sources: reports.map(toSource),
    summary: {
      worklogs: worklogs.length,
      totalHours: totalHours(worklogs),
      unmappedHours: totalHours(unmapped),
      daysWithoutEvidence,
    },
    ...(digest !== undefined && { confirm: digest }),
  };
}

/** @param startDate as the caller wrote it */
export function toPostReply(startDate: string, result: PostedDraft | Drafted): PostDraftResponse {
  const { endDate } = result.range;
  if ("draft" in result) {
    const draft = toDraftReply(startDate, result);
    const missingHoursAfter = toHours(
      sumOf(result.draft.days, (day) => day.missingSecondsAfter + day.draftedSeconds),
    );
    const summary = { worklogs: 0, totalHours: 0, missingHoursAfter };
    return { startDate, endDate, posted: false, worklogs: [], summary, draft };
  }
  const { worklogs, failures, remembered, notRemembered, missingSecondsAfter } = result;
  return {
    startDate,
    endDate,
    posted: worklogs.length > 0,
    worklogs: worklogs.map(toPosted),
    ...(failures.length > 0 && {
      failures: failures.map(({ date, issueKey, failure }) => ({ date, issueKey, error: failure.message })),
    }),
    ...(remembered.length > 0 && {
      remembered: remembered.map(({ pattern, issueKey }) => ({ pattern, issueKey })),
    }),
    ...(notRemembered !== undefined && { notRemembered }),
    summary: {
      worklogs: worklogs.length,
      totalHours: totalHours(worklogs.map(({ stored }) => stored)),
      missingHoursAfter: toHours(missingSecondsAfter),
    },
  };
}

function toEntry(entry: Entry): DraftEntry {
  const { date, seconds, evidenceSeconds, comment, basis, refs, evidence } = entry;
  const [hours, evidenceHours] = [toHours(seconds), toHours(evidenceSeconds)];
  return {
    date,
    ...named(entry.issue),
    hours,
    ...(evidenceHours !== hours && { evidenceHours }),
    ...(comment !== "" && { comment }),
    basis,
    refs,
    evidence,
  };
}

function toUnmapped(evidence: Unmapped): UnmappedEvidence {
  const { ref, date, source, title, start, end, seconds, candidates } = evidence;
  return {
    ref,
    date,
    source,
    ...(title !== undefined && { title }),
    start,
    end,
    hours: toHours(seconds),
    candidates: candidates.map(({ issue, why }) => ({ ...named(issue), why })),
  };
}

function named({ key, summary }: Issue): { issueKey: string; issueSummary: string } {
  return { issueKey: key, issueSummary: summary };
}

function hasHours({ requiredSeconds, bookedSeconds, draftedSeconds, overtimeSeconds }: Day): boolean {
  return requiredSeconds + bookedSeconds + draftedSeconds + overtimeSeconds > 0;
}

function toDay(day: Day): DraftDay {
  const { date, requiredSeconds, bookedSeconds, draftedSeconds, missingSecondsAfter, overtimeSeconds } = day;
  return {
    date,
    requiredHours: toHours(requiredSeconds),
    ...(bookedSeconds > 0 && { bookedHours: toHours(bookedSeconds) }),
    draftedHours: toHours(draftedSeconds),
    ...(missingSecondsAfter > 0 && { missingHoursAfter: toHours(missingSecondsAfter) }),
    ...(overtimeSeconds > 0 && { overtimeHours: toHours(overtimeSeconds) }),
    ...(day.reason !== undefined && { reason: day.reason }),
  };
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

function toPosted({ planned, stored, issue }: StoredPlanned): PostedDraftWorklog {
  return {
    id: stored.id,
    date: stored.date,
    issueKey: issue.key,
    hours: toHours(stored.seconds),
    ...(stored.comment !== planned.comment && { comment: stored.comment }),
  };
}

function sumOf<Item>(items: readonly Item[], secondsOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + secondsOf(item), 0);
}
