import type { Choose } from "./choose.ts";
import type { Fault, Weather } from "./scenario.ts";

/** What goes wrong in a run. */
export interface Kind {
  isWithinLimits: boolean;
  /** Why not every history of it holds; it is left out unless HISTORY_KIND names it. */
  doesNotHold?: string;
  /** What one step meets. */
  faults(choose: Choose): Fault[];
  weather?(choose: Choose): Partial<Weather>;
}

/** By their names. */
export type Kinds = Readonly<Record<string, Kind>>;

/** Who acts, and which tools there are. */
export interface Cast {
  /** The least and the most processes of this machine. */
  processes: [number, number];
  hasUndo: boolean;
}

/** What histories are made of. */
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
