import { isDecoded } from "../../text/characters.ts";
import { counted } from "../../text/lengths.ts";
import type { Redact } from "../../text/show.ts";
import { findLocks } from "../approvals/locks.ts";
import type { CallContext } from "../call-context.ts";
import { addDays, type DateRange, datesOf } from "../dates.ts";
import { CancelledError, InvalidInputError, TimesheetError } from "../errors.ts";
import { groupBy } from "../group-by.ts";
import type { Profile } from "../port.ts";
import { completeSchedule } from "../schedule.ts";
import { EVIDENCE_SHARE } from "../timeline.ts";
import { dateInZone, ownZone, zoneOf } from "../zones.ts";
import type { DraftInput } from "./draft.ts";
import {
  type Activity,
  type AgentWork,
  type Evidence,
  EvidenceError,
  type EvidenceScope,
  type EvidenceSource,
  ownEmails,
  type ReadEvidence,
  SOURCE_NAMES,
  type SourceName,
  USUAL_DEFAULTS,
} from "./evidence.ts";
import { keysOf, LEAD_DAYS } from "./issues.ts";
import { LONGEST_GAP_MS } from "./times.ts";

/** The reason why evidence does not count that is later than now. */
export const STILL_TO_COME = "still to come";

/** The reason why a commit does not count that was made where an agent worked without the user. */
const BY_AGENT = "by an agent alone";

/** The days before a range whose worklogs say under which comments the user logs time. */
export const LEARNING_DAYS = 56;

/** The most keys of issues that are looked up for a draft. */
const MAX_KEYS = 500;

/** The user's words on the evidence of a draft. */
export type Wishes = Pick<DraftInput, "assign" | "leaveOut" | "fill">;

/** The result of reading a source, for the user. */
export interface SourceReport {
  source: SourceName;
  /** A phrase; undefined if it cannot be read. */
  found: string | undefined;
  /** Sentences about what of it cannot be read. */
  problems: string[];
}

/** All that a draft is made of, apart from what is logged, and a report of the sources. */
export interface Gathered {
  input: DraftInput;
  /** They come in the order of `SOURCE_NAMES`. */
  reports: SourceReport[];
  /** The number of times that evidence of the range counts for nothing, by the reason. */
  leftOut: Record<string, number>;
  /** The seconds that agents worked without the user, by date. */
  agentSeconds: ReadonlyMap<string, number>;
}

/**
 * Reads the user's evidence up to today, and what tells its issues.
 *
 * @throws TimesheetError as its reads do, but for the sources: each of those fails alone
 */
export async function gather(
  range: DateRange,
  { assign, leaveOut, fill }: Wishes,
  context: CallContext,
): Promise<Gathered> {
  const { timesheet, evidence: available } = context;
  const profile = await timesheet.readProfile(context);
  const zone = ownZone(profile);
  const problems = profile.timeZone === undefined ? [unknownZone(zone)] : [];
  const past = upToToday(range, zone, context);
  const who = { zone, emails: ownEmails([...available.emails, profile.email]) };
  const [schedule, lockOf, learnt, rules, read] = await Promise.all([
    timesheet.getSchedule(past, context),
    findLocks(datesOf(past), context),
    timesheet.getWorklogs(daysBefore(range, LEARNING_DAYS), undefined, context),
    available.rules(),
    available.sources().then((sources) => readSources(sources, past, who, context)),
  ]);
  // Meetings that have not ended may still be moved, or declined, and work may be dated ahead.
  const now = context.clock.wallClock();
  const evidence = read.evidence.filter((it) => (it.kind === "meeting" ? it.end : it.at) <= now);
  const toCome = read.evidence.length - evidence.length;
  const keys = keysOf({ evidence, rules, assign });
  const issues = await timesheet.findIssues(keys.slice(0, MAX_KEYS), context);
  if (keys.length > MAX_KEYS) problems.push(tooManyKeys(keys.length));
  const reports = read.reports.map((report) =>
    report.source === "jira" ? { ...report, problems: [...report.problems, ...problems] } : report,
  );
  const { stepSeconds, hasTitles } = available;
  return {
    input: {
      ...{ assign, leaveOut, fill, range: past, zone, evidence, rules, learnt, issues },
      ...{ arePlacesKnown: read.arePlacesKnown, stepSeconds, hasTitles, lockOf },
      schedule: completeSchedule(past, schedule),
    },
    agentSeconds: read.agentSeconds,
    leftOut: { ...read.leftOut, ...(toCome > 0 && { [STILL_TO_COME]: toCome }) },
    reports: withZone(reports, profile, available.machineZone()),
  };
}

function daysBefore({ startDate }: DateRange, count: number): DateRange {
  return { startDate: addDays(startDate, -count), endDate: addDays(startDate, -1) };
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

/** The sources whose evidence has a place, from which issues are inferred. */
const WITH_PLACES: readonly SourceName[] = ["git", "sessions"];

/**
 * Reads all sources at once, those with places for the LEAD_DAYS before the range too. What those days have is neither counted nor
 * reported: it only tells issues.
 *
 * @throws CancelledError; no other failure of a source keeps the others from being read
 */
async function readSources(
  sources: readonly EvidenceSource[],
  range: DateRange,
  who: Pick<EvidenceScope, "zone" | "emails">,
  context: CallContext,
): Promise<Omit<Gathered, "input"> & Pick<DraftInput, "evidence" | "arePlacesKnown">> {
  const now = context.clock.now();
  const deadline = now + (context.deadline - now) * EVIDENCE_SHARE;
  const lead = daysBefore(range, LEAD_DAYS);
  const dates = { startDate: lead.startDate, endDate: range.endDate };
  const scope = { ...who, dates, context: { ...context, deadline } };
  const inOrder = [...sources].sort((a, b) => SOURCE_NAMES.indexOf(a.name) - SOURCE_NAMES.indexOf(b.name));
  const read = await Promise.all(
    inOrder.map(async (source) => {
      const [own, before] = await Promise.all([
        readSource(source, range, scope),
        WITH_PLACES.includes(source.name) ? readSource(source, lead, scope) : undefined,
      ]);
      return { source: source.name, own, before };
    }),
  );
  const own = read.flatMap((it) => it.own.evidence);
  const work = read.flatMap((it) => it.own.agentWork ?? []);
  const isOfAgent = agentsCommits(own, work);
  const ofUser = own.filter((it) => !isOfAgent(it));
  const ofAgents = own.filter(isOfAgent).map(() => ({ [BY_AGENT]: 1 }));
  return {
    reports: read.map(({ source, own: { found, problems, evidence } }) => ({
      source,
      found,
      problems: [...problems, ...damagedTexts(evidence)],
    })),
    evidence: [...ofUser, ...read.flatMap(({ before }) => before?.evidence ?? [])].map((it) =>
      withoutSecrets(it, context.redact),
    ),
    leftOut: addUp([...read.map((it) => it.own.leftOut), ...ofAgents]),
    agentSeconds: new Map(read.flatMap(({ own }) => [...(own.agentSeconds ?? [])])),
    arePlacesKnown: read.every(
      ({ own, before }) => !before || own.problems.length + before.problems.length === 0,
    ),
  };
}

/** Tells the commits that agents made in the user's name: on the branch of one that worked alone, while the user attended no other there. */
function agentsCommits(evidence: readonly Evidence[], work: readonly AgentWork[]): (it: Evidence) => boolean {
  const keyOf = ({ place, detail = "" }: AgentWork | Activity) =>
    `${place}\0${USUAL_DEFAULTS.includes(detail) ? "" : detail}`;
  const workAt = groupBy(work, keyOf);
  const prompts = evidence.filter((it): it is Activity => it.kind === "session" && it.isPrompt === true);
  const promptsAt = groupBy(prompts, keyOf);
  return (commit) => {
    if (commit.kind !== "commit") return false;
    const { at } = commit;
    const isAttended = promptsAt
      .get(keyOf(commit))
      ?.some((it) => it.at <= at && at - it.at <= LONGEST_GAP_MS);
    return !isAttended && workAt.get(keyOf(commit))?.some(({ from, to }) => from <= at && at <= to) === true;
  };
}

/** A sentence about titles and subjects with characters that could not be decoded; none if there are none. */
function damagedTexts(evidence: readonly Evidence[]): string[] {
  const damaged = evidence.filter(
    (it) => !isDecoded((it.kind === "meeting" ? it.title : it.subject) ?? ""),
  ).length;
  if (damaged === 0) return [];
  const texts = damaged === 1 ? "1 text is" : `${counted(damaged, "text")} are`;
  return [
    `${texts} not in UTF-8, so no comment is made of ${damaged === 1 ? "it" : "them"}; the time counts.`,
  ];
}

/** Evidence as it may be shown. A comment is made of it, so secrets are replaced here, and what is stored is what was shown. */
function withoutSecrets(evidence: Evidence, redact: Redact): Evidence {
  const texts = evidence.texts.map(redact);
  if (evidence.kind === "meeting") return { ...evidence, title: redact(evidence.title), texts };
  const { placeName, detail, subject } = evidence;
  return {
    ...evidence,
    texts,
    ...(placeName !== undefined && { placeName: redact(placeName) }),
    ...(detail !== undefined && { detail: redact(detail) }),
    ...(subject !== undefined && { subject: redact(subject) }),
  };
}

async function readSource(
  source: EvidenceSource,
  range: DateRange,
  scope: EvidenceScope,
): Promise<Omit<ReadEvidence, "found"> & Pick<SourceReport, "found">> {
  try {
    return await source.read(range, scope);
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    const problem = sentenceOf(error, source.name, scope.context);
    return { evidence: [], leftOut: {}, found: undefined, problems: [problem] };
  }
}

/** An error of another class may quote what the source has read, so only its kind and its place in the program are logged. */
function sentenceOf(error: unknown, source: SourceName, context: EvidenceScope["context"]): string {
  if (error instanceof EvidenceError || error instanceof TimesheetError) return error.message;
  const [name, stack] = error instanceof Error ? [error.name, error.stack ?? ""] : [typeof error, ""];
  const places = stack.split("\n").filter((line) => /^ +at /.test(line));
  context.log([`the source ${source} failed: ${name}`, ...places].join("\n"));
  return (
    `The evidence of ${source} cannot be read because of an internal error. This is a bug; please report it with the lines ` +
    "on stderr."
  );
}

/** The sum of each count. */
export function addUp(counts: readonly Partial<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const count of counts)
    for (const [reason, times = 0] of Object.entries(count)) sums[reason] = (sums[reason] ?? 0) + times;
  return sums;
}

/**
 * Names the zone of the times of a draft where users may take them for others: beside the first source that was read, since without
 * one a draft has no times.
 *
 * @param machineZone the zone of the user's machine, by its IANA name; undefined if it is not known
 */
function withZone(
  reports: readonly SourceReport[],
  { timeZone }: Profile,
  machineZone: string | undefined,
): SourceReport[] {
  if (timeZone === undefined || (machineZone && zoneOf(machineZone) === zoneOf(timeZone)))
    return [...reports];
  const machine = machineZone === undefined ? "" : `; this machine is in ${machineZone}`;
  const named = reports.find(({ found }) => found !== undefined);
  return reports.map((report) =>
    report === named
      ? { ...report, found: `${report.found} (times are in ${timeZone}, your time zone in Jira${machine})` }
      : report,
  );
}
