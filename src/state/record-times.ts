import type { Clock } from "../timesheet/clock.ts";
import type { JournalStore, ReadRecord, RecordTime } from "../timesheet/journal/records.ts";
import { steadyClock } from "../timesheet/steady-clock.ts";

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
      return records.map((record) => movedTo(now - ageOf(record, read), record));
    },
    append(record) {
      const at = record.at + clock.wallClock() - steady.wallClock();
      store.append({ ...movedTo(at, record), ...clock.machine() });
    },
    hash: (comment) => store.hash(comment),
  };
}

/** A record at another time, with all the times that it holds. */
export function movedTo<Read extends ReadRecord>(at: number, record: Read): Read {
  if (record.type !== "edited" || record.mayBeStoredUntil === undefined) return { ...record, at };
  return { ...record, at, mayBeStoredUntil: record.mayBeStoredUntil + at - record.at };
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
