import { findLocks } from "../approvals/locks.ts";
import type { CallContext } from "../call-context.ts";
import { dateInZone } from "../date-in-zone.ts";
import { addDays, type DateRange, datesOf } from "../dates.ts";
import { InvalidInputError } from "../errors.ts";
import { ownZone } from "../own-zone.ts";
import { completeSchedule } from "../schedule.ts";
import type { DraftInput } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { keysOf, LEARNING_DAYS } from "./make-draft.ts";
import { withZone } from "./name-zone.ts";
import { ownEmails } from "./own-emails.ts";
import { readSources, type SourcesRead } from "./read-sources.ts";

/** The reason why evidence does not count that is later than now. */
export const STILL_TO_COME = "still to come";

/** The most keys of issues that are looked up for a draft. */
const MAX_KEYS = 500;

/** The user's words on the evidence of a draft. */
export type Wishes = Pick<DraftInput, "assign" | "leaveOut" | "fill">;

/** All that a draft is made of, apart from what is logged, and a report of the sources. */
export interface Gathered extends Pick<SourcesRead, "reports" | "leftOut"> {
  input: DraftInput;
}

/**
 * Reads the user's evidence up to today, and what tells its issues.
 *
 * @throws TimesheetError as its reads do, but for the sources: each of those fails alone
 */
export async function gather(range: DateRange, wishes: Wishes, context: CallContext): Promise<Gathered> {
  const { timesheet, evidence: available } = context;
  const profile = await timesheet.readProfile(context);
  const zone = ownZone(profile);
  const problems = profile.timeZone === undefined ? [unknownZone(zone)] : [];
  const past = upToToday(range, zone, context);
  const before = {
    startDate: addDays(range.startDate, -LEARNING_DAYS),
    endDate: addDays(range.startDate, -1),
  };
  const who = { zone, emails: ownEmails([...available.emails, profile.email]) };
  const [schedule, lockOf, learnt, rules, read] = await Promise.all([
    timesheet.getSchedule(past, context),
    findLocks(datesOf(past), context),
    timesheet.getWorklogs(before, undefined, context),
    available.rules(),
    available.sources().then((sources) => readSources(sources, past, who, context)),
  ]);
  const { evidence, toCome } = untilNow(read.evidence, context);
  const { assign } = wishes;
  const keys = new Set([...keysOf({ evidence: [], rules, assign }), ...keysOf({ evidence, rules, assign })]);
  const issues = await timesheet.findIssues([...keys].slice(0, MAX_KEYS), context);
  if (keys.size > MAX_KEYS) problems.push(tooManyKeys(keys.size));
  const reports = read.reports.map((report) =>
    report.source === "jira" ? { ...report, problems: [...report.problems, ...problems] } : report,
  );
  return {
    input: {
      ...wishes,
      range: past,
      zone,
      schedule: completeSchedule(past, schedule),
      evidence,
      rules,
      learnt,
      issues,
      arePlacesKnown: read.arePlacesKnown,
      stepSeconds: available.stepSeconds,
      hasTitles: available.hasTitles,
      lockOf,
    },
    leftOut: { ...read.leftOut, ...(toCome > 0 && { [STILL_TO_COME]: toCome }) },
    reports: withZone(reports, profile, available.machineZone()),
  };
}

/** Leaves out meetings that have not ended, which may still be moved, or declined, and work that is dated ahead. */
function untilNow(
  all: readonly Evidence[],
  { clock }: CallContext,
): { evidence: Evidence[]; toCome: number } {
  const now = clock.wallClock();
  const evidence = all.filter((it) => (it.kind === "meeting" ? it.end : it.at) <= now);
  return { evidence, toCome: all.length - evidence.length };
}

function tooManyKeys(count: number): string {
  return (
    `The evidence names ${count} keys of issues, and only ${MAX_KEYS} of them were looked up, so more of it has no issue. ` +
    "Draft fewer days at a time."
  );
}

function unknownZone(zone: string): string {
  return `Jira names no time zone of yours that is known here, so all times are in that of this machine, ${zone}.`;
}

/** Leaves out the dates to come, which have no evidence yet: a meeting may still be moved. @throws InvalidInputError if nothing of the range has */
function upToToday({ startDate, endDate }: DateRange, zone: string, context: CallContext): DateRange {
  const today = [context.today, dateInZone(zone)(context.clock.wallClock())].sort().at(-1) ?? context.today;
  if (startDate > today) {
    throw new InvalidInputError(
      `${startDate} is still to come. A draft is made of what was done; use a date up to today, ${today}.`,
    );
  }
  return { startDate, endDate: endDate < today ? endDate : today };
}
