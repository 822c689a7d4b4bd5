import type { Issue } from "../port.ts";
import type { Basis, DraftInput } from "./draft.ts";
import type { Item } from "./items.ts";
import { keysNamed } from "./keys.ts";
import { issueByRule, issuesByComment, learntTitle } from "./titles.ts";

/** The issue of evidence, and how it is known. */
export interface KnownIssue {
  issue: Issue;
  basis: Basis;
}

/** The issues that evidence itself, the user's rules and the user's worklogs say. Evidence of which they say none is absent. */
export function knownIssues(
  items: readonly Item[],
  { rules, issues, learnt }: Pick<DraftInput, "rules" | "issues" | "learnt">,
): Map<Item, KnownIssue> {
  const byComment = issuesByComment(learnt);
  const byTitle = new Map<string, KnownIssue | undefined>();
  const known = new Map<Item, KnownIssue>();
  for (const item of items) {
    const found = issueNamed(item, issues) ?? issueOfTitle(item.title);
    if (found) known.set(item, found);
  }
  return known;

  function issueOfTitle(title: string): KnownIssue | undefined {
    if (byTitle.has(title)) return byTitle.get(title);
    const ruled = title === "" ? undefined : issueByRule(title, rules, issues);
    const logged = byComment.get(learntTitle(title));
    const found: KnownIssue | undefined = ruled
      ? { issue: ruled, basis: "rule" }
      : logged && { issue: logged, basis: "learnt" };
    byTitle.set(title, found);
    return found;
  }
}

/** A key counts only if the user can see its issue. */
function issueNamed({ evidence }: Item, issues: ReadonlyMap<string, Issue>): KnownIssue | undefined {
  for (const key of keysNamed(evidence)) {
    const issue = issues.get(key);
    if (issue) return { issue, basis: "named" };
  }
  return undefined;
}
