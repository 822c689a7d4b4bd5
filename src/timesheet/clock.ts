/** The time for which this machine has been running, which no setting of its clock changes. */
export interface MachineTime {
  /** A name of its last start, which all its processes know; undefined where the system has none. */
  boot?: string;
  /** Milliseconds since its start. */
  uptime: number;
}

export interface Clock {
  /** Milliseconds; never goes back. */
  now(): number;
  /** Milliseconds since 1970, to compare a server's dates with. */
  wallClock(): number;
  machine(): MachineTime;
  /** Resolves after the milliseconds, or as soon as the signal fires. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  random(): number;
}

/** Monotonic and wall-clock time. */
export interface Moment {
  now: number;
  wallClock: number;
}

export function momentOf(clock: Clock): Moment {
  return { now: clock.now(), wallClock: clock.wallClock() };
}

/** A process may stop with or without its clocks: the longer gap counts, and a clock that was set counts as one. */
export function gapSince({ now, wallClock }: Moment, clock: Clock): number {
  return Math.max(clock.now() - now, Math.abs(clock.wallClock() - wallClock));
}

const known = new WeakMap<Clock, Clock>();

/**
 * A clock whose wall clock goes on from what it is now, even if that of the machine is set to another time. There is one for each
 * clock, so that all parts of a process agree.
 */
export function steadyClock(clock: Clock): Clock {
  const found = known.get(clock);
  if (found) return found;
  const start = clock.wallClock() - clock.now();
  const steady: Clock = {
    now: () => clock.now(),
    wallClock: () => start + clock.now(),
    machine: () => clock.machine(),
    sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
    random: () => clock.random(),
  };
  known.set(clock, steady).set(steady, steady);
  return steady;
}
