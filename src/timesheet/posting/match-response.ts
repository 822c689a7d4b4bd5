import { hasGiven, matchingValues, valuesByKey } from "../attributes.ts";
import { lenientComment } from "../content.ts";
import { groupBy } from "../group-by.ts";
import type { NewWorklog, StoredWorklog } from "../port.ts";

interface ResponseMatches {
  matches: Map<NewWorklog, StoredWorklog>;
  unmatched: Set<StoredWorklog>;
}

type Pair = readonly [NewWorklog, StoredWorklog];

const MAX_ROUNDING_SECONDS = 1800;

/**
 * Matches the worklogs that a response lists with those sent. Tempo promises no order, so they are matched by content: first
 * all of it; then date and duration, since Tempo may change a comment or set billable time by its own rules; then, if as many of
 * each are left on a date, the date alone, since it may round a duration. The attributes that entries gave tell those apart that are alike
 * otherwise.
 */
export function matchResponse(
  sent: readonly NewWorklog[],
  stored: readonly StoredWorklog[],
): ResponseMatches {
  const matches = new Map<NewWorklog, StoredWorklog>();
  const unmatched = new Set(stored);
  const left = () => sent.filter((worklog) => !matches.has(worklog));

  function take(pairs: readonly Pair[]): void {
    for (const [worklog, found] of pairs) {
      matches.set(worklog, found);
      unmatched.delete(found);
    }
  }

  take(mostAlike(left(), [...unmatched], isSameContent));
  take(mostAlike(left(), [...unmatched], (a, b) => a.date === b.date && a.seconds === b.seconds));
  for (const [date, rivals] of groupBy(left(), (worklog) => worklog.date)) {
    const candidates = [...unmatched].filter((candidate) => candidate.date === date);
    const pairs = mostAlike(rivals, candidates);
    const isRounded = pairs.every(([a, b]) => Math.abs(a.seconds - b.seconds) < MAX_ROUNDING_SECONDS);
    if (candidates.length === rivals.length && isRounded) take(pairs);
  }
  return { matches, unmatched };
}

/** Exact, unlike `contentKey`: what a response to these very requests shows differently is matched by duration. */
function isSameContent(a: NewWorklog, b: StoredWorklog): boolean {
  return (
    a.date === b.date &&
    a.seconds === b.seconds &&
    (b.billableSeconds ?? a.billableSeconds) === a.billableSeconds &&
    a.comment === b.comment &&
    hasGiven(a, b)
  );
}

/**
 * Pairs one to one, the most alike first: by the given attributes that the other has, by what the comments have in common from the start, by
 * duration, by the attributes that were not given, by the given start time, then in order.
 */
export function mostAlike(
  wanted: readonly NewWorklog[],
  found: readonly StoredWorklog[],
  mayMatch: (a: NewWorklog, b: StoredWorklog) => boolean = () => true,
): Pair[] {
  const ranked = wanted
    .flatMap((a) =>
      found.filter((b) => mayMatch(a, b)).map((b) => ({ a, b, differences: differences(a, b) })),
    )
    .sort((x, y) => compareNumbers(x.differences, y.differences));
  const pairs = new Map<NewWorklog, StoredWorklog>();
  const taken = new Set<StoredWorklog>();
  for (const { a, b } of ranked) {
    if (pairs.has(a) || taken.has(b)) continue;
    pairs.set(a, b);
    taken.add(b);
  }
  return [...pairs];
}

/** The differences of two worklogs, in the order in which they count. */
function differences(a: NewWorklog, b: StoredWorklog): number[] {
  const { attributes: given = [], startTime } = a;
  const all = b.attributes === undefined ? 0 : valuesByKey(b.attributes).size;
  return [
    -(matchingValues(given, b.attributes) ?? 0),
    -commonStart(a, b),
    Math.abs(a.seconds - b.seconds),
    all,
    Number(startTime !== undefined && startTime !== b.startTime),
  ];
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((number, at) => number !== b[at]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

/** The characters that two comments have in common from the start; infinite if they are equal. */
function commonStart({ comment: a }: NewWorklog, { comment: b }: StoredWorklog): number {
  const [ours, theirs] = [lenientComment(a), lenientComment(b)];
  if (ours === theirs) return Number.POSITIVE_INFINITY;
  let length = 0;
  while (length < ours.length && ours[length] === theirs[length]) length += 1;
  return length;
}
