import type { ExistingWorklog, NewWorklog, StoredWorklog } from "../port.ts";
import { contentKey } from "./duplicates.ts";

/**
 * Which stored worklog is which of those sent, and which are left over. Tempo promises no order, so they are told apart
 * by content: first all of it; then date and duration, since Tempo may tidy a comment or set billable time by rules of
 * its own; then, where one of each is left on a date, the date alone, since it may round a duration.
 */
export function matchResponse(
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

/** A worklog that may have come to stand a second time, as it would stand. */
export interface PossibleDouble extends Omit<ExistingWorklog, "id"> {
  /** What was sent. */
  worklog: NewWorklog;
}

/** What the worklogs that came to stand since a batch began are to the batch. */
export interface Findings {
  /** Those in doubt that are stored. */
  stored: Map<NewWorklog, ExistingWorklog>;
  /** Second ones of what was sent again. */
  doubles: Map<PossibleDouble, ExistingWorklog>;
  /** Those in doubt that one of these may be, where nobody can tell: to send them again could store them twice. */
  unclear: Map<NewWorklog, ExistingWorklog[]>;
  /** Somebody else's doing, or something that cannot be told. */
  others: ExistingWorklog[];
}

/**
 * Tells what worklogs that came to stand since a batch began are to it: first by all of their content, among those in
 * doubt and then among possible doubles; then, since Tempo may tidy a comment or set billable time by rules of its own, by
 * issue, date and duration, where that leaves no choice between different ones.
 *
 * @param inDoubt all of the batch that are in doubt: one left out would see another take what is its own
 */
export function reconcile(
  inDoubt: NewWorklog[],
  possibleDoubles: PossibleDouble[],
  found: ExistingWorklog[],
): Findings {
  const findings: Findings = { stored: new Map(), doubles: new Map(), unclear: new Map(), others: [] };
  const left = new Set(found);
  const byContent = new Map<string, ExistingWorklog[]>();
  for (const worklog of found) add(byContent, contentKey(worklog.issueId, worklog), worklog);
  const take = (content: string) => {
    const worklog = byContent.get(content)?.shift();
    if (worklog) left.delete(worklog);
    return worklog;
  };

  for (const worklog of inDoubt) {
    const equal = take(contentKey(worklog.issue.id, worklog));
    if (equal) findings.stored.set(worklog, equal);
  }
  for (const double of possibleDoubles) {
    const equal = take(contentKey(double.issueId, double));
    if (equal) findings.doubles.set(double, equal);
  }

  const rivals = new Map<string, NewWorklog[]>();
  for (const worklog of inDoubt)
    if (!findings.stored.has(worklog)) add(rivals, durationKey(worklog.issue.id, worklog), worklog);
  for (const [time, worklogs] of rivals) {
    const candidates = [...left].filter((worklog) => durationKey(worklog.issueId, worklog) === time);
    const contents = new Set(worklogs.map((worklog) => contentKey(worklog.issue.id, worklog)));
    if (candidates.length < worklogs.length && contents.size > 1) continue;
    worklogs.slice(0, candidates.length).forEach((worklog, index) => {
      const candidate = candidates[index] as ExistingWorklog;
      findings.stored.set(worklog, candidate);
      left.delete(candidate);
    });
  }

  for (const worklog of inDoubt) {
    if (findings.stored.has(worklog)) continue;
    // Its duration too may not be the one that was sent: some instances round.
    const candidates = [...left].filter(
      ({ issueId, date }) => issueId === worklog.issue.id && date === worklog.date,
    );
    if (candidates.length > 0) findings.unclear.set(worklog, candidates);
  }
  findings.others = [...left];
  return findings;
}

/** Worklogs of one issue, date and duration have the same text. */
export function durationKey(issueId: string, { date, seconds }: { date: string; seconds: number }): string {
  return JSON.stringify([issueId, date, seconds]);
}

function add<Value>(groups: Map<string, Value[]>, key: string, value: Value): void {
  const group = groups.get(key) ?? [];
  groups.set(key, group);
  group.push(value);
}
