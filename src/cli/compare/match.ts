import type { WorklogChange } from "../../generated/outputs.ts";
import { type DateRange, toTime } from "../../timesheet/dates.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { timeText } from "../../timesheet/hours.ts";
import type { ExistingWorklog } from "../../timesheet/port.ts";
import { compareText } from "../../timesheet/totals.ts";
import { cheapestPairs } from "./cheapest-pairs.ts";

/** The value of a work attribute, as users see it. */
export interface NamedValue {
  name: string;
  value: string;
  /** The name of the value, or else the value itself. */
  shown: string;
}

/** A worklog of one of two sites. */
export interface SiteWorklog extends Omit<ExistingWorklog, "createdAt" | "attributes"> {
  /** The issue's id on the second site, once it is known. */
  issueId: string;
  /** The comment without what storing may change in it. */
  text: string;
  /** Those that are not empty, by their names in lower case: their keys differ between sites. */
  attributes: ReadonlyMap<string, NamedValue>;
}

export interface Pair<One> {
  one: One;
  other: SiteWorklog;
  /** Empty if they are equal. */
  changes: WorklogChange[];
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

const onIssue = (issueId: string, day: number) => `${day} ${issueId}`;

const contentOf = ({ issueId, seconds, text }: SiteWorklog) => JSON.stringify([issueId, seconds, text]);

const contentOnDate = (worklog: SiteWorklog) => worklog.date + contentOf(worklog);

type MayBe = (one: SiteWorklog, other: SiteWorklog) => boolean;

const isAlike: MayBe = (one, other) => one.seconds === other.seconds && one.text === other.text;

/** The comment tells that one on another date is the same worklog, or the time of one without: a day has many worklogs of an hour. */
const isPartlyAlike: MayBe = (one, other) =>
  one.date === other.date
    ? one.seconds === other.seconds || one.text === other.text
    : one.text === other.text && (one.text !== "" || one.seconds === other.seconds);

/**
 * The steps of pairing. Each pairs what those before have left, on an issue and the same or neighbouring dates: as many as can be, of these
 * as many equal ones as can be, of these with the least changes. A step for all would take one lost worklog and an extra one weeks later for
 * a shift and a change of every worklog between them.
 */
const STEPS: { groupOf(one: SiteWorklog): string; mayBe: MayBe }[] = [
  { groupOf: contentOf, mayBe: isAlike },
  { groupOf: ({ issueId }) => issueId, mayBe: isPartlyAlike },
  // Worklogs with another time and another comment are only the same one on the same date.
  { groupOf: ({ issueId, date }) => `${date} ${issueId}`, mayBe: (one, other) => one.date === other.date },
];

/** A missing worklog and a copy are two mistakes, which are likelier than so many shifts. */
const FEWEST_SHIFTS = 3;

/** Pairs the worklogs of two sites one to one, whatever their order. */
export function matchWorklogs<One extends SiteWorklog>(
  ones: readonly One[],
  others: readonly SiteWorklog[],
): Matched<One> {
  const pairOf = new Map<One, Pair<One>>();
  const doubled: Matched<One>["doubled"] = [];
  const missing = new Set(inOrder(ones));
  const left = new Set(inOrder(others));
  const missingNear = nearIn(missing);
  const leftNear = nearIn(left);
  for (const [index, { groupOf, mayBe }] of STEPS.entries()) {
    const groups = [...groupBy(missing, groupOf).values()];
    for (const group of groups) pairGroup(group, mayBe, new Set());
    // The worklogs that are left for later steps are known now: of those that cost the same, those stay that have a partner there.
    const later = STEPS.slice(index + 1);
    const isLater: MayBe = (one, other) => !mayBe(one, other) && later.some((step) => step.mayBe(one, other));
    for (const group of groups) {
      const awaited = awaitedIn(group, mayBe, isLater);
      if (awaited.size > 0) pairGroup(group, mayBe, awaited);
    }
    if (index === 0) for (const group of groups) endChains(group);
    // A copy is no changed form of another worklog.
    const byContent = new Map([...pairOf.values()].map((pair) => [contentOnDate(pair.other), pair]));
    for (const other of left) {
      const pair = byContent.get(contentOnDate(other));
      if (pair && left.delete(other)) doubled.push({ other, pair });
    }
  }
  const pairs = inOrder([...pairOf.keys()]).map((one) => pairOf.get(one) as Pair<One>);
  return { pairs, missing: inOrder([...missing]), doubled, others: [...left] };

  /** Finds the worklogs of a group and its partners that have a partner in a later step, where some of them are left. */
  function awaitedIn(group: readonly One[], mayBe: MayBe, isLater: MayBe): Set<SiteWorklog> {
    const free = group.flatMap((one) => leftNear(one).filter((other) => mayBe(one, other)));
    const taken = group.flatMap((one) => pairOf.get(one)?.other ?? []);
    const withChoice = group.some((one) => missing.has(one)) ? group : [];
    return new Set<SiteWorklog>([
      ...withChoice.filter((one) => leftNear(one).some((other) => isLater(one, other))),
      ...(free.length === 0 ? [] : [...free, ...taken]).filter((other) =>
        missingNear(other).some((one) => isLater(one, other)),
      ),
    ]);
  }

  /** Takes equal worklogs of which one is missing and one a copy for that, where shifts of more worklogs would explain both. */
  function endChains(group: readonly One[]): void {
    const lost = new Set([true, false].flatMap((isLater) => beginsOfChains(group, isLater)));
    if (lost.size === 0) return;
    const rest = group.filter((one) => !lost.has(one) && pairOf.has(one));
    for (const one of lost) {
      const other = pairOf.get(one)?.other;
      if (other) left.add(other);
      pairOf.delete(one);
      missing.add(one);
    }
    pairGroup(rest, isAlike, new Set());
    endChains(group);
  }

  /** Finds the first ones of worklogs that are shifted one after the other up to a date that has its own one and a further one. */
  function beginsOfChains(group: readonly One[], isLater: boolean): One[] {
    const endOf = (one: One) => pairOf.get(one)?.other.date ?? one.date;
    const shifted = group.filter((one) => endOf(one) !== one.date && endOf(one) > one.date === isLater);
    if (shifted.length < FEWEST_SHIFTS) return [];
    const own = new Set(group.flatMap((one) => (pairOf.has(one) && endOf(one) === one.date ? one.date : [])));
    const shiftedOn = groupBy(shifted, ({ date }) => date);
    const ends = new Set(shifted.map(endOf));
    return [...shiftedOn].flatMap(([start, firsts]) => {
      if (ends.has(start)) return [];
      let end = start;
      let shifts = 0;
      let chains = firsts.length;
      for (let next = shiftedOn.get(end); next?.[0]; next = shiftedOn.get(end)) {
        end = endOf(next[0]);
        shifts += 1;
        chains = Math.min(chains, next.length);
      }
      return shifts >= FEWEST_SHIFTS && own.has(end) ? firsts.slice(0, chains) : [];
    });
  }

  /** Pairs the worklogs of a group, whatever they were paired with before. */
  function pairGroup(group: readonly One[], mayBe: MayBe, awaited: ReadonlySet<SiteWorklog>): void {
    for (const one of group) {
      const other = pairOf.get(one)?.other;
      if (other) left.add(other);
      pairOf.delete(one);
      missing.add(one);
    }
    const edges = group.map((one) =>
      leftNear(one).flatMap((column) => {
        if (!mayBe(one, column)) return [];
        const given = [one, column].filter((it) => awaited.has(it)).length;
        return [{ column, cost: costOf(one, column) + COST.awaited * given }];
      }),
    );
    for (const [row, other] of cheapestPairs(edges).entries()) {
      const one = group[row];
      if (!one || !other) continue;
      pairOf.set(one, { one, other, changes: changesBetween(one, other) });
      missing.delete(one);
      left.delete(other);
    }
  }
}

/**
 * Finds the worklogs of which it is not known whether they are missing: each could have the partner of another one, that one a third one's
 * and so on, up to one at an end of what was read, whose partner may be beyond it.
 *
 * @param ones all of the first site
 * @param read the dates that were read
 */
export function withChainToEnd<One extends SiteWorklog>(
  ones: readonly One[],
  { pairs }: Matched<One>,
  read: DateRange,
): Set<One> {
  const partners = new Map(pairs.map(({ one, other }) => [one, other]));
  const near = nearIn(new Set(ones));
  const found = new Set(ones.filter(({ date }) => date === read.startDate || date === read.endDate));
  for (const one of found) {
    const partner = partners.get(one);
    if (!partner) continue;
    for (const another of near(partner)) if (isPartlyAlike(another, partner)) found.add(another);
  }
  return found;
}

function inOrder<Worklog extends SiteWorklog>(worklogs: readonly Worklog[]): Worklog[] {
  return [...worklogs].sort((a, b) => compareText(a.date, b.date) || compareText(a.id, b.id));
}

/** @returns what finds those of a set that are on the issue and the date of a worklog or next to it, as long as they are in the set */
function nearIn<Worklog extends SiteWorklog>(worklogs: ReadonlySet<Worklog>) {
  const all = groupBy(worklogs, (it) => onIssue(it.issueId, dayOf(it)));
  return (worklog: SiteWorklog): Worklog[] => {
    const day = dayOf(worklog);
    const near = [day, day - 1, day + 1].flatMap((it) => all.get(onIssue(worklog.issueId, it)) ?? []);
    return near.filter((it) => worklogs.has(it));
  };
}

/**
 * Equal pairs come before all sums of changes, fewer changes before lighter ones, and the same changes by the minutes between them. Of pairs
 * that are the same in all that, those come first of which the second site has no attributes besides, and for which no later step waits.
 */
const COST = { any: 1e10, change: 200_000, weight: 20_000, minute: 10, besides: 2, awaited: 1 };

const MOST = { minutes: 1440, besides: 3 };

/** The fields, those first that a move changes most easily. */
const WEIGHTS: readonly WorklogChange["field"][] = ["attribute", "date", "billableHours", "hours", "comment"];

function costOf(one: SiteWorklog, other: SiteWorklog): number {
  const besides = [...other.attributes.keys()].filter((name) => !one.attributes.has(name)).length;
  const cost = COST.besides * Math.min(MOST.besides, besides);
  const changes = changesBetween(one, other);
  if (changes.length === 0) return cost;
  const minutes = Math.min(MOST.minutes, Math.round(Math.abs(one.seconds - other.seconds) / 60));
  const costs = changes.map(({ field }) => COST.change + COST.weight * WEIGHTS.indexOf(field));
  return costs.reduce((sum, it) => sum + it, COST.any + COST.minute * minutes + cost);
}

/** Start times are no change: Tempo moves them, and one deployment keeps none. What the second site has besides is none either. */
export function changesBetween(one: SiteWorklog, other: SiteWorklog): WorklogChange[] {
  const changes: WorklogChange[] = [];
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
