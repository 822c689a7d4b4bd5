import type { NewWorklog, StandingWorklog, StoredWorklog } from "./timesheet.ts";

/**
 * Which stored worklog is which of those sent, and which are left over. Tempo promises no order, so they are told apart
 * by content: first all of it; then date and duration, since Tempo may tidy a comment or set billable time by rules of
 * its own; then, where one of each is left on a date, the date alone, since it may round a duration.
 */
export function matchAnswer(
  sent: NewWorklog[],
  stored: StoredWorklog[],
): { matches: Map<NewWorklog, StoredWorklog>; left: Set<StoredWorklog> } {
  const matches = new Map<NewWorklog, StoredWorklog>();
  const left = new Set(stored);
  const unmatched = () => sent.filter((worklog) => !matches.has(worklog));
  const isOnDate = (a: NewWorklog, b: StoredWorklog) => a.date === b.date;
  const isSameTime = (a: NewWorklog, b: StoredWorklog) => isOnDate(a, b) && a.seconds === b.seconds;
  const isSame = (a: NewWorklog, b: StoredWorklog) =>
    isSameTime(a, b) &&
    (b.billableSeconds ?? a.billableSeconds) === a.billableSeconds &&
    a.comment === b.comment;

  function match(worklog: NewWorklog, candidates: StoredWorklog[]): void {
    const [found] = candidates;
    if (!found) return;
    matches.set(worklog, found);
    left.delete(found);
  }

  for (const agree of [isSame, isSameTime]) {
    for (const worklog of unmatched())
      match(
        worklog,
        [...left].filter((candidate) => agree(worklog, candidate)),
      );
  }
  for (const worklog of unmatched()) {
    const candidates = [...left].filter((candidate) => isOnDate(worklog, candidate));
    const rivals = unmatched().filter(({ date }) => date === worklog.date);
    if (candidates.length === 1 && rivals.length === 1) match(worklog, candidates);
  }
  return { matches, left };
}

/**
 * Which of the worklogs in doubt are found among those that came to stand since: by issue, date and duration. The comment
 * only breaks ties, since Tempo may tidy it. Each found one is taken once.
 */
export function matchFound(
  doubtful: NewWorklog[],
  found: StandingWorklog[],
): Map<NewWorklog, StandingWorklog> {
  const matches = new Map<NewWorklog, StandingWorklog>();
  const left = new Set(found);
  for (const agree of [
    (a: NewWorklog, b: StandingWorklog) => isSameTime(a, b) && a.comment.trim() === b.comment.trim(),
    isSameTime,
  ]) {
    for (const worklog of doubtful) {
      if (matches.has(worklog)) continue;
      const match = [...left].find((candidate) => agree(worklog, candidate));
      if (!match) continue;
      matches.set(worklog, match);
      left.delete(match);
    }
  }
  return matches;
}

function isSameTime(a: NewWorklog, b: StandingWorklog): boolean {
  return a.issue.id === b.issueId && a.date === b.date && a.seconds === b.seconds;
}
