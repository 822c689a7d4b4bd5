import type { Issue } from "../port.ts";
import { issueNotFound } from "../posting/errors.ts";
import type { DraftInput } from "./draft.ts";
import type { Item, Items } from "./items.ts";
import { type KnownIssue, knownIssues } from "./known-issues.ts";
import { inferIssues, type Touch, touchesByPlace } from "./touched.ts";

export interface Mapped {
  issueOf(item: Item): KnownIssue | undefined;
  /** The touches from which issues are inferred, by their place. */
  touches: ReadonlyMap<string, readonly Touch[]>;
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
  input: Pick<DraftInput, "rules" | "issues" | "learnt" | "assign" | "arePlacesKnown">,
  hasTime: (item: Item) => boolean,
): Mapped {
  const items: Item[] = [...activities, ...meetings.filter(({ ref }) => ref !== undefined)];
  const known = knownIssues(items, input);
  const before = withInferred(activities, known, input);
  if (input.assign.length === 0) return before;
  const assigned = assignedIssues(input);
  const given = new Map(known);
  const ofRefs = items.filter(({ ref }) => ref !== undefined && assigned.has(ref));
  const open = ofRefs.filter((item) => !before.issueOf(item));
  const isOpen = new Set(open.filter(hasTime).map(({ ref }) => ref));
  for (const item of ofRefs) {
    const issue = assigned.get(item.ref ?? "");
    if (issue && (!isOpen.has(item.ref) || !before.issueOf(item))) given.set(item, { issue, basis: "named" });
  }
  return withInferred(activities, given, input);
}

function withInferred(
  activities: Items["activities"],
  known: ReadonlyMap<Item, KnownIssue>,
  { arePlacesKnown }: Pick<DraftInput, "arePlacesKnown">,
): Mapped {
  const touches = touchesByPlace(activities, known);
  const inferred = arePlacesKnown ? inferIssues(activities, known, touches) : new Map<Item, KnownIssue>();
  return { issueOf: (item) => known.get(item) ?? inferred.get(item), touches };
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
