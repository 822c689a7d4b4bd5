import type { DateRange } from "../dates.ts";
import type { Approval, Issue, LoggedWorklog, NewWorklog, ScheduledDay } from "../port.ts";
import type { Evidence, EvidenceContext, EvidenceSource, SourceName } from "./evidence.ts";

/** The ways in which the issue of evidence is known, the most certain one first. */
export const BASES = ["assigned", "named", "rule", "learnt", "inferred"] as const;
export type Basis = (typeof BASES)[number];

/** The user's rule: titles that match the pattern, in which `*` stands for any text, belong to an issue. */
export interface MappingRule {
  pattern: string;
  issueKey: string;
}

/** All that a draft is made of, apart from what is logged on its dates. */
export interface DraftInput {
  range: DateRange;
  /** The user's time zone, by its IANA name. */
  zone: string;
  /** Each date of the range, ascending. */
  schedule: readonly ScheduledDay[];
  /** The evidence of the range and of the LEAD_DAYS before it, from which only issues are inferred. */
  evidence: readonly Evidence[];
  rules: readonly MappingRule[];
  /** The user's own worklogs of the LEARNING_DAYS before the range. */
  learnt: readonly LoggedWorklog[];
  /** The issues that the user can see, by each key of `keysOf`. */
  issues: ReadonlyMap<string, Issue>;
  /** The issues that the user gives to evidence, by the draft's names for it. */
  assign: readonly { ref: string; issueKey: string }[];
  /** Evidence that the user leaves out, by the draft's names for it. */
  leaveOut: readonly string[];
  /** Whether work is stretched up to what a day requires. */
  fill: boolean;
  stepSeconds: number;
  /** Whether the evidence of each place was read in full. Without it, an issue that looks like the only one there may not be. */
  arePlacesKnown: boolean;
  /** Whether titles of evidence may become comments. */
  hasTitles: boolean;
  /** The timesheet of a date that is not open any more. */
  lockOf(date: string): Approval | undefined;
}

/** The one worklog that is drafted for an issue on a date. */
export interface DraftEntry {
  date: string;
  issue: Issue;
  seconds: number;
  /** The time that the evidence itself covers. */
  evidenceSeconds: number;
  comment: string;
  /** The weakest basis of its evidence. */
  basis: Basis;
  refs: string[];
  /** A phrase for each of `refs`, with local times. */
  evidence: string[];
}

/** Evidence of which no issue is known. */
export interface Unmapped {
  ref: string;
  date: string;
  source: SourceName;
  /** The title of a meeting, or the place and branch of work; undefined if titles are left out. It says which commits others made. */
  title: string | undefined;
  /** Local times of day, HH:mm. */
  start: string;
  end: string;
  seconds: number;
  /** The likeliest first. */
  candidates: { issue: Issue; reason: string }[];
}

export interface DraftDay {
  date: string;
  requiredSeconds: number;
  loggedSeconds: number;
  draftedSeconds: number;
  missingSecondsAfter: number;
  /** Time that the evidence covers beyond what the date requires; it is not drafted. */
  overtimeSeconds: number;
  /** Why nothing is drafted although hours are missing: the date is locked, or an earlier call may still store hours. */
  reason?: string;
}

export interface Draft {
  /** Ascending by date, then in the order of their first evidence. */
  entries: DraftEntry[];
  /** The entries as they are posted, in the same order. */
  worklogs: NewWorklog[];
  unmapped: Unmapped[];
  days: DraftDay[];
  /** Dates with missing hours on which there is no evidence at all. */
  daysWithoutEvidence: string[];
  /** A sentence for each title of events that are no meetings, since the user worked in them. */
  workedIn: string[];
  /** Evidence that is left out by the user, or has no hours of its own: how often, by the reason. */
  leftOut: Record<string, number>;
}

/** The user's own settings for drafts, and what they let a draft read. */
export interface EvidenceAccess {
  /** The sources that are on, in the order of replies. */
  sources(): Promise<EvidenceSource[]>;
  /** The user's own e-mail addresses that the settings name, as `ownEmails` makes them. Jira may know of others. */
  emails: readonly string[];
  /** @throws SettingsError if they are kept in a file that cannot be read */
  rules(): Promise<MappingRule[]>;
  /**
   * Keeps rules, each in place of the one for the same pattern.
   *
   * @throws SettingsError if there is no place to keep them, or no time is left to wait for a process that changes them
   */
  remember(rules: readonly MappingRule[], scope: Pick<EvidenceContext, "clock" | "deadline">): Promise<void>;
  /** The time zone of the user's machine, by its IANA name; undefined if this machine is not the user's. */
  machineZone(): string | undefined;
  /** Drafted hours are multiples of it. */
  stepSeconds: number;
  /** Whether titles of evidence are shown and may become comments. */
  hasTitles: boolean;
}
