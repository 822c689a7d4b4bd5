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

/** The seconds of each issue before they are rounded, and the sums that the date may have after it. */
export interface Allowed {
  shares: Map<string, number>;
  sums: number[];
}

const MOST_STRETCH = 3;

/** Rules 5 and 6: how much of a date each issue gets. */
export function allowedOn(
  day: ModelDay,
  shares: readonly Share[],
  { fill, stepSeconds }: { fill: boolean; stepSeconds: number },
): Allowed {
  const missing = day.isClosed ? 0 : missingOn(day);
  const meetings = total(shares.map((it) => it.meetings));
  const work = total(shares.map((it) => it.work));
  const unmapped = total(day.unmapped.values());
  const rounded = (seconds: number) => Math.floor((seconds + stepSeconds / 2) / stepSeconds) * stepSeconds;
  const scaled = (ofMeetings: number, ofWork: number) =>
    new Map(shares.map((it) => [it.key, it.meetings * ofMeetings + it.work * ofWork] as const));

  if (missing === 0 || meetings + work === 0) return { shares: new Map(), sums: [0] };
  if (meetings >= missing) return { shares: scaled(missing / meetings, 0), sums: [missing] };
  if (meetings + work >= missing) return { shares: scaled(1, (missing - meetings) / work), sums: [missing] };
  const wanted = fill ? missing - unmapped : 0;
  if (wanted <= meetings + work || work === 0)
    return { shares: scaled(1, 1), sums: [Math.min(missing, rounded(meetings + work))] };
  const stretch = (wanted - meetings) / work;
  if (stretch <= MOST_STRETCH)
    return { shares: scaled(1, stretch), sums: unmapped === 0 ? [missing] : [wanted, rounded(wanted)] };
  const most = meetings + work * MOST_STRETCH;
  return { shares: scaled(1, MOST_STRETCH), sums: [Math.min(missing, rounded(most))] };
}
