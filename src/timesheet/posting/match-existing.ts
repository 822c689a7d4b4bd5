import { contentKey, durationKey, isBillableAsWanted, lenientKey } from "../content.ts";
import { groupBy } from "../group-by.ts";
import type { ExistingWorklog, NewWorklog } from "../port.ts";
import { pairMostAlike } from "./most-alike.ts";

/** A worklog that was sent again and so may be stored twice, as its duplicate would look. */
export interface PossibleDuplicate extends Omit<ExistingWorklog, "id"> {
  worklog: NewWorklog;
}

export interface ExistingMatches {
  stored: Map<NewWorklog, ExistingWorklog>;
  lateDuplicates: Map<PossibleDuplicate, ExistingWorklog>;
  /** Worklogs of unknown outcome that one of these may be: sending them again could store them twice. */
  ambiguous: Map<NewWorklog, ExistingWorklog[]>;
  others: ExistingWorklog[];
}

/**
 * Matches the worklogs that appeared since a batch began with the batch: first by all of their content, for those of unknown
 * outcome and then for possible duplicates; then by what Tempo may have made of it; then by issue, date and duration, unless that
 * leaves a choice between different ones.
 *
 * @param uncertain all of unknown outcome: for one left out, another would take what belongs to it
 * @param batch all of it: what equals one of it may be its copy, here or from another machine, and is no other one
 * @param isAlike whether a worklog of the same issue, date and duration may be an entry
 */
export function matchExisting(
  uncertain: readonly NewWorklog[],
  possibleDuplicates: readonly PossibleDuplicate[],
  found: readonly ExistingWorklog[],
  batch: readonly NewWorklog[] = uncertain,
  isAlike: (entry: NewWorklog, worklog: ExistingWorklog) => boolean = () => true,
): ExistingMatches {
  const unclaimed = new Set(found);
  const byContent = groupBy(found, (worklog) => contentKey(worklog.issueId, worklog));
  function claim<Key>(keys: readonly Key[], keyOf: (key: Key) => string): Map<Key, ExistingWorklog> {
    const claimed = new Map<Key, ExistingWorklog>();
    for (const key of keys) {
      const equal = byContent.get(keyOf(key))?.shift();
      if (!equal) continue;
      claimed.set(key, equal);
      unclaimed.delete(equal);
    }
    return claimed;
  }
  const stored = claim(uncertain, (worklog) => contentKey(worklog.issue.id, worklog));
  const lateDuplicates = claim(possibleDuplicates, (duplicate) => contentKey(duplicate.issueId, duplicate));

  const ofBatch = new Set(batch.map((worklog) => contentKey(worklog.issue.id, worklog)));
  const isCopy = (worklog: ExistingWorklog) => ofBatch.has(contentKey(worklog.issueId, worklog));
  const copies = [...unclaimed].filter(isCopy);
  for (const copy of copies) unclaimed.delete(copy);

  const unmatched = uncertain.filter((worklog) => !stored.has(worklog));
  const take = (worklog: NewWorklog, match: ExistingWorklog) => {
    stored.set(worklog, match);
    unclaimed.delete(match);
  };
  for (const worklog of unmatched) {
    const key = lenientKey(worklog.issue.id, worklog);
    const match = [...unclaimed].find(
      (candidate) =>
        lenientKey(candidate.issueId, candidate) === key && isBillableAsWanted(worklog, candidate),
    );
    if (match) take(worklog, match);
  }
  const left = unmatched.filter((worklog) => !stored.has(worklog));
  for (const [duration, rivals] of groupBy(left, (worklog) => durationKey(worklog.issue.id, worklog))) {
    const candidates = [...unclaimed].filter(
      (worklog) =>
        durationKey(worklog.issueId, worklog) === duration &&
        rivals.every((rival) => isAlike(rival, worklog)),
    );
    const contents = new Set(rivals.map((worklog) => contentKey(worklog.issue.id, worklog)));
    if (candidates.length < rivals.length && contents.size > 1) continue;
    for (const [worklog, candidate] of pairMostAlike(rivals, candidates)) take(worklog, candidate);
  }

  const ambiguous = new Map<NewWorklog, ExistingWorklog[]>();
  for (const worklog of unmatched) {
    if (stored.has(worklog)) continue;
    // The duration is not compared: some instances round it.
    const candidates = [...unclaimed, ...copies].filter(
      ({ issueId, date }) => issueId === worklog.issue.id && date === worklog.date,
    );
    if (candidates.length > 0) ambiguous.set(worklog, candidates);
  }
  return { stored, lateDuplicates, ambiguous, others: [...unclaimed, ...copies] };
}
