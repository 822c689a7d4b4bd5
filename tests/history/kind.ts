import type { Choose } from "./choose.ts";
import type { Action, Fault, Weather } from "./scenario.ts";

/**
 * `moves`: a move, or a post, that is interrupted, and the changes that follow it. `repeats`: a call
 * that is made again, while its first request may still take effect and long after.
 */
export type Theme = "moves" | "repeats";

/** A kind of run, by the faults that it meets. */
export interface Kind {
  /** Whether docs/reliability.md promises all of it; otherwise its findings are counted. */
  isWithinLimits: boolean;
  /** The faults that one step meets. */
  faults(choose: Choose, action: Action): Fault[];
  /** The theme of its runs, if that is not a bit of all. */
  about?: Theme;
  /** The share of batches that have two equal entries; none unless given. */
  equals?: number;
  weather?(choose: Choose): Partial<Weather>;
}

/** Kinds by their names. */
export type Kinds = Readonly<Record<string, Kind>>;

/** The actors, and whether they have undo. */
export interface Cast {
  /** The least and the most processes of this machine. */
  processes: [number, number];
  hasUndo: boolean;
}

/** The kinds and the actors that histories are made of. */
export interface Repertoire {
  kinds: Kinds;
  cast: Cast;
}

export const CALM: Weather = {
  listLag: [0, 0],
  readLag: [0, 0],
  banks: false,
  change: "nothing",
  addresses: 1,
};
