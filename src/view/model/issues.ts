import { groupBy } from "../../timesheet/group-by.ts";
import { type Day, sumSeconds } from "./days.ts";

/** The number of issues with a colour and pattern of their own; all others share one. */
const MARKED = 6;

/** The class of an issue's colour and pattern, which the style sheet has. */
export type MarkOf = (issueKey: string) => string;

/** @param issues most hours first */
export function marksOf(issues: readonly { issueKey: string }[]): MarkOf {
  const ranks = new Map(issues.map(({ issueKey }, index) => [issueKey, index]));
  return (issueKey) => `mark m${Math.min(ranks.get(issueKey) ?? MARKED, MARKED)}`;
}

/** The logged seconds of a day by issue, in the order in which they were logged. */
export function secondsByIssue({ worklogs }: Pick<Day, "worklogs">): Map<string, number> {
  const groups = groupBy(worklogs, ({ issueKey }) => issueKey);
  return new Map([...groups].map(([issueKey, times]) => [issueKey, sumSeconds(times)]));
}

/** Whether it is a key; replies name hidden issues by their ids. */
export function isIssueKey(text: string): boolean {
  return /^[A-Z][A-Z0-9_]*-\d+$/i.test(text);
}
