import type { Issue } from "../port.ts";
import type { Basis, DraftInput } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import type { Item, Items } from "./items.ts";
import { isBranch, keysIn, namesIssue } from "./keys.ts";
import { issueByRules, issuesByComment, learntTitle } from "./titles.ts";

/** The issue of evidence, and how it is known. */
export interface KnownIssue {
  issue: Issue;
  basis: Basis;
  /** Another issue, which the commit itself names: its branch goes before it. */
  other?: Issue;
}

/**
 * Evidence by its issue. Evidence with `undefined` names an issue that the user cannot see, so none is looked for. Evidence of which
 * nothing is known is absent.
 */
export type KnownIssues = ReadonlyMap<Item, KnownIssue | undefined>;

/** The issues that evidence itself, the user's rules and the user's worklogs say. */
export function knownIssues(
  { activities, meetings }: Items,
  { rules, issues, learnt }: Pick<DraftInput, "rules" | "issues" | "learnt">,
): KnownIssues {
  const byComment = issuesByComment(learnt);
  const byRules = issueByRules(rules, issues);
  const byTitle = new Map<string, KnownIssue | undefined>();
  const known = new Map<Item, KnownIssue | undefined>();
  const namedIn = namedInText(issues);
  for (const item of [...activities, ...meetings.filter(({ isInRange }) => isInRange)]) {
    const found = namedIn(item) ?? issueOfTitle(item.title);
    const isCertain = found !== undefined && found.basis !== "learnt";
    if (!isCertain && item.evidence.texts.some(namesIssue)) known.set(item, undefined);
    else if (found) known.set(item, found);
  }
  return known;

  function issueOfTitle(title: string): KnownIssue | undefined {
    if (byTitle.has(title)) return byTitle.get(title);
    const ruled = title === "" ? undefined : byRules(title);
    const logged = byComment.get(learntTitle(title));
    const found: KnownIssue | undefined = ruled
      ? { issue: ruled, basis: "rule" }
      : logged && { issue: logged, basis: "learnt" };
    byTitle.set(title, found);
    return found;
  }
}

/** The first issue in the texts of evidence that the user can see, and another one if the commit's subject has others alone. */
function namedInText(issues: ReadonlyMap<string, Issue>): (item: Item) => KnownIssue | undefined {
  const find = (text: string, isBranchName: boolean) =>
    keysIn(text, isBranchName).flatMap((key) => issues.get(key) ?? []);
  const ofBranch = new Map<string, Issue[]>();
  const issuesIn = (text: string, evidence: Evidence): Issue[] => {
    if (!isBranch(text, evidence)) return find(text, false);
    const found = ofBranch.get(text) ?? find(text, true);
    ofBranch.set(text, found);
    return found;
  };
  return ({ evidence }) => {
    const [issue] = evidence.texts.flatMap((text) => issuesIn(text, evidence));
    if (!issue) return undefined;
    const ofSubject = evidence.kind === "commit" ? issuesIn(evidence.subject ?? "", evidence) : [];
    const other = ofSubject.some(({ id }) => id === issue.id) ? undefined : ofSubject[0];
    return { issue, basis: "named", ...(other && { other }) };
  };
}
