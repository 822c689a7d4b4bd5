import type { Ledger } from "./ledger/ledger.ts";
import type { CallScope, Owner } from "./port.ts";

/** The right to write for one user on one site. */
export interface Writer {
  /** Whether a write may be sent now, as far as is known here. Once false, it stays so: another process may be writing. */
  mayWrite(): boolean;
  /**
   * Awaited right before each write. What the ledger has recorded is durable then.
   *
   * @throws NotSentError if the write may not be sent
   */
  confirm(): Promise<void>;
  ledger: Ledger;
  /** Whether other processes can read what the ledger has recorded, also after this one. */
  isKept(): boolean;
  /** Records an answer that has come after its call had ended, in a turn of its own. Never rejects: without it, the next call finds out. */
  later(record: (ledger: Ledger) => void): Promise<void>;
}

/** One call at a time writes: two that read the existing worklogs at the same moment would both store theirs. */
export interface Writers {
  /** @throws NotSentError if another call writes until the deadline, CancelledError */
  run<Result>(owner: Owner, scope: CallScope, write: (writer: Writer) => Promise<Result>): Promise<Result>;
}
