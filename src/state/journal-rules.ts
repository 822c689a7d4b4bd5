import { createHmac } from "node:crypto";
import type { Clock } from "../timesheet/clock.ts";
import type { JournalRecord, JournalStore, RecordTime } from "../timesheet/ledger/records.ts";
import { steadyClock } from "../timesheet/steady-clock.ts";

/** The time for which records are kept. */
export const KEPT_MS = 62 * 24 * 3_600_000;

/** Comments are stored only as this hash. */
export function hashComment(key: Buffer, comment: string): string {
  return createHmac("sha256", key).update(comment).digest("base64url").slice(0, 22);
}

/** The same for a call, which asks for the hash of each comment several times. */
export function commentHasher(key: Buffer): (comment: string) => string {
  let [last, hash] = ["", hashComment(key, "")];
  return (comment) => {
    if (comment !== last) [last, hash] = [comment, hashComment(key, comment)];
    return hash;
  };
}

/** A record whose texts were kept as they are, with their hashes. */
export function withHashes(record: JournalRecord, hash: (comment: string) => string): JournalRecord {
  return JSON.parse(JSON.stringify(record), (name, value) =>
    name === "comment" || name === "rest" ? hash(value) : value,
  );
}

/**
 * A store for a journal on the steady clock. Its records keep the wall clock and the uptime of the machine, and come back with the
 * times that they have on the reader's steady clock, none of them in its future.
 */
export function onSteadyClock(store: JournalStore, clock: Clock): JournalStore {
  const steady = steadyClock(clock);
  return {
    readNew() {
      const records = store.readNew();
      if (records.length === 0) return records;
      const [wallClock, machine, now] = [clock.wallClock(), clock.machine(), steady.wallClock()];
      const read = { wallClock: () => wallClock, machine: () => machine };
      return records.map((record) => ({ ...record, at: now - ageOf(record, read) }));
    },
    append(record) {
      const at = record.at + clock.wallClock() - steady.wallClock();
      store.append({ ...record, at, ...clock.machine() });
    },
    hash: (comment) => store.hash(comment),
  };
}

/**
 * The age in milliseconds. Since one and the same start of the machine the uptime tells it, whatever the wall clock was set to; otherwise
 * the wall clock does. Where starts have no names, the younger opinion counts: a request that is taken to be younger is waited for.
 */
export function ageOf({ at, boot, uptime }: RecordTime, clock: Pick<Clock, "wallClock" | "machine">): number {
  const machine = clock.machine();
  const byWallClock = Math.max(0, clock.wallClock() - at);
  if (uptime === undefined || boot !== machine.boot) return byWallClock;
  const byUptime = machine.uptime - uptime;
  if (boot !== undefined) return Math.max(0, byUptime);
  return byUptime < 0 ? byWallClock : Math.min(byUptime, byWallClock);
}
