import type { Clock } from "../clock.ts";
import type { Slot } from "./rate.ts";

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
