import type { Issue } from "../port.ts";
import { issueNotFound } from "../posting/errors.ts";
import type { DraftInput } from "./draft.ts";
import type { Item, Items } from "./items.ts";
import { type KnownIssue, knownIssues } from "./known-issues.ts";
import { inferIssues } from "./touched.ts";

/** The issues of evidence, and those known without an inference. */
export interface Mapped {
  issues: ReadonlyMap<Item, KnownIssue>;
  known: ReadonlyMap<Item, KnownIssue>;
}

/**
 * Finds the issues of the evidence. An issue that the user gives to a group is that of its evidence without an issue; if all of its
 * evidence has one, the user corrects it, and it is that of all.
 *
 * @param hasTime whether evidence has time of its own, without which the user does not see that it lacks an issue
 * @throws NotFoundError if the user cannot see an issue of `assign`
 */
export function mapIssues(
  { activities, meetings }: Items,
  input: Pick<DraftInput, "rules" | "issues" | "learnt" | "assign">,
  hasTime: (item: Item) => boolean,
): Mapped {
  const items: Item[] = [...activities, ...meetings.filter(({ ref }) => ref !== undefined)];
  const known = knownIssues(items, input);
  const mapped = () => new Map([...known, ...inferIssues(activities, known)]);
  if (input.assign.length === 0) return { issues: mapped(), known };
  const before = mapped();
  const assigned = assignedIssues(input);
  const ofRefs = items.filter(({ ref }) => ref !== undefined && assigned.has(ref));
  const open = ofRefs.filter((item) => !before.has(item));
  const isOpen = new Set(open.filter(hasTime).map(({ ref }) => ref));
  for (const item of ofRefs) {
    const issue = assigned.get(item.ref ?? "");
    if (issue && (!isOpen.has(item.ref) || !before.has(item))) known.set(item, { issue, basis: "named" });
  }
  return { issues: mapped(), known };
}

function assignedIssues({ assign, issues }: Pick<DraftInput, "assign" | "issues">): Map<string, Issue> {
  return new Map(
    assign.map(({ ref, issueKey }) => {
      const issue = issues.get(issueKey.toUpperCase());
      if (!issue) throw issueNotFound(issueKey);
      return [ref, issue];
    }),
  );
}
