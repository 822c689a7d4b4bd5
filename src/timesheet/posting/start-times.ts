import { groupBy } from "../group-by.ts";
import { DAY_SECONDS } from "../limits.ts";
import type { ExistingWorklog, NewWorklog } from "../port.ts";

/** Data Center has this for a worklog without a start time. */
const MIDNIGHT = 0;

/**
 * When worklogs start that have no start time of their own, HH:mm:ss: on each date one after another in their order, from the time of day on,
 * and after what exists on the date, or is to, and has a start time. One that would last beyond midnight has none, so that it stays on its
 * date.
 *
 * @param from HH:mm
 * @param unlistedSeconds by date, what is stored and not listed yet
 */
export function startTimesOf(
  worklogs: readonly NewWorklog[],
  from: string,
  existing: readonly ExistingWorklog[],
  unlistedSeconds: ReadonlyMap<string, number>,
): Map<NewWorklog, string> {
  const existingOn = groupBy(existing, ({ date }) => date);
  const startTimes = new Map<NewWorklog, string>();
  for (const [date, ofDate] of groupBy(worklogs, (worklog) => worklog.date)) {
    const ends = [...(existingOn.get(date) ?? []), ...ofDate].map(endOf);
    let next = Math.max(secondOf(from), ...ends) + (unlistedSeconds.get(date) ?? 0);
    for (const worklog of ofDate) {
      if (worklog.startTime !== undefined || next + worklog.seconds > DAY_SECONDS) continue;
      startTimes.set(worklog, timeOf(next));
      next += worklog.seconds;
    }
  }
  return startTimes;
}

/** The second of the day; 0 if it has no start time. */
function endOf({ startTime, seconds }: Pick<ExistingWorklog, "startTime" | "seconds">): number {
  const start = startTime === undefined ? MIDNIGHT : secondOf(startTime);
  return start === MIDNIGHT ? 0 : start + seconds;
}

/** @param time HH:mm or HH:mm:ss; anything else counts as midnight */
function secondOf(time: string): number {
  if (!/^\d{2}:\d{2}(:\d{2})?$/.test(time)) return MIDNIGHT;
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
}

function timeOf(second: number): string {
  const parts = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
