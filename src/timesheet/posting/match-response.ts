import { groupBy } from "../group-by.ts";
import type { NewWorklog, StoredWorklog } from "../port.ts";
import { pairMostAlike } from "./most-alike.ts";

interface ResponseMatches {
  matches: Map<NewWorklog, StoredWorklog>;
  unmatched: Set<StoredWorklog>;
}

const MAX_ROUNDING_SECONDS = 1800;

/**
 * Matches the worklogs that a response lists with those sent. Tempo promises no order, so they are matched by content: first
 * all of it; then date and duration, since Tempo may change a comment or set billable time by its own rules; then, if as many of
 * each are left on a date, the date alone, since it may round a duration.
 */
export function matchResponse(
  sent: readonly NewWorklog[],
  stored: readonly StoredWorklog[],
): ResponseMatches {
  const matches = new Map<NewWorklog, StoredWorklog>();
  const unmatched = new Set(stored);
  const unmatchedSent = () => sent.filter((worklog) => !matches.has(worklog));

  function match(worklog: NewWorklog, found: StoredWorklog | undefined): void {
    if (!found) return;
    matches.set(worklog, found);
    unmatched.delete(found);
  }

  for (const worklog of sent)
    match(
      worklog,
      [...unmatched].find((candidate) => isSameContent(worklog, candidate)),
    );
  const durationOf = ({ date, seconds }: { date: string; seconds: number }) =>
    JSON.stringify([date, seconds]);
  for (const [duration, rivals] of groupBy(unmatchedSent(), durationOf)) {
    const candidates = [...unmatched].filter((candidate) => durationOf(candidate) === duration);
    for (const pair of pairMostAlike(rivals, candidates)) match(...pair);
  }
  for (const [date, rivals] of groupBy(unmatchedSent(), (worklog) => worklog.date)) {
    const candidates = [...unmatched].filter((candidate) => candidate.date === date);
    const pairs = pairMostAlike(rivals, candidates);
    const isRounded = pairs.every(([a, b]) => Math.abs(a.seconds - b.seconds) < MAX_ROUNDING_SECONDS);
    if (candidates.length === rivals.length && isRounded) for (const pair of pairs) match(...pair);
  }
  return { matches, unmatched };
}

/** Exact, unlike `contentKey`: what a response to these very requests shows differently is matched by duration. */
function isSameContent(a: NewWorklog, b: StoredWorklog): boolean {
  return (
    a.date === b.date &&
    a.seconds === b.seconds &&
    (b.billableSeconds ?? a.billableSeconds) === a.billableSeconds &&
    a.comment === b.comment
  );
}
