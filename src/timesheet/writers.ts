import type { Journal } from "./journal/journal.ts";
import type { CallScope, Owner } from "./port.ts";

/** The right to write for one person on one site. */
export interface Writer {
  /** Whether a write may be sent now. Once false, it stays so: another process may be writing. */
  mayWrite(): boolean;
  journal: Journal;
}

/** Lets one call at a time write for a person on a site. */
export interface Writers {
  /**
   * Runs `write` as the only writer.
   *
   * @throws NotSentError if another call writes until the scope's deadline, CancelledError
   */
  run<Result>(owner: Owner, scope: CallScope, write: (writer: Writer) => Promise<Result>): Promise<Result>;
}
