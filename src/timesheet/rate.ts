import type { Clock } from "./clock.ts";
import { cancelledBeforeSending, outOfTime } from "./not-sent.ts";
import { onAbort } from "./on-abort.ts";
import type { CallScope } from "./port.ts";

/** The most requests that a site takes at a time from one process. */
export const SITE_CONCURRENCY = 3;

/** A second and a little more: requests that leave evenly spaced do not arrive so. */
export const RATE_INTERVAL_MS = 1100;

/** A request that leaves later than this after its turn may be too close to later ones, so it takes another turn. */
export const LATE_MS = 50;

/**
 * Runs `start` when it is its turn, and returns its result.
 *
 * @param abandoned fires if `start` has nothing to do any more, so that it needs no turn
 */
export type Limiter = <Result>(start: () => Promise<Result>, abandoned?: AbortSignal) => Promise<Result>;

/** Fails with `tooLate` if the limiter does not allow `start` before the deadline, with CancelledError if cancelled first. */
export function whenAllowed<Result>(
  limiter: Limiter,
  { deadline, signal }: CallScope,
  clock: Clock,
  start: () => Promise<Result>,
  tooLate: () => Error = outOfTime,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let isAllowed = false;
    const waiting = new AbortController();
    const over = new AbortController();
    // A reason, since without one each call would make an error with its stack.
    const stopWaiting = () => waiting.abort("over");
    const stopListening = onAbort(signal, stopWaiting);
    void clock.sleep(deadline - clock.now(), waiting.signal).then(() => {
      stopListening();
      if (isAllowed) return;
      over.abort();
      reject(signal.aborted ? cancelledBeforeSending() : tooLate());
    });
    limiter(async () => {
      if (over.signal.aborted) return;
      isAllowed = true;
      stopWaiting();
      resolve(await start());
    }, over.signal).catch(reject);
  });
}

/** The moment at which a request may leave, as far as it is known: both are times of the clock's `now`. */
export interface Slot {
  earliest: number;
  latest: number;
}

/** The rate at which requests leave for each site, which all users share. */
export interface Rate {
  /** One request of each user in turn. */
  limiterFor(site: string, user: string): Limiter;
  /** Sends the site no request for this time, after it has refused one as too many. */
  pause(site: string, milliseconds: number): void;
}

/** The most slots that a request misses, on a machine that is too busy for any. */
const MAX_MISSED = 5;

/** The slots of one site. */
export interface Slots {
  /** Reserves the next one. */
  reserve(): Promise<Slot>;
  pause(milliseconds: number): void;
}

/** The rate of each site, by its slots. */
export function rateOf(clock: Clock, slotsOf: (site: string) => Slots): Rate {
  const sites = new Map<string, Site>();

  function siteOf(name: string): Site {
    const site = sites.get(name) ?? new Site(clock, slotsOf(name));
    sites.set(name, site);
    return site;
  }

  return {
    limiterFor(site, user): Limiter {
      const { queue } = siteOf(site);
      return (start, abandoned) => queue.run(user, start, abandoned);
    },
    pause: (site, milliseconds) => siteOf(site).pause(milliseconds),
  };
}

class Site {
  readonly queue: FairQueue;
  readonly #clock: Clock;
  readonly #slots: Slots;
  /** A time of the clock's `now`: also for slots that were reserved before. */
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, slots: Slots) {
    this.#clock = clock;
    this.#slots = slots;
    this.queue = new FairQueue(SITE_CONCURRENCY, (abandoned) => this.#nextSlot(abandoned));
  }

  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + milliseconds);
    this.#slots.pause(milliseconds);
  }

  /** A slot that passes later, while a write is recorded, is replaced by the client that sends it: `tempo/http/client.ts`. */
  async #nextSlot(abandoned: AbortSignal | undefined): Promise<void> {
    for (let missed = 0; missed <= MAX_MISSED && !abandoned?.aborted; ) {
      const pause = this.#pausedUntil - this.#clock.now();
      if (pause > 0) {
        await this.#clock.sleep(pause, abandoned);
        continue;
      }
      const { earliest, latest } = await this.#slots.reserve();
      const wait = latest - this.#clock.now();
      if (wait > 0) await this.#clock.sleep(wait, abandoned);
      const now = this.#clock.now();
      if (now < this.#pausedUntil) continue;
      if (now - earliest <= LATE_MS) return;
      missed += 1;
    }
  }
}

type Job = () => Promise<void>;

/** Runs up to `concurrency` jobs at a time, round-robin over users, each once it has a slot. */
class FairQueue {
  readonly #concurrency: number;
  readonly #slot: (abandoned: AbortSignal | undefined) => Promise<void>;
  /** The user whose turn is next comes first. */
  readonly #waiting = new Map<string, Job[]>();
  #running = 0;

  /** @param slot resolves when the next one may start, or once the signal has fired */
  constructor(concurrency: number, slot: (abandoned: AbortSignal | undefined) => Promise<void>) {
    this.#concurrency = concurrency;
    this.#slot = slot;
  }

  /** A job that is abandoned before its turn uses no slot, and fails with the signal's reason. */
  run<Result>(user: string, start: () => Promise<Result>, abandoned?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      const job: Job = async () => {
        try {
          await this.#slot(abandoned);
          abandoned?.throwIfAborted();
          resolve(await start());
        } catch (error) {
          reject(error);
        } finally {
          stopListening();
        }
      };
      const leave = () => {
        if (this.#remove(user, job)) reject(abandoned?.reason);
      };
      if (abandoned?.aborted) return reject(abandoned.reason);
      const stopListening = onAbort(abandoned, leave);
      const jobs = this.#waiting.get(user);
      if (jobs) jobs.push(job);
      else this.#waiting.set(user, [job]);
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#running < this.#concurrency) {
      const job = this.#takeNext();
      if (!job) return;
      this.#running += 1;
      void job().then(() => {
        this.#running -= 1;
        this.#startNext();
      });
    }
  }

  #takeNext(): Job | undefined {
    const [next] = this.#waiting;
    if (!next) return undefined;
    const [user, jobs] = next;
    const job = jobs.shift();
    this.#waiting.delete(user);
    if (jobs.length > 0) this.#waiting.set(user, jobs);
    return job;
  }

  /** Returns whether it was still waiting. */
  #remove(user: string, job: Job): boolean {
    const jobs = this.#waiting.get(user);
    if (!jobs?.includes(job)) return false;
    jobs.splice(jobs.indexOf(job), 1);
    if (jobs.length === 0) this.#waiting.delete(user);
    return true;
  }
}

interface LocalRateOptions {
  clock: Clock;
  requestsPerSecond: number;
}

/** The rate of the only process that sends requests to its sites. */
export function createLocalRate({ clock, requestsPerSecond }: LocalRateOptions): Rate {
  return rateOf(clock, () => {
    const window = new SlidingWindow(requestsPerSecond, RATE_INTERVAL_MS, clock);
    return {
      reserve: async () => window.reserve(),
      pause: (milliseconds) => window.pause(milliseconds),
    };
  });
}

/** Allows at most `limit` slots in any window of `interval` milliseconds, wherever it begins. */
export class SlidingWindow {
  readonly #limit: number;
  readonly #interval: number;
  readonly #clock: Pick<Clock, "now">;
  /** The last ones, ascending, by the clock's `now`. */
  #slots: number[] = [];
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(limit: number, interval: number, clock: Pick<Clock, "now">) {
    this.#limit = limit;
    this.#interval = interval;
    this.#clock = clock;
  }

  /** Reserves the next slot. */
  reserve(): Slot {
    const now = this.#clock.now();
    const oldest = this.#slots.length < this.#limit ? undefined : this.#slots[0];
    const slot = Math.max(
      now,
      this.#pausedUntil,
      this.#slots.at(-1) ?? now,
      oldest === undefined ? now : oldest + this.#interval,
    );
    this.#slots = [...this.#slots, slot].slice(-this.#limit);
    return { earliest: slot, latest: slot };
  }

  /** Gives no slot for this time. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + milliseconds);
  }
}
