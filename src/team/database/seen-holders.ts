import type { Clock } from "../../timesheet/clock.ts";
import { DATABASE_LEASE_EXPIRY_MS } from "../../timesheet/timeline.ts";

/** Who holds a lease, and its last heartbeat, which counts up. */
export interface Holder {
  holder: string;
  heartbeat: string;
}

/** The time after which a lease that is not looked at any more is forgotten. */
const FORGOTTEN_AFTER_MS = 4 * DATABASE_LEASE_EXPIRY_MS;

/**
 * Leases of other processes, as this process has seen them. A lease has expired once this process itself has seen the same
 * heartbeat for DATABASE_LEASE_EXPIRY_MS, by its own clock: the clock of the database or of another machine may be wrong.
 */
export class SeenHolders {
  readonly #clock: Pick<Clock, "now">;
  readonly #byName = new Map<string, Holder & { since: number; lookedAt: number }>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Called once the database has answered: the holder was so at that time, or before. */
  saw(name: string, { holder, heartbeat }: Holder): void {
    const now = this.#clock.now();
    const seen = this.#byName.get(name);
    const isSame = seen?.holder === holder && seen.heartbeat === heartbeat;
    this.#byName.set(name, { holder, heartbeat, since: isSame ? seen.since : now, lookedAt: now });
  }

  expired(name: string): Holder | undefined {
    const seen = this.#byName.get(name);
    return seen && this.#clock.now() - seen.since >= DATABASE_LEASE_EXPIRY_MS ? seen : undefined;
  }

  forget(name: string): void {
    this.#byName.delete(name);
    for (const [other, { lookedAt }] of this.#byName)
      if (this.#clock.now() - lookedAt > FORGOTTEN_AFTER_MS) this.#byName.delete(other);
  }
}
