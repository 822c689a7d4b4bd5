import type { Basis } from "../../../src/timesheet/draft/draft.ts";

/** The evidence of an issue on a date, in seconds. */
export interface IssueTime {
  key: string;
  meetings: number;
  work: number;
  /** Logged for the issue on the date. */
  logged: number;
  basis: Basis;
  refs: string[];
  /** The second of its first evidence. */
  first: number;
}

/** All that the model knows of a date. */
export interface ModelDay {
  date: string;
  required: number;
  booked: number;
  isClosed: boolean;
  issues: IssueTime[];
  /** The seconds of each ref without an issue. */
  unmapped: Map<string, number>;
  /** Whether any evidence of the date exists. */
  hasEvidence: boolean;
  /** Whether all of a group is logged on another issue than its own. */
  hasLoggedElsewhere: boolean;
}

/** The part of an issue's evidence on a date that is not logged yet. */
export interface Share {
  key: string;
  meetings: number;
  work: number;
  first: number;
}

/**
 * Rule 5, first half: the logged hours of an issue are taken from its evidence. The page leaves open from which part first. Where an issue
 * with evidence has hours, what is left below a step of any is what rounding has left.
 */
export function notLogged(
  { issues, hasLoggedElsewhere }: ModelDay,
  first: "meetings" | "work",
  { stepSeconds }: { stepSeconds: number },
): Share[] {
  const isBegun = hasLoggedElsewhere || issues.some(({ logged }) => logged > 0);
  return issues.map(({ key, meetings, work, logged, first: moment }) => {
    const ofFirst = Math.min(logged, first === "work" ? work : meetings);
    const ofOther = Math.min(logged - ofFirst, first === "work" ? meetings : work);
    const [fromWork, fromMeetings] = first === "work" ? [ofFirst, ofOther] : [ofOther, ofFirst];
    const left = { key, meetings: meetings - fromMeetings, work: work - fromWork, first: moment };
    return isBegun && left.meetings + left.work < stepSeconds ? { ...left, meetings: 0, work: 0 } : left;
  });
}

export const total = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

export const missingOn = ({ required, booked }: Pick<ModelDay, "required" | "booked">): number =>
  required - booked < 60 ? 0 : required - booked;

/** The time of an issue before it is rounded, in parts of a second. */
export interface ExactShare {
  key: string;
  parts: bigint;
  /** The moment of its first evidence, by which like shares are ordered. */
  first: number;
}

/** The part of a date that each issue may get. */
export interface Allowed {
  shares: ExactShare[];
  /** The number of parts of a second. */
  partsOfSecond: bigint;
  /** The sum of the date after rounding, in seconds. */
  sum: number;
}

const MOST_STRETCH = 3;

/** A fraction. */
type Factor = [times: number, of: number];

/** Rules 5 and 6: how much of a date each issue may get. */
export function allowedOn(
  day: ModelDay,
  shares: readonly Share[],
  { fill, stepSeconds }: { fill: boolean; stepSeconds: number },
): Allowed {
  const missing = day.isClosed ? 0 : missingOn(day);
  const meetings = total(shares.map((it) => it.meetings));
  const work = total(shares.map((it) => it.work));
  const rounded = (seconds: number) => Math.floor((seconds + stepSeconds / 2) / stepSeconds) * stepSeconds;
  const scaled = (ofMeetings: Factor, ofWork: Factor, sum: number): Allowed => {
    const [meetingTimes, meetingParts, workTimes, workParts] = [...ofMeetings, ...ofWork].map(BigInt) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    return {
      shares: shares.map(({ key, first, ...it }) => ({
        ...{ key, first },
        parts: BigInt(it.meetings) * meetingTimes * workParts + BigInt(it.work) * workTimes * meetingParts,
      })),
      partsOfSecond: meetingParts * workParts,
      sum,
    };
  };

  if (missing === 0 || meetings + work === 0) return { shares: [], partsOfSecond: 1n, sum: 0 };
  if (meetings >= missing) return scaled([missing, meetings], [0, 1], missing);
  if (meetings + work >= missing) return scaled([1, 1], [missing - meetings, work], missing);
  const unfilled = scaled([1, 1], [1, 1], Math.min(missing, rounded(meetings + work)));
  const unmapped = total(day.unmapped.values());
  const wanted = missing - unmapped;
  if (!fill || wanted <= meetings + work || work === 0) return unfilled;
  // Whole steps leave at least the unmapped time free; without any of it, the date is filled to the second.
  const fullest = unmapped === 0 ? missing : Math.floor(wanted / stepSeconds) * stepSeconds;
  const reach = meetings + work * MOST_STRETCH;
  const filled =
    reach >= wanted
      ? scaled([1, 1], [wanted - meetings, work], fullest)
      : scaled([1, 1], [MOST_STRETCH, 1], Math.min(fullest, rounded(reach)));
  // Filling makes no day shorter.
  return filled.sum < unfilled.sum ? unfilled : filled;
}

/** The time that the evidence covers beyond what is missing. */
export function overtimeOn(day: ModelDay, shares: readonly Share[]): number {
  const evidence = total(shares.map(({ meetings, work }) => meetings + work)) + total(day.unmapped.values());
  return Math.max(0, evidence - missingOn(day));
}
