import type { MappingRule } from "./draft.ts";
import type { EvidenceSource } from "./evidence.ts";

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
   * @throws SettingsError if there is no place to keep them
   */
  remember(rules: readonly MappingRule[]): Promise<void>;
  /** Drafted hours are multiples of it. */
  stepSeconds: number;
  /** Whether titles of evidence are shown and may become comments. */
  hasTitles: boolean;
}
