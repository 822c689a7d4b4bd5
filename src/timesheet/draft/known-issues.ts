import type { Issue } from "../port.ts";
import type { Basis, DraftInput } from "./draft.ts";
import type { Item, Items } from "./items.ts";
import { isBranch, keysIn } from "./keys.ts";
import { issueByRule, issuesByComment, learntTitle } from "./titles.ts";

/** The issue of evidence, and how it is known. */
export interface KnownIssue {
  issue: Issue;
  basis: Basis;
}

/** The issues that evidence itself, the user's rules and the user's worklogs say. Evidence of which they say none is absent. */
export function knownIssues(
  { activities, meetings }: Items,
  { rules, issues, learnt }: Pick<DraftInput, "rules" | "issues" | "learnt">,
): Map<Item, KnownIssue> {
  const byComment = issuesByComment(learnt);
  const byTitle = new Map<string, KnownIssue | undefined>();
  const known = new Map<Item, KnownIssue>();
  const namedIn = namedInText(issues);
  for (const item of [...activities, ...meetings.filter(({ isInRange }) => isInRange)]) {
    const found = namedIn(item) ?? issueOfTitle(item.title);
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

/** The first key in the texts of evidence that is an issue which the user can see. */
function namedInText(issues: ReadonlyMap<string, Issue>): (item: Item) => KnownIssue | undefined {
  const find = (text: string, isBranchName: boolean): KnownIssue | undefined => {
    const key = keysIn(text, isBranchName).find((it) => issues.has(it));
    const issue = key === undefined ? undefined : issues.get(key);
    return issue && { issue, basis: "named" };
  };
  const ofBranch = new Map<string, KnownIssue | undefined>();
  return ({ evidence }) => {
    for (const text of evidence.texts) {
      const isBranchName = isBranch(text, evidence);
      if (isBranchName && !ofBranch.has(text)) ofBranch.set(text, find(text, true));
      const found = isBranchName ? ofBranch.get(text) : find(text, false);
      if (found) return found;
    }
    return undefined;
  };
}
