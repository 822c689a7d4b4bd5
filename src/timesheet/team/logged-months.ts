import { datesOfMonth } from "../calendar-month.ts";
import type { DateRange } from "../dates.ts";
import type { TeamWorklog } from "../port.ts";

/** Whoever knows the hours of one of two members would know those of the other. */
const LEAST_MEMBERS = 3;

/** The calendar months that a range touches, whole. */
export function wholeMonths({ startDate, endDate }: DateRange): DateRange {
  return {
    startDate: datesOfMonth(startDate.slice(0, 7)).startDate,
    endDate: datesOfMonth(endDate.slice(0, 7)).endDate,
  };
}

/**
 * The months in which enough members logged hours to be counted. A month counts or does not, whatever part of it is asked for: so no
 * two totals differ by the hours of one or two members alone.
 */
export class LoggedMonths {
  readonly #members = new Map<string, Set<string>>();

  add({ memberId, date, seconds }: Pick<TeamWorklog, "memberId" | "date" | "seconds">): void {
    if (seconds === 0) return;
    const month = date.slice(0, 7);
    this.#members.set(month, (this.#members.get(month) ?? new Set()).add(memberId));
  }

  counts(month: string): boolean {
    return (this.#members.get(month)?.size ?? 0) >= LEAST_MEMBERS;
  }

  hasAnyThatCounts(): boolean {
    return [...this.#members.keys()].some((month) => this.counts(month));
  }

  /** Those that have hours and do not count, ascending. */
  leftOut(): string[] {
    return [...this.#members.keys()].filter((month) => !this.counts(month)).sort();
  }
}
