import type { Clock } from "../clock.ts";
import type { Limiter } from "../when-allowed.ts";
import { FairQueue } from "./fair-queue.ts";
import { LATE_MS, type Rate, SITE_CONCURRENCY, type Slot } from "./rate.ts";

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
