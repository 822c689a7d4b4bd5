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
}

/** The part of an issue's evidence on a date that is not logged yet. */
export interface Share {
  key: string;
  meetings: number;
  work: number;
}

/** Rule 5, first half: the logged hours of an issue are taken from its evidence. The page leaves open from which part first. */
export function notLogged({ issues }: ModelDay, first: "meetings" | "work"): Share[] {
  return issues.map(({ key, meetings, work, logged }) => {
    const ofFirst = Math.min(logged, first === "work" ? work : meetings);
    const ofOther = Math.min(logged - ofFirst, first === "work" ? meetings : work);
    const [fromWork, fromMeetings] = first === "work" ? [ofFirst, ofOther] : [ofOther, ofFirst];
    return { key, meetings: meetings - fromMeetings, work: work - fromWork };
  });
}

export const total = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

export const missingOn = ({ required, booked }: Pick<ModelDay, "required" | "booked">): number =>
  required - booked < 60 ? 0 : required - booked;

/** The seconds of each issue before they are rounded, and the sum of the date after it. */
export interface Allowed {
  shares: Map<string, number>;
  sum: number;
}

const MOST_STRETCH = 3;

/** Rules 5 and 6: how much of a date each issue may get. */
export function allowedOn(
  day: ModelDay,
  shares: readonly Share[],
  { fill, stepSeconds }: { fill: boolean; stepSeconds: number },
): Allowed[] {
  const missing = day.isClosed ? 0 : missingOn(day);
  const meetings = total(shares.map((it) => it.meetings));
  const work = total(shares.map((it) => it.work));
  const rounded = (seconds: number) => Math.floor((seconds + stepSeconds / 2) / stepSeconds) * stepSeconds;
  const scaled = (ofMeetings: number, ofWork: number) =>
    new Map(shares.map((it) => [it.key, it.meetings * ofMeetings + it.work * ofWork] as const));
  // The page leaves open whether the work is stretched up to the sum, or up to what is then rounded.
  const stretched = (factor: number, sum: number) => [
    { shares: scaled(1, factor), sum },
    ...(work === 0 ? [] : [{ shares: scaled(1, Math.max(0, sum - meetings) / work), sum }]),
  ];

  if (missing === 0 || meetings + work === 0) return [{ shares: new Map(), sum: 0 }];
  if (meetings >= missing) return [{ shares: scaled(missing / meetings, 0), sum: missing }];
  if (meetings + work >= missing) return [{ shares: scaled(1, (missing - meetings) / work), sum: missing }];
  const unmapped = total(day.unmapped.values());
  const wanted = fill ? missing - unmapped : 0;
  if (wanted <= meetings + work || work === 0)
    return stretched(1, Math.min(missing, rounded(meetings + work)));
  const stretch = (wanted - meetings) / work;
  // Whole steps leave at least the unmapped time free; without any of it, the date is filled to the second.
  const fullest = unmapped === 0 ? missing : Math.floor(wanted / stepSeconds) * stepSeconds;
  if (stretch <= MOST_STRETCH) return stretched(stretch, fullest);
  return stretched(MOST_STRETCH, Math.min(fullest, rounded(meetings + work * MOST_STRETCH)));
}

/** The time that the evidence covers beyond what is missing. */
export function overtimeOn(day: ModelDay, shares: readonly Share[]): number {
  const evidence = total(shares.map(({ meetings, work }) => meetings + work)) + total(day.unmapped.values());
  return Math.max(0, evidence - missingOn(day));
}
