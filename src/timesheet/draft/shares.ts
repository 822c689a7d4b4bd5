import { sum } from "../day-balance.ts";
import { largestRemainder } from "../hours.ts";

/** The evidence of an issue on a date that is not logged yet, in whole seconds. */
export interface Load {
  work: number;
  meetings: number;
}

/** The time that a date can take, and how. */
export interface Room {
  missingSeconds: number;
  /** The evidence without an issue, which keeps its time. */
  unmappedSeconds: number;
  fill: boolean;
  stepSeconds: number;
}

/** Work is stretched to so many times its evidence at most. */
const MOST_STRETCHED = 3;

/** A fraction of two whole numbers, whose result depends on no rounding. */
interface Factor {
  times: number;
  of: number;
}

const WHOLE: Factor = { times: 1, of: 1 };
const NOTHING: Factor = { times: 0, of: 1 };

interface Scale {
  /** The seconds of the day, exactly. */
  total: number;
  work: Factor;
  meetings: Factor;
}

/** The seconds that are drafted for each load. Their sum is what is missing, or the evidence in steps. */
export function shareDay(loads: readonly Load[], room: Room): number[] {
  const { total, work, meetings } = scaleOf(loads, room);
  const exact = loads.map(
    (load) => load.work * work.times * meetings.of + load.meetings * meetings.times * work.of,
  );
  return roundShares(exact, work.of * meetings.of, total, room.stepSeconds);
}

function scaleOf(
  loads: readonly Load[],
  { missingSeconds, unmappedSeconds, fill, stepSeconds }: Room,
): Scale {
  const work = sum(loads, (load) => load.work);
  const meetings = sum(loads, (load) => load.meetings);
  const evidence = work + meetings;
  if (meetings >= missingSeconds)
    return { total: missingSeconds, work: NOTHING, meetings: { times: missingSeconds, of: meetings } };
  if (evidence >= missingSeconds)
    return { total: missingSeconds, work: { times: missingSeconds - meetings, of: work }, meetings: WHOLE };

  const inSteps = (seconds: number) => Math.round(seconds / stepSeconds) * stepSeconds;
  const unstretched = Math.min(inSteps(evidence), missingSeconds);
  const asIs: Scale = { total: unstretched, work: WHOLE, meetings: WHOLE };
  const free = missingSeconds - unmappedSeconds;
  if (!fill || work === 0 || evidence >= free) return asIs;
  // Rounded down, it leaves all of its time to the evidence without an issue.
  const most = unmappedSeconds === 0 ? free : Math.floor(free / stepSeconds) * stepSeconds;
  const stretched = Math.min(free - meetings, MOST_STRETCHED * work);
  const isFilled = meetings + stretched === free;
  const total = isFilled ? most : Math.min(inSteps(meetings + stretched), most);
  // Filling takes nothing from the evidence.
  if (total < unstretched) return asIs;
  return { total, work: { times: stretched, of: work }, meetings: WHOLE };
}

/**
 * Rounds shares to steps by the largest remainder. A share below half a step is 0, and the largest one gets its time. The largest also
 * gets what the total is more than whole steps.
 *
 * @param exact the shares in parts of a second; whole numbers
 * @param parts how many parts a second has
 * @param total the sum of the result, in seconds: as near to the sum of the shares as whole steps are, or not in whole steps
 * @returns seconds
 */
export function roundShares(exact: readonly number[], parts: number, total: number, step: number): number[] {
  const largest = exact.indexOf(Math.max(...exact));
  const shares = exact.map((share, index) => (index !== largest && 2 * share < step * parts ? 0 : share));
  const lost = sum(exact, Number) - sum(shares, Number);
  if (lost > 0) shares[largest] = (shares[largest] ?? 0) + lost;

  const steps = largestRemainder(shares, step * parts, Math.floor(total / step));
  return steps.map((count, index) => count * step + (index === largest ? total % step : 0));
}
