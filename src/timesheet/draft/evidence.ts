import type { Clock } from "../clock.ts";
import type { DateRange } from "../dates.ts";
import type { CallScope, Timesheet } from "../port.ts";

/** The sources of evidence of the user's work, in the order of replies. */
export const SOURCE_NAMES = ["jira", "git", "calendar", "sessions"] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];

/** The usual names of the branch that others are merged into. A commit on it has no branch; a session names it. */
export const USUAL_DEFAULTS: readonly string[] = ["main", "master", "trunk"];

/** Branches that live on while others are made from them and merged into them. */
export const LONG_LIVED =
  /^(main|master|trunk|dev|devel|develop|development|next|integration|staging|production|releases?([/-].*)?)$/;

/** A moment at which the user did something. */
export interface Activity {
  kind: "commit" | "checkout" | "status" | "comment" | "create" | "edit" | "session";
  source: Exclude<SourceName, "calendar">;
  /** Milliseconds since 1970. */
  at: number;
  /** Texts in which the key of an issue may be: a branch, then a subject. Jira's own event has the key alone. */
  texts: readonly string[];
  /** The repository or working folder, which tells work without a key apart: an absolute path. It never leaves the machine. */
  place?: string;
  /** Its name for the user: the last part of the path. */
  placeName?: string;
  /** The branch of a commit, a checkout or a session; the new status of an issue. */
  detail?: string;
  /** The subject of a commit, from which a comment may be made. */
  subject?: string;
  /** Whether another person made the commit that has the user as its author, as a rebase on a server does. Whoever writes a commit chooses its author. */
  isByAnother?: boolean;
  /** Whether it is a moment of a session at which the user wrote, and not the assistant alone. */
  isPrompt?: boolean;
}

/** An occurrence of a calendar's event that may count. */
export interface Meeting {
  kind: "meeting";
  source: "calendar";
  /** Milliseconds since 1970. */
  start: number;
  end: number;
  title: string;
  /** Texts in which the key of an issue may be: the title, then the description. The description never leaves the machine. */
  texts: readonly string[];
  isTentative: boolean;
}

export type Evidence = Activity | Meeting;

/** Evidence of the range that counts for nothing, by the reason. */
export const LEFT_OUT_REASONS = [
  "declined",
  "cancelled",
  "free",
  "private",
  "all-day",
  "shorter than 5 minutes",
  "by others",
  "merge",
  "bot",
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** The most sentences about a source that a reply shows; a user who follows these sees the others. */
export const MAX_PROBLEMS = 5;

/** Time in which an agent worked without the user, in milliseconds since 1970, and where. */
export interface AgentWork extends Pick<Activity, "place" | "detail"> {
  from: number;
  to: number;
}

export interface ReadEvidence {
  /** Each moment once; the order is not promised. */
  evidence: Evidence[];
  /** Reasons that do not occur are absent. */
  leftOut: Partial<Record<LeftOutReason, number>>;
  /** The seconds that agents worked without the user on dates of the range, which are no evidence of the user's work. */
  agentSeconds?: ReadonlyMap<string, number>;
  /** The work that has these seconds, and that of other dates. */
  agentWork?: readonly AgentWork[];
  /** A phrase for the user, such as "3 repositories, 41 commits". */
  found: string;
  /** Sentences for the user about the part of the source that could not be read; empty if all of it was. */
  problems: string[];
  /** Whether a setting is known to be wrong: it names what is not there. */
  hasWrongSetting?: boolean;
  /** Sentences about the settings for a check of them: no reply has them, so that they may have addresses of the user. */
  hints?: string[];
}

/** The parts of a call that a source may use. */
export interface EvidenceContext extends CallScope {
  timesheet: Timesheet;
  clock: Clock;
  log(line: string): void;
  /** Logs a line in debug mode. */
  debug(line: string): void;
}

/** The facts about the user that a source needs. */
export interface EvidenceScope {
  /** The user's time zone, by its IANA name. */
  zone: string;
  /** The user's own e-mail addresses, in lower case. */
  emails: readonly string[];
  /** All dates that are read with this scope, be it in several ranges. */
  dates: DateRange;
  /** Whether sentences may have full paths, since they stay on this machine. */
  showsPaths?: boolean;
  context: EvidenceContext;
}

/** One kind of evidence. A source that fails costs its own evidence only. */
export interface EvidenceSource {
  name: SourceName;
  /**
   * Reads what the user did on the dates of a range, in the user's zone. It never writes, and it ends by the context's deadline or signal.
   *
   * @throws EvidenceError with a sentence for the user, without anything of the evidence or of a secret address in it; CancelledError
   */
  read(range: DateRange, scope: EvidenceScope): Promise<ReadEvidence>;
}

/** A source that cannot be read. The message names the source, says why, and what to do next. */
export class EvidenceError extends Error {
  override name = "EvidenceError";
}

/** E-mail addresses in lower case, each once, without those that are unknown. */
export function ownEmails(emails: readonly (string | undefined)[]): string[] {
  const given = emails.map((email) => email?.trim().toLowerCase() ?? "");
  return [...new Set(given.filter((email) => email !== ""))];
}
