import type { MappingRule } from "./draft.ts";
import type { EvidenceContext, EvidenceSource } from "./evidence.ts";

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
