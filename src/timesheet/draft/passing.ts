import type { Item } from "./items.ts";
import type { KnownIssues } from "./known-issues.ts";
import { LONGEST_GAP_MS } from "./times.ts";

/**
 * The edits of a date that are no work of their own: the user corrects a field of an issue while at work on others. Such an edit is all
 * that the date has of its issue, and something else than an edit is near it.
 *
 * @param items all evidence of the date
 */
export function editsInPassing(items: readonly Item[], known: KnownIssues): Set<Item> {
  const issueOf = (item: Item) => known.get(item)?.issue.id;
  const edits = items.filter((item) => item.evidence.kind === "edit" && known.get(item));
  const others = items.filter(({ evidence: { kind } }) => kind !== "edit" && kind !== "meeting");
  return new Set(
    edits.filter(
      (edit) =>
        items.every((item) => item === edit || issueOf(item) !== issueOf(edit)) &&
        others.some(({ at }) => Math.abs(at - edit.at) <= LONGEST_GAP_MS),
    ),
  );
}
