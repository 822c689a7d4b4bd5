import { groupBy } from "../group-by.ts";
import type { Issue } from "../port.ts";
import { issueNotFound } from "../posting/errors.ts";
import type { DraftInput } from "./draft.ts";
import type { Item, Items } from "./items.ts";
import { type KnownIssue, type KnownIssues, knownIssues } from "./known-issues.ts";
import { inferIssues, type Touch, touchesByPlace } from "./touched.ts";

export interface Mapped {
  issueOf(item: Item): KnownIssue | undefined;
  /** The touches from which issues are inferred, by their place. */
  touches: ReadonlyMap<string, readonly Touch[]>;
  /** The evidence whose issue is not inferred. */
  known: KnownIssues;
}

/** Finds the issues of the evidence, apart from what the user says of it in this draft. */
export function mapIssues(
  items: Items,
  input: Pick<DraftInput, "rules" | "issues" | "learnt" | "arePlacesKnown">,
): Mapped {
  return withInferred(items.activities, knownIssues(items, input), input);
}

/**
 * Gives evidence the issues of `assign`. What is inferred may change with them, but a group stays whole: one of which some would get an
 * issue and some would not has none.
 *
 * @param before the issues by which the groups were named: each group has one, or none
 * @throws NotFoundError if the user cannot see an issue of `assign`
 */
export function withAssigned(
  { activities, meetings }: Items,
  before: Mapped,
  input: Pick<DraftInput, "issues" | "assign" | "arePlacesKnown">,
): Mapped {
  if (input.assign.length === 0) return before;
  const assigned = assignedIssues(input);
  const given = new Map(before.known);
  for (const item of [...activities, ...meetings]) {
    const issue = assigned.get(item.ref ?? "");
    if (issue) given.set(item, { issue, basis: "assigned" });
  }
  const mapped = withInferred(activities, given, input);
  const groups = groupBy(activities, ({ ref }) => ref);
  groups.delete(undefined);
  const split = new Set<Item>([...groups.values()].filter((group) => idsOf(group, mapped).size > 1).flat());
  return { ...mapped, issueOf: (item) => (split.has(item) ? undefined : mapped.issueOf(item)) };
}

function idsOf(group: readonly Item[], { issueOf }: Mapped): Set<string | undefined> {
  return new Set(group.map((item) => issueOf(item)?.issue.id));
}

function withInferred(
  activities: Items["activities"],
  known: KnownIssues,
  { arePlacesKnown }: Pick<DraftInput, "arePlacesKnown">,
): Mapped {
  const touches = touchesByPlace(activities, known);
  const inferred: KnownIssues = arePlacesKnown ? inferIssues(activities, known, touches) : new Map();
  return { issueOf: (item) => known.get(item) ?? inferred.get(item), touches, known };
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
