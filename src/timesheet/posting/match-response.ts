import type { NewWorklog, StoredWorklog } from "../port.ts";

/** Which stored worklog is which of those sent. */
export interface ResponseMatches {
  matches: Map<NewWorklog, StoredWorklog>;
  /** What the response lists beyond those sent. */
  unmatched: Set<StoredWorklog>;
}

/**
 * Matches the worklogs that a response lists with those sent. Tempo promises no order, so they are matched by content: first
 * all of it; then date and duration, since Tempo may change a comment or set billable time by its own rules; then, if one of
 * each is left on a date, the date alone, since it may round a duration.
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

  for (const agree of [isSameContent, isSameDuration])
    for (const worklog of unmatchedSent())
      match(
        worklog,
        [...unmatched].find((candidate) => agree(worklog, candidate)),
      );
  for (const worklog of unmatchedSent()) {
    const candidates = [...unmatched].filter((candidate) => isSameDate(worklog, candidate));
    const rivals = unmatchedSent().filter((rival) => isSameDate(rival, worklog));
    if (candidates.length === 1 && rivals.length === 1) match(worklog, candidates[0]);
  }
  return { matches, unmatched };
}

function isSameDate(a: { date: string }, b: { date: string }): boolean {
  return a.date === b.date;
}

function isSameDuration(a: NewWorklog, b: StoredWorklog): boolean {
  return isSameDate(a, b) && a.seconds === b.seconds;
}

/** Exact, unlike `contentKey`: what a response to these very requests shows differently is matched by duration. */
function isSameContent(a: NewWorklog, b: StoredWorklog): boolean {
  return (
    isSameDuration(a, b) &&
    (b.billableSeconds ?? a.billableSeconds) === a.billableSeconds &&
    a.comment === b.comment
  );
}
