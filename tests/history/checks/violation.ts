import type { Call } from "../history.ts";

/**
 * Stored more often than wanted, gone without a word, or said what is not so; `raced`: sent while an earlier request was under way; `broken`: an
 * internal error, or no answer in time.
 */
export type Harm = "doubled" | "lost" | "false" | "raced" | "broken";

export interface Violation {
  harm: Harm;
  /** One sentence. */
  what: string;
  /** The reply that the history refutes. */
  call?: Call;
  /** The entries that it is about, and the ids of worklogs or the first dates of periods. */
  entries: string[];
  ids: string[];
}
