import { groupBy } from "../../timesheet/group-by.ts";
import type { Moment } from "./transcript.ts";

/** An assistant works on alone. What it does counts as the user's work for as long as a gap between two moments may be. */
const ATTENDED_MS = 30 * 60_000;

/** A stretch of time in milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

/** The moments of sessions, and the time in which assistants worked without the user. */
export interface Split {
  /** The user's moments, and those of assistants soon after one of the same session. */
  attended: Moment[];
  /** The time up to each other moment, as far as its session was seen working. Those of sessions side by side overlap. */
  alone: Span[];
}

/** Splits the moments of an assistant. If no line says whether it is the user's, the transcripts do not tell, and all are attended. */
export function splitMoments(moments: readonly Moment[]): Split {
  if (moments.every(({ isOfUser }) => isOfUser === undefined)) return { attended: [...moments], alone: [] };
  const split: Split = { attended: [], alone: [] };
  // A session that was copied, or resumed under another name, has the lines of the other.
  const known = new Set<string>();
  for (const ofSession of groupBy(moments, ({ session }) => session).values()) {
    let [lastOfUser, last] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const moment of ofSession.toSorted(compareMoments)) {
      const { at, isOfUser, folder } = moment;
      const key = `${at} ${folder}`;
      if (isOfUser) lastOfUser = at;
      if (at - lastOfUser <= ATTENDED_MS) split.attended.push(moment);
      else if (at - last <= ATTENDED_MS && !known.has(key)) split.alone.push({ from: last, to: at });
      known.add(key);
      last = at;
    }
  }
  return split;
}

function compareMoments(a: Moment, b: Moment): number {
  return a.at - b.at || Number(b.isOfUser === true) - Number(a.isOfUser === true);
}
