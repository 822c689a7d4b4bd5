import { addDays, type DateRange, datesOf } from "../../timesheet/dates.ts";
import { sum } from "../../timesheet/day-balance.ts";
import { LONGEST_GAP_MS } from "../../timesheet/draft/times.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { localDays } from "../../timesheet/zones.ts";
import type { Moment } from "./transcript.ts";

/** An assistant works on alone. What it does counts as the user's work for as long as a gap between two moments may be. */
const ATTENDED_MS = LONGEST_GAP_MS;

/** A stretch of time in milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

/** Time in which an assistant worked, and where it did. */
interface Work extends Span, Pick<Moment, "folder" | "branch"> {}

/** The moments of sessions, and the time in which assistants worked without the user. */
export interface Split {
  /** The user's moments, and those of assistants soon after one of the same session. */
  attended: Moment[];
  /** The time up to each other moment in which its session was seen working, but for the half hour before a prompt. Sessions overlap. */
  alone: Work[];
}

/** Splits the moments of an assistant. If no line says whether it is the user's, the transcripts do not tell, and all are attended. */
export function splitMoments(moments: readonly Moment[]): Split {
  if (moments.every(({ isOfUser }) => isOfUser === undefined)) return { attended: [...moments], alone: [] };
  const split: Split = { attended: [], alone: [] };
  // A session that was copied, or resumed under another name, has the lines of the other.
  const known = new Set<string>();
  for (const ofSession of groupBy(moments, ({ session }) => session).values()) {
    const ascending = ofSession.toSorted(compareMoments);
    const ofUser = ascending.flatMap(({ at, isOfUser }) => (isOfUser ? [at] : []));
    let [begun, last] = [0, Number.NEGATIVE_INFINITY];
    for (const moment of ascending) {
      const { at, isOfUser, id, folder, branch } = moment;
      const key = `${at} ${id}`;
      if (isOfUser) begun += 1;
      const to = Math.min(at, (ofUser[begun] ?? Number.POSITIVE_INFINITY) - ATTENDED_MS);
      if (at - (ofUser[begun - 1] ?? Number.NEGATIVE_INFINITY) <= ATTENDED_MS) split.attended.push(moment);
      else if (last < to && at - last <= ATTENDED_MS && !(id && known.has(key)))
        split.alone.push({ from: last, to, folder, branch });
      known.add(key);
      last = at;
    }
  }
  return split;
}

function compareMoments(a: Moment, b: Moment): number {
  return a.at - b.at || Number(b.isOfUser === true) - Number(a.isOfUser === true);
}

/** The whole seconds that spans have on each date of a range in a zone. Dates without any are absent. */
export function secondsByDate(spans: readonly Span[], range: DateRange, zone: string): Map<string, number> {
  const { startOf } = localDays(zone, range);
  const seconds = datesOf(range).map((date): [string, number] => {
    const [from, to] = [startOf(date) * 1000, startOf(addDays(date, 1)) * 1000];
    const within = (span: Span) => Math.max(0, Math.min(span.to, to) - Math.max(span.from, from));
    return [date, Math.floor(sum(spans, within) / 1000)];
  });
  return new Map(seconds.filter(([, each]) => each > 0));
}
