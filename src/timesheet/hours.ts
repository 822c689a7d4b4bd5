/** Replies show hours with two decimals, exports with four, so that 20 minutes are 0.3333. */
export type Decimals = 2 | 4;

const SECONDS_IN_HOUR = 3600;

const SECONDS_IN_HUNDREDTH = 36;

/** Rounds once, to two decimals unless told, so totals add seconds first: three times twenty minutes is 1, not 0.99. */
export function toHours(seconds: number, decimals: Decimals = 2): number {
  return Math.round((seconds * 10 ** decimals) / SECONDS_IN_HOUR) / 10 ** decimals;
}

/** Hours that add up to the total, each less than a unit of the last decimal away from its seconds. @param total their sum by `toHours` */
export function toHoursOf(total: number, seconds: readonly number[], decimals: Decimals = 2): number[] {
  const units = 10 ** decimals;
  const shares = seconds.map((each) => each * units);
  return largestRemainder(shares, SECONDS_IN_HOUR, Math.round(total * units)).map((count) => count / units);
}

export function toSeconds(hours: number): number {
  return Math.round(hours * SECONDS_IN_HOUR);
}

/** A time and its billable part, in seconds. */
interface BillableTime {
  seconds: number;
  billableSeconds: number;
}

/** The same in hours. */
export interface BillableHours {
  hours: number;
  billableHours: number;
}

/**
 * Hours and billable hours of the parts of a whole. Both add up to those of the whole, and each, like the hours that are not billable, is
 * less than a unit of the last decimal away from its seconds; so what is billable in full is shown so.
 *
 * @param total the sum by `toHours`, or itself one of such parts
 */
export function toBillableHoursOf(
  total: BillableHours,
  parts: readonly BillableTime[],
  decimals: Decimals = 2,
): BillableHours[] {
  const units = 10 ** decimals;
  const billableUnits = Math.round(total.billableHours * units);
  const whole = toHoursOf(total.hours, times(parts), decimals).map((hours) => Math.round(hours * units));
  const rows = whole.map((count, index) => new Row(parts[index] as BillableTime, count, units));
  exchangeUnits(rows, billableUnits);
  const left = billableUnits - sumOf(rows, "least");
  const open = rows.filter((row) => row.range().most > row.range().least);
  const raised = new Set(open.toSorted((a, b) => b.billable.rest - a.billable.rest).slice(0, left));
  return rows.map((row) => ({
    hours: row.count / units,
    billableHours: (row.range().least + (raised.has(row) ? 1 : 0)) / units,
  }));
}

function times(parts: readonly BillableTime[]): number[] {
  return parts.map(({ seconds }) => seconds);
}

/** A part, and the units that it has so far. */
class Row {
  count: number;
  readonly billable;
  readonly rest;
  readonly isUp;
  readonly #other;

  constructor({ seconds, billableSeconds }: BillableTime, count: number, units: number) {
    this.count = count;
    const all = inUnits(seconds, units);
    this.billable = inUnits(billableSeconds, units);
    this.#other = inUnits(seconds - billableSeconds, units);
    this.rest = all.rest;
    this.isUp = count > all.floor;
  }

  /** The billable units that it can have, with more or fewer units. */
  range(step = 0): { least: number; most: number } {
    const count = this.count + step;
    return {
      least: Math.max(this.billable.floor, count - this.#other.ceil),
      most: Math.min(this.billable.ceil, count - this.#other.floor),
    };
  }
}

function inUnits(seconds: number, units: number) {
  const exact = (seconds * units) / SECONDS_IN_HOUR;
  return { floor: Math.floor(exact), ceil: Math.ceil(exact), rest: exact - Math.floor(exact) };
}

function sumOf(rows: readonly Row[], bound: "least" | "most"): number {
  return rows.reduce((sum, row) => sum + row.range()[bound], 0);
}

/** Moves units from rows to others, if the billable units cannot add up to what is wanted otherwise. */
function exchangeUnits(rows: readonly Row[], wanted: number): void {
  const bound = sumOf(rows, "least") > wanted ? "least" : "most";
  const count = bound === "least" ? sumOf(rows, bound) - wanted : wanted - sumOf(rows, bound);
  if (count <= 0) return;
  const moves = (row: Row, step: 1 | -1) => row.range(step)[bound] !== row.range()[bound];
  const down = rows
    .filter((row) => row.isUp && moves(row, -1) === (bound === "least"))
    .toSorted((a, b) => a.rest - b.rest);
  const up = rows
    .filter((row) => !row.isUp && row.rest > 0 && moves(row, 1) === (bound === "most"))
    .toSorted((a, b) => b.rest - a.rest);
  for (const row of down.slice(0, count)) row.count -= 1;
  for (const row of up.slice(0, count)) row.count += 1;
}

/** Such as 1h 20m, for a time that two decimals of an hour do not say exactly; undefined for others. */
export function exactTime(seconds: number): string | undefined {
  return seconds % SECONDS_IN_HUNDREDTH === 0 ? undefined : timeText(seconds);
}

/** Such as 1.5 h, or 1h 20m where two decimals do not say it exactly. */
export function shownTime(seconds: number): string {
  return exactTime(seconds) ?? `${toHours(seconds)} h`;
}

/** Such as 1h 20m, or 39m 36s. */
export function timeText(seconds: number): string {
  const parts = { h: Math.floor(seconds / 3600), m: Math.floor(seconds / 60) % 60, s: seconds % 60 };
  return Object.entries(parts)
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count}${unit}`)
    .join(" ");
}

/** The seconds of a text such as 1h 20m, 90m or 2h; undefined if it is no such text. */
export function readTime(text: string): number | undefined {
  const [, hours, minutes] = /^(?:(\d{1,4})h)? ?(?:(\d{1,4})m)?$/.exec(text.trim()) ?? [];
  if (hours === undefined && minutes === undefined) return undefined;
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60;
}

/**
 * Whole units for each share. What is left of the total after the whole units of each goes to the largest remainders, one unit each; of
 * equal ones, to the larger share, then to the first.
 *
 * @param shares whole numbers
 * @param unit what a unit is in those numbers
 * @param total the sum of the result: less than a unit away from the sum of the shares
 */
export function largestRemainder(shares: readonly number[], unit: number, total: number): number[] {
  const units = shares.map((share) => Math.floor(share / unit));
  const left = total - units.reduce((sum, count) => sum + count, 0);
  const byRemainder = shares
    .map((share, index) => ({ share, index, remainder: share % unit }))
    .toSorted((a, b) => b.remainder - a.remainder || b.share - a.share || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) units[index] = (units[index] ?? 0) + 1;
  return units;
}
