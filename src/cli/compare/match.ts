import { toTime } from "../../timesheet/dates.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { timeText } from "../../timesheet/hours.ts";
import { cheapestPairs } from "./cheapest-pairs.ts";

/** The value of a work attribute, as users see it. */
export interface NamedValue {
  name: string;
  value: string;
  /** The name of the value, or else the value itself. */
  shown: string;
}

/** A worklog of one of two sites. */
export interface SiteWorklog {
  id: string;
  /** The issue's id on the second site, once it is known. */
  issueId: string;
  date: string;
  startTime?: string;
  seconds: number;
  billableSeconds: number;
  comment: string;
  /** The comment without what storing may change in it. */
  text: string;
  /** Those that are not empty, by their names in lower case: their keys differ between sites. */
  attributes: ReadonlyMap<string, NamedValue>;
}

/** A field that is another one on the second site. */
export interface Change {
  field: "date" | "hours" | "billableHours" | "comment" | "attribute";
  /** The name of the attribute. */
  name?: string;
  from: string;
  /** Left out for an attribute that is lost. */
  to?: string;
}

export interface Pair<One> {
  one: One;
  other: SiteWorklog;
  /** Empty if they are equal. */
  changes: Change[];
}

export interface Matched<One> {
  pairs: Pair<One>[];
  missing: One[];
  /** Further worklogs of the second site that are equal to one that is paired. */
  doubled: { other: SiteWorklog; pair: Pair<One> }[];
  /** Those that only the second site has. */
  others: SiteWorklog[];
}

const DAY_MS = 86_400_000;

const dayOf = ({ date }: SiteWorklog) => toTime(date) / DAY_MS;

const contentOf = ({ issueId, seconds, text }: SiteWorklog) => JSON.stringify([issueId, seconds, text]);

const contentOnDate = (worklog: SiteWorklog) => worklog.date + contentOf(worklog);

/**
 * The steps of pairing. Each pairs what those before have left, on the same or neighbouring dates: as many as can be, of these as many
 * equal ones as can be, of these with the least changes. A step for all would take one lost worklog and an extra one weeks later for a
 * shift and a change of every worklog between them.
 */
const STEPS: {
  groupOf(worklog: SiteWorklog): string;
  mayBe(one: SiteWorklog, other: SiteWorklog): boolean;
}[] = [
  { groupOf: contentOf, mayBe: () => true },
  {
    groupOf: ({ issueId }) => issueId,
    mayBe: (one, other) => one.seconds === other.seconds || one.text === other.text,
  },
  // Worklogs with another time and another comment are only the same one on the same date.
  { groupOf: ({ issueId, date }) => `${date} ${issueId}`, mayBe: () => true },
];

/** Pairs the worklogs of two sites one to one, whatever their order. */
export function matchWorklogs<One extends SiteWorklog>(
  ones: readonly One[],
  others: readonly SiteWorklog[],
): Matched<One> {
  const pairs: Pair<One>[] = [];
  const doubled: Matched<One>["doubled"] = [];
  const missing = new Set(ones);
  const left = new Set(others);
  for (const { groupOf, mayBe } of STEPS) {
    const groups = groupBy(left, groupOf);
    for (const [group, of] of groupBy(missing, groupOf))
      for (const pair of pairsOf(of, groups.get(group) ?? [], mayBe)) {
        pairs.push(pair);
        missing.delete(pair.one);
        left.delete(pair.other);
      }
    // A copy is no changed form of another worklog.
    const byContent = new Map(pairs.map((pair) => [contentOnDate(pair.other), pair]));
    for (const other of left) {
      const pair = byContent.get(contentOnDate(other));
      if (pair && left.delete(other)) doubled.push({ other, pair });
    }
  }
  return { pairs, missing: [...missing], doubled, others: [...left] };
}

function pairsOf<One extends SiteWorklog>(
  ones: readonly One[],
  others: readonly SiteWorklog[],
  mayBe: (one: One, other: SiteWorklog) => boolean,
): Pair<One>[] {
  if (others.length === 0) return [];
  const onDay = groupBy(others.keys(), (index) => dayOf(others[index] as SiteWorklog));
  const edges = ones.map((one) => {
    const day = dayOf(one);
    const near = [day, day - 1, day + 1].flatMap((it) => onDay.get(it) ?? []);
    return near.flatMap((column) => {
      const other = others[column] as SiteWorklog;
      return mayBe(one, other) ? [{ column, cost: costOf(one, other) }] : [];
    });
  });
  return cheapestPairs(edges).flatMap((column, row) => {
    if (column === undefined) return [];
    const [one, other] = [ones[row] as One, others[column] as SiteWorklog];
    return [{ one, other, changes: changesBetween(one, other) }];
  });
}

/** Equal pairs come before all sums of changes, fewer changes before lighter ones, and the same changes by the minutes between them. */
const COST = { change: 100_000, weight: 10_000, any: 1e10, mostMinutes: 1440 };

/** The fields, those first that a move changes most easily. */
const WEIGHTS: readonly Change["field"][] = ["attribute", "date", "billableHours", "hours", "comment"];

function costOf(one: SiteWorklog, other: SiteWorklog): number {
  const changes = changesBetween(one, other);
  if (changes.length === 0) return 0;
  const minutes = Math.min(COST.mostMinutes, Math.round(Math.abs(one.seconds - other.seconds) / 60));
  const costs = changes.map(({ field }) => COST.change + COST.weight * WEIGHTS.indexOf(field));
  return costs.reduce((sum, cost) => sum + cost, COST.any + minutes);
}

/** Start times are no change: Tempo moves them, and one deployment keeps none. What the second site has besides is none either. */
export function changesBetween(one: SiteWorklog, other: SiteWorklog): Change[] {
  const changes: Change[] = [];
  if (one.date !== other.date) changes.push({ field: "date", from: one.date, to: other.date });
  if (one.seconds !== other.seconds)
    changes.push({ field: "hours", from: timeText(one.seconds), to: timeText(other.seconds) });
  if (!isBillableAlike(one, other))
    changes.push({
      field: "billableHours",
      from: timeText(one.billableSeconds) || "0h",
      to: timeText(other.billableSeconds) || "0h",
    });
  if (one.text !== other.text) changes.push({ field: "comment", from: one.comment, to: other.comment });
  for (const [key, { name, value, shown }] of one.attributes) {
    const kept = other.attributes.get(key);
    if (kept?.value === value || kept?.shown === shown) continue;
    changes.push({ field: "attribute", name, from: shown, ...(kept && { to: kept.shown }) });
  }
  return changes;
}

/** Worklogs that are billable in full on both sites are alike, whatever their hours. */
function isBillableAlike(one: SiteWorklog, other: SiteWorklog): boolean {
  const areWhole = [one, other].every(({ seconds, billableSeconds }) => seconds === billableSeconds);
  return areWhole || one.billableSeconds === other.billableSeconds;
}
