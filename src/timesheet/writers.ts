import type { Journal } from "./journal/journal.ts";
import { leaseLost } from "./not-sent.ts";
import type { CallScope, Owner } from "./port.ts";

/** The right to write for one user on one site. */
export interface Writer {
  /** Whether a write may be sent now, as far as is known here. Once false, it stays so: another process may be writing. */
  mayWrite(): boolean;
  /**
   * Awaited right before each write. What the journal has recorded is durable then.
   *
   * @throws NotSentError if the write may not be sent
   */
  confirm(): Promise<void>;
  journal: Journal;
  /** Whether other processes can read what the journal has recorded, also after this one. */
  isKept(): boolean;
}

/** One call at a time writes: two that read the existing worklogs at the same moment would both store theirs. */
export interface Writers {
  /** @throws NotSentError if another call writes until the deadline, CancelledError */
  run<Result>(owner: Owner, scope: CallScope, write: (writer: Writer) => Promise<Result>): Promise<Result>;
}

/**
 * Awaited right before each request that writes: the intent is in the journal, and durable, before the request is sent.
 *
 * @throws NotSentError if it may not be sent
 */
export async function recordIntent(writer: Writer, record: () => void): Promise<void> {
  // A process that lost the lease records nothing, and recording takes the time of a disk.
  if (!writer.mayWrite()) throw leaseLost();
  record();
  await writer.confirm();
}
