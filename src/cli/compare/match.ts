import type { WorklogChange } from "../../generated/outputs.ts";
import { toTime } from "../../timesheet/dates.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { timeText } from "../../timesheet/hours.ts";
import type { ExistingWorklog } from "../../timesheet/port.ts";
import { compareText } from "../../timesheet/totals.ts";
import { cheapestPairs, type Edge } from "./cheapest-pairs.ts";

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
  /** Further worklogs of the second site that have the date, issue, time and comment of one that is paired. */
  doubled: { other: SiteWorklog; pair: Pair<One> }[];
  /** Those that only the second site has. */
  others: SiteWorklog[];
}

/**
 * The cost of a worklog without a partner, and those of a pair. Equal worklogs on neighbouring dates are shifts, however many explain all: a
 * week that was moved by a day is five of them, not one that is missing and four that are equal. A changed worklog costs more than a missing one
 * less a shift, so that a lost worklog is not explained by shifts of others up to an extra one that would be a changed form of the last.
 * Then fewer changes come first, lighter ones, fewer minutes between them, and fewer attributes that only the second site has.
 */
const COST = { unpaired: 1e12, shift: 1e9, change: 1e6, weight: 1e5, minute: 10, besides: 1 };

/**
 * A worklog that is missing and a copy of another one are two mistakes, which are likelier than three shifts of all between them. Likelier
 * still is a lost comment, or another time, that makes a worklog equal to another one of its date: a move does that to many.
 */
const COPY_COST = COST.unpaired - 2.5 * COST.shift;

const MOST = { minutes: 1440, besides: 9 };

/** The fields, those first that a move changes most easily. */
const WEIGHTS: readonly WorklogChange["field"][] = ["attribute", "date", "billableHours", "hours", "comment"];

/** Pairs the worklogs of two sites one to one, whatever their order: as many as can be, at the least cost. */
export function matchWorklogs<One extends SiteWorklog>(
  ones: readonly One[],
  others: readonly SiteWorklog[],
): Matched<One> {
  const [sorted, there] = [inOrder(ones), inOrder(others)];
  const byDay = groupBy(there, (other) => onIssue(other));
  const copies = copiesIn(sorted, there);
  const edgesOf = (one: One) =>
    [0, -1, 1]
      .flatMap((days) => byDay.get(onIssue(one, days)) ?? [])
      .filter((other) => mayBe(one, other))
      .map((other) => edgeTo(other, costOf(one, other, copies.has(other))));
  const partners = new Map<One, SiteWorklog>();
  for (const group of groupBy(sorted, ({ issueId }) => issueId).values())
    for (const [row, other] of cheapestPairs(group.map(edgesOf), COST.unpaired).entries())
      if (other) partners.set(group[row] as One, other);
  const pairs = sorted.flatMap((one) => {
    const other = partners.get(one);
    return other ? [{ one, other, changes: changesBetween(one, other) }] : [];
  });
  const paired = new Set(partners.values());
  const pairOf = new Map(pairs.map((pair) => [contentOnDate(pair.other), pair]));
  const left = there
    .filter((other) => !paired.has(other))
    .map((other) => ({ other, pair: pairOf.get(contentOnDate(other)) }));
  return {
    pairs,
    missing: sorted.filter((one) => !partners.has(one)),
    doubled: left.flatMap(({ other, pair }) => (pair ? [{ other, pair }] : [])),
    others: left.flatMap(({ other, pair }) => (pair ? [] : [other])),
  };
}

/** Worklogs of the second site of which the first one has an equal one on the date, and fewer of them; none if most are on another date. */
function copiesIn(ones: readonly SiteWorklog[], others: readonly SiteWorklog[]): Set<SiteWorklog> {
  const byContent = groupBy(others, (it) => contentOnDate(it));
  const onFirst = groupBy(ones, (one) => contentOnDate(one));
  const alikeBy = (days: number) =>
    [...onFirst.values()].reduce((sum, here) => {
      const there = byContent.get(contentOnDate(here[0] as SiteWorklog, days));
      return sum + Math.min(here.length, there?.length ?? 0);
    }, 0);
  if (Math.max(alikeBy(-1), alikeBy(1)) > alikeBy(0)) return new Set();
  const more = [...byContent].flatMap(([content, there]) => {
    const here = onFirst.get(content) ?? [];
    if (here.length === 0 || here.length >= there.length) return [];
    const edges = here.map((one) => there.map((other) => edgeTo(other, costOf(one, other))));
    const taken = new Set(cheapestPairs(edges, COST.unpaired));
    return there.filter((other) => !taken.has(other));
  });
  return new Set(more);
}

const edgeTo = (column: SiteWorklog, cost: number): Edge<SiteWorklog> => ({ column, cost });

const DAY_MS = 86_400_000;

const onIssue = ({ date, issueId }: SiteWorklog, daysLater = 0) =>
  `${toTime(date) / DAY_MS + daysLater} ${issueId}`;

const contentOnDate = (worklog: SiteWorklog, daysLater = 0) =>
  JSON.stringify([onIssue(worklog, daysLater), worklog.seconds, worklog.text]);

function inOrder<Worklog extends SiteWorklog>(worklogs: readonly Worklog[]): Worklog[] {
  return [...worklogs].sort((a, b) => compareText(a.date, b.date) || compareText(a.id, b.id));
}

/** The comment tells that one on another date is the same worklog, or the time of one without: a day has many worklogs of an hour. */
function mayBe(one: SiteWorklog, other: SiteWorklog): boolean {
  if (one.date === other.date) return true;
  return one.text === other.text && (one.text !== "" || one.seconds === other.seconds);
}

function costOf(one: SiteWorklog, other: SiteWorklog, isCopy = false): number {
  const ofShift = one.date === other.date ? 0 : COST.shift;
  const [isSameTime, isSameText] = [one.seconds === other.seconds, one.text === other.text];
  const isOneChange = ofShift === 0 && (isSameTime ? !isSameText && other.text === "" : isSameText);
  const changes = changesBetween(one, other);
  const weight = changes.reduce((sum, { field }) => sum + WEIGHTS.indexOf(field), 0);
  const minutes = Math.min(MOST.minutes, Math.round(Math.abs(one.seconds - other.seconds) / 60));
  const besides = [...other.attributes.keys()].filter((name) => !one.attributes.has(name)).length;
  return (
    (isSameTime && isSameText ? ofShift : COST.unpaired - COST.shift) +
    (isCopy && !isOneChange ? COPY_COST : 0) +
    COST.change * changes.length +
    COST.weight * weight +
    COST.minute * minutes +
    COST.besides * Math.min(MOST.besides, besides)
  );
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
