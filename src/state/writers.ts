import { createHash, createHmac } from "node:crypto";
import pLimit, { type LimitFunction } from "p-limit";
import type { Writer, Writers } from "../timesheet/call-context.ts";
import type { Clock } from "../timesheet/clock.ts";
import { TimesheetError } from "../timesheet/errors.ts";
import type { Ledger } from "../timesheet/ledger/ledger.ts";
import type { Log } from "../timesheet/log.ts";
import { anotherWriter, cancelledBeforeSending, journalUnclear } from "../timesheet/not-sent.ts";
import type { CallScope, Owner } from "../timesheet/port.ts";
import { whenAllowed } from "../timesheet/rate.ts";
import { LATE_ANSWER_MS } from "../timesheet/timeline.ts";

/** The right to write for a user, until it is released or lost. */
export interface HeldLease extends Omit<Writer, "ledger" | "isKept" | "later"> {
  /**
   * Never rejects. Saves the journal's records if possible. The records of stored entries may be saved a moment later, but before the
   * next call writes for the user.
   */
  release(): Promise<void>;
}

/** One user's lease and journal: in memory, in files or in PostgreSQL. */
export interface OwnerState {
  /** May be another one after `acquire`. */
  readonly ledger: Ledger;
  /** True if the state is persistent, so that memory may drop it. */
  isKept: boolean;
  /**
   * The journal is up to date when it resolves. Undefined if another process has the lease until the scope's deadline.
   *
   * @throws CancelledError; NotSentError if it is not known whether another process has it
   */
  acquire(scope: CallScope): Promise<HeldLease | undefined>;
}

/** The time for which records are kept. */
export const KEPT_MS = 62 * 24 * 3_600_000;

/** Persistent state is dropped from memory after this time without a call, since a server for a team runs for weeks. */
const IDLE_MS = 600_000;

/**
 * One writer at a time for each user, among the calls of this process and among all processes that share the leases.
 *
 * @param openState `name` is the same in every process, and no other user's
 */
export function createWriters(
  clock: Clock,
  log: Log,
  openState: (name: string, owner: Owner) => OwnerState,
): Writers {
  const reported = new Set<string>();
  /** One call of this process at a time has the limiter. */
  const known = new Map<string, { state: OwnerState; limiter: LimitFunction; usedAt: number }>();

  function stateOf(owner: Owner) {
    const name = nameOf(owner);
    const found = known.get(name) ?? {
      state: openState(name, owner),
      limiter: pLimit(1),
      usedAt: clock.now(),
    };
    known.set(name, found);
    return found;
  }

  function forgetIdle(): void {
    for (const [name, { state, limiter, usedAt }] of known) {
      const isIdle = limiter.activeCount + limiter.pendingCount === 0 && clock.now() - usedAt > IDLE_MS;
      if (isIdle && state.isKept) known.delete(name);
    }
  }

  /** Reports them once, although a journal may be read again. */
  function reportUnreadable(ledger: Ledger): void {
    const [place, ...others] = ledger.takeUnreadable();
    if (place === undefined || reported.has(place)) return;
    reported.add(place);
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    log(`Part of the journal cannot be read, and is skipped: ${place}${more}`, "warn");
  }

  async function run<Result>(
    owner: Owner,
    scope: CallScope,
    write: (writer: Writer) => Promise<Result>,
  ): Promise<Result> {
    forgetIdle();
    const entry = stateOf(owner);
    const { state, limiter } = entry;
    const start = async () => {
      const lease = await state.acquire(scope);
      if (!lease) throw anotherWriter();
      try {
        reportUnreadable(state.ledger);
        await waitUntilClear(state.ledger, scope, clock);
        return await write({
          mayWrite: () => lease.mayWrite(),
          confirm: () => lease.confirm(),
          ledger: state.ledger,
          isKept: () => state.isKept,
          later: (record) => later(owner, record),
        });
      } finally {
        await lease.release();
      }
    };
    try {
      return await whenAllowed(limiter, scope, clock, start, anotherWriter);
    } finally {
      entry.usedAt = clock.now();
    }
  }

  async function later(owner: Owner, record: (ledger: Ledger) => void): Promise<void> {
    const scope = { signal: new AbortController().signal, deadline: clock.now() + LATE_ANSWER_MS };
    await run(owner, scope, async ({ ledger }) => record(ledger)).catch((error: unknown) => {
      if (!(error instanceof TimesheetError)) throw error;
      log(`An answer of Tempo that came late could not be recorded: ${error.message}`, "warn");
    });
  }

  return { run };
}

/** The name of a user's lease and journal: the same in every process, and no other user's. */
export function nameOf({ site, worker }: Owner): string {
  const text = JSON.stringify([site, worker]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** A journal keeps comments and what lists do not show only as this hash. */
export function hashText(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url").slice(0, 22);
}

/**
 * An unreadable record may have announced a request. Once lists show whatever became of it, it may be skipped.
 *
 * @throws CancelledError; NotSentError if that is not so at the scope's deadline
 */
async function waitUntilClear(ledger: Ledger, { deadline, signal }: CallScope, clock: Clock): Promise<void> {
  const wait = ledger.unclearFor();
  if (wait === 0) return;
  if (clock.now() + wait >= deadline) throw journalUnclear(Math.ceil(wait / 1000));
  await clock.sleep(wait, signal);
  if (signal.aborted) throw cancelledBeforeSending();
}
