import { contentKey, isBillableAsWanted, lenientKey } from "../content.ts";
import { groupBy } from "../group-by.ts";
import type { Identity } from "../journal/identity.ts";
import type { Journal } from "../journal/journal.ts";
import type { ExistingWorklog, NewWorklog } from "../port.ts";
import { compareIds } from "../worklogs.ts";

export interface Duplicates {
  found: Map<NewWorklog, ExistingWorklog>;
  /** Worklogs that have the id of an entry's result, and of which nothing proves that they are that result, nor that they are not. */
  unclear: Map<NewWorklog, ExistingWorklog>;
}

/**
 * Pairs worklogs to post with existing ones, one to one. First those that the journal knows and that still are the same,
 * whatever they look like now; then equal ones; then those equal apart from what Tempo may have changed.
 * A worklog that still looks as it was stored for another entry belongs to that entry.
 */
export function findDuplicates(
  wanted: readonly NewWorklog[],
  existing: readonly ExistingWorklog[],
  journal: Pick<Journal, "entriesOf" | "entryOf" | "identityOf" | "isDeleted" | "looksAsStored">,
): Duplicates {
  const found = new Map<NewWorklog, ExistingWorklog>();
  const unclear = new Map<NewWorklog, ExistingWorklog>();
  // The oldest of equal ones comes first: a later one may be another entry, which an earlier call sent and Tempo changed.
  const byAge = [...existing].sort((one, other) => compareIds(one.id, other.id));
  const byId = new Map(byAge.map((worklog) => [worklog.id, worklog]));
  const take = (worklog: NewWorklog, match: ExistingWorklog | undefined) => {
    if (!match) return;
    found.set(worklog, match);
    byId.delete(match.id);
  };

  const resultOf = (worklog: NewWorklog, identity: Identity) =>
    journal.entriesOf(worklog).flatMap((entry) => {
      const result = byId.get(entry.stored?.id ?? "");
      const isIt =
        result &&
        !journal.isDeleted(result.id, result.createdAt) &&
        journal.identityOf(entry, result) === identity;
      return isIt ? [result] : [];
    })[0];

  for (const worklog of wanted) take(worklog, resultOf(worklog, "same"));
  for (const worklog of [...byId.values()]) {
    const entry = journal.entryOf(worklog);
    const isOfIssue = entry?.issueId === worklog.issueId;
    if (isOfIssue && journal.looksAsStored(entry, worklog)) byId.delete(worklog.id);
  }
  for (const [keyOf, mayBeOne] of [
    [contentKey, () => true],
    [lenientKey, isBillableAsWanted],
  ] as const) {
    const unused = groupBy([...byId.values()], (worklog) => keyOf(worklog.issueId, worklog));
    for (const worklog of wanted) {
      if (found.has(worklog)) continue;
      const equal = unused.get(keyOf(worklog.issue.id, worklog)) ?? [];
      const index = equal.findIndex((match) => mayBeOne(worklog, match));
      if (index >= 0) take(worklog, equal.splice(index, 1)[0]);
    }
  }
  for (const worklog of wanted) {
    const result = found.has(worklog) ? undefined : resultOf(worklog, "unclear");
    if (!result) continue;
    unclear.set(worklog, result);
    byId.delete(result.id);
  }
  return { found, unclear };
}
