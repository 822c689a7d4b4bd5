import type { Clock } from "../../timesheet/clock.ts";
import type { Log } from "../../timesheet/log.ts";
import {
  RATE_INTERVAL_MS,
  type Rate,
  rateOf,
  SlidingWindow,
  type Slot,
  type Slots,
} from "../../timesheet/rate.ts";
import type { Database, Query } from "./connect.ts";
import { DatabaseError } from "./database-error.ts";

interface SharedRateOptions {
  /** Migrated. */
  database: Database;
  clock: Clock;
  /** The rate of all replicas together. */
  requestsPerSecond: number;
  log: Log;
}

/** Slots that are further ahead were reserved before the database's clock was set back: they do not count. */
const MAX_AHEAD_MS = 60_000;

/** The longest pause that other replicas learn of; what was paused for longer, each of them learns anew. */
const MAX_SHARED_PAUSE_MS = 55_000;

/** The milliseconds by which the shortest round trip grows with each request: the database may have moved farther away. */
const ROUND_TRIP_GROWTH_MS = 1;

/** The pause after the database did not answer. */
const AWAY_MS = 2000;

/**
 * One rate for all replicas. While the database is away, each one goes on alone at half the rate, so that users can read: writes
 * need the database anyway.
 */
export function createSharedRate({ database, clock, requestsPerSecond, log }: SharedRateOptions): Rate {
  return rateOf(clock, (site) => new SharedSlots(site, { database, clock, requestsPerSecond, log }));
}

class SharedSlots implements Slots {
  readonly #site: string;
  readonly #options: SharedRateOptions;
  /** While the database is away. */
  #alone: SlidingWindow | undefined;
  #askAgainAt = Number.NEGATIVE_INFINITY;
  /** The shortest recent time in which the database answered, in milliseconds: each slot is used so much later. */
  #roundTrip = Number.POSITIVE_INFINITY;

  constructor(site: string, options: SharedRateOptions) {
    this.#site = site;
    this.#options = options;
  }

  async reserve(): Promise<Slot> {
    const { clock, database, log, requestsPerSecond } = this.#options;
    if (this.#alone && clock.now() < this.#askAgainAt) return this.#alone.reserve();
    const askedAt = clock.now();
    try {
      const wait = await reserveSlot(database.query, this.#site, requestsPerSecond);
      const answeredAt = clock.now();
      this.#alone = undefined;
      this.#roundTrip = Math.min(answeredAt - askedAt, this.#roundTrip + ROUND_TRIP_GROWTH_MS);
      return { earliest: askedAt + this.#roundTrip + wait, latest: answeredAt + wait };
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      this.#askAgainAt = clock.now() + AWAY_MS;
      if (!this.#alone) log("Requests leave at half the rate until the database answers", "warn");
      this.#alone ??= this.#goOnAlone();
      return this.#alone.reserve();
    }
  }

  pause(milliseconds: number): void {
    const { database, requestsPerSecond } = this.#options;
    this.#alone?.pause(milliseconds);
    pauseSlots(database.query, this.#site, requestsPerSecond, milliseconds).catch(() => {});
  }

  /** The slots of this replica alone, after those that all replicas have reserved. */
  #goOnAlone(): SlidingWindow {
    const { clock, requestsPerSecond } = this.#options;
    const window = new SlidingWindow(Math.max(1, Math.floor(requestsPerSecond / 2)), RATE_INTERVAL_MS, clock);
    window.pause(2 * RATE_INTERVAL_MS);
    return window;
  }
}

/** All times are of the database's clock. Returns how long it is until the slot, in milliseconds. @throws DatabaseError */
async function reserveSlot(query: Query, site: string, limit: number): Promise<number> {
  const [row] = await query<{ wait: number }>(
    `UPDATE tempofiller.rate SET slots = (
      SELECT (counted || slot)[greatest(1, cardinality(counted) + 2 - $2::int):]
      FROM (
        SELECT CASE WHEN slots[cardinality(slots)] > clock_timestamp() + $3 * interval '1 ms' THEN '{}' ELSE slots END AS counted
      ) AS last,
      LATERAL (
        SELECT greatest(
          clock_timestamp(),
          counted[cardinality(counted)],
          counted[cardinality(counted) + 1 - $2::int] + $4 * interval '1 ms'
        ) AS slot
      ) AS next
    )
    WHERE site = $1
    RETURNING (extract(epoch FROM slots[cardinality(slots)] - clock_timestamp()) * 1000)::float8 AS wait`,
    [site, limit, MAX_AHEAD_MS, RATE_INTERVAL_MS],
  );
  if (row) return Math.max(0, row.wait);
  await query("INSERT INTO tempofiller.rate (site, slots) VALUES ($1, '{}') ON CONFLICT DO NOTHING", [site]);
  return reserveSlot(query, site, limit);
}

/** Pauses as if so many requests had left an interval before the end of the pause. @throws DatabaseError */
async function pauseSlots(query: Query, site: string, limit: number, milliseconds: number): Promise<void> {
  await query(
    `INSERT INTO tempofiller.rate AS rate (site, slots)
    VALUES ($1, array_fill(clock_timestamp() + $3 * interval '1 ms', ARRAY[$2::int]))
    ON CONFLICT (site) DO UPDATE
    SET slots = array_fill(greatest(rate.slots[cardinality(rate.slots)], excluded.slots[1]), ARRAY[$2::int])`,
    [site, limit, Math.min(milliseconds, MAX_SHARED_PAUSE_MS) - RATE_INTERVAL_MS],
  );
}
