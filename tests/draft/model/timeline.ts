import { datesOf } from "../../../src/timesheet/dates.ts";
import type { DraftInput } from "../../../src/timesheet/draft/draft.ts";
import type { Activity, Evidence, Meeting } from "../../../src/timesheet/draft/evidence.ts";
import { localTime, momentOf } from "../local-time.ts";

const LONGEST_GAP = 30 * 60;
const LEAD = 25 * 60;

export const NOTHING = -1;

/** Each second of a range. */
export interface Timeline {
  /** The first second, since 1970. */
  start: number;
  /** The date of each second, as an index of `dates`. */
  dateAt: Int16Array;
  dates: string[];
  /** The evidence that each second belongs to, as its index, or NOTHING. */
  owner: Int32Array;
}

export const isMeeting = (it: Evidence): it is Meeting => it.kind === "meeting";

/**
 * Asks of every second by itself which evidence it belongs to: rules 2 and 3.
 *
 * @param ignored evidence without time on a date, as its index
 */
export function paintTimeline(
  { range, zone }: Pick<DraftInput, "range" | "zone">,
  evidence: readonly Evidence[],
  ignored: (index: number, date: string) => boolean,
): Timeline {
  const dates = datesOf(range);
  const { start, dateAt } = datesOfSeconds(dates, zone);
  const owner = new Int32Array(dateAt.length).fill(NOTHING);
  const meetings = dates.map((date) =>
    evidence.flatMap((it, index) =>
      isMeeting(it) &&
      !ignored(index, date) &&
      localTime(it.start, zone).date <= date &&
      date <= localTime(it.end, zone).date
        ? [{ index, isTentative: it.isTentative, start: it.start / 1000, end: it.end / 1000 }]
        : [],
    ),
  );
  const events = dates.map((date) =>
    evidence
      .flatMap((it, index) =>
        !isMeeting(it) && !ignored(index, date) && localTime(it.at, zone).date === date
          ? [{ index, at: it.at / 1000 }]
          : [],
      )
      .sort((one, other) => one.at - other.at),
  );
  let date = NOTHING;
  let next = 0;
  for (let second = 0; second < owner.length; second += 1) {
    const now = start + second;
    if (dateAt[second] !== date) next = 0;
    date = dateAt[second] as number;
    const ofDate = events[date] ?? [];
    while ((ofDate[next]?.at ?? Infinity) <= now) next += 1;
    owner[second] =
      meetingAt(meetings[date] ?? [], now) ?? workAt(ofDate[next - 1], ofDate[next], now) ?? NOTHING;
  }
  return { start, dateAt, dates, owner };
}

const known = new Map<string, { start: number; dateAt: Int16Array }>();

function datesOfSeconds(dates: readonly string[], zone: string): { start: number; dateAt: Int16Array } {
  const name = `${zone} ${dates.join()}`;
  const found = known.get(name) ?? findDatesOfSeconds(dates, zone);
  known.set(name, found);
  return found;
}

function findDatesOfSeconds(dates: readonly string[], zone: string) {
  const start = momentOf(dates[0] as string, 0, zone) / 1000;
  const indexes: number[] = [];
  for (let minute = start; ; minute += 60) {
    const index = dates.indexOf(localTime(minute * 1000, zone).date);
    if (index === -1) break;
    indexes.push(index);
  }
  const dateAt = new Int16Array(indexes.length * 60);
  indexes.forEach((index, minute) => void dateAt.fill(index, minute * 60, minute * 60 + 60));
  return { start, dateAt };
}

type Placed = Pick<Meeting, "start" | "end" | "isTentative"> & { index: number };

/** Accepted goes before tentative, then the shorter. */
function meetingAt(meetings: readonly Placed[], now: number): number | undefined {
  let best: Placed | undefined;
  for (const it of meetings) {
    if (now < it.start || it.end <= now) continue;
    const isBetter =
      best === undefined ||
      (it.isTentative === best.isTentative ? it.end - it.start < best.end - best.start : best.isTentative);
    if (isBetter) best = it;
  }
  return best?.index;
}

interface Moment {
  index: number;
  at: number;
}

/** The next event of the date has this second if the event before is near, or if it is near itself. */
function workAt(before: Moment | undefined, next: Moment | undefined, now: number): number | undefined {
  if (next === undefined) return undefined;
  const isJoined = before !== undefined && next.at - before.at <= LONGEST_GAP;
  return isJoined || next.at - now <= LEAD ? next.index : undefined;
}

/** The seconds of each evidence on each date of the range: a list for each date, in the order of the evidence. */
export function secondsByDateOf(timeline: Timeline, count: number): number[][] {
  const seconds = timeline.dates.map(() => new Array<number>(count).fill(0));
  timeline.owner.forEach((index, second) => {
    if (index === NOTHING) return;
    const ofDate = seconds[timeline.dateAt[second] as number] as number[];
    ofDate[index] = (ofDate[index] as number) + 1;
  });
  return seconds;
}

/** The moment by which evidence is ordered, in milliseconds. */
export const momentOfEvidence = (it: Activity | Meeting): number => (isMeeting(it) ? it.start : it.at);
