import type { CallContext } from "./call-context.ts";
import { addDays } from "./dates.ts";
import type { FoundIssue } from "./port.ts";

const RECENT_DAYS = 30;

const ISSUE_KEY = /^[A-Za-z][A-Za-z0-9_]*-\d+$/;

export interface SearchResult {
  issues: (FoundIssue & { lastBooked?: string })[];
  more: boolean;
}

/**
 * Issues to log time on: by words of the summary or by key; without words, those of the user's recent worklogs and those assigned
 * to the user. Recent ones come first, then assigned ones.
 *
 * @throws RejectedError if Jira does not know the project
 */
export async function searchIssues(
  text: string,
  projectKey: string | undefined,
  limit: number,
  context: CallContext,
): Promise<SearchResult> {
  const { timesheet, today } = context;
  const recent = { startDate: addDays(today, 1 - RECENT_DAYS), endDate: today };
  const worklogs = await timesheet.getExistingWorklogs(recent, context);
  const lastBooked = new Map<string, string>();
  for (const { issueId, date } of worklogs) {
    if (date > (lastBooked.get(issueId) ?? "")) lastBooked.set(issueId, date);
  }
  const found = await find();
  const issues = unique(found.issues)
    .map((issue) => {
      const date = lastBooked.get(issue.id);
      return date === undefined ? issue : { ...issue, lastBooked: date };
    })
    .sort(byRelevance);
  return { issues: issues.slice(0, limit), more: found.more || issues.length > limit };

  async function find(): Promise<{ issues: FoundIssue[]; more: boolean }> {
    const key = text.trim();
    if (ISSUE_KEY.test(key)) {
      const issue = (await timesheet.findIssues([key], context)).get(key);
      return { issues: issue ? await timesheet.describeIssues([issue.id], context) : [], more: false };
    }
    const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    const query = { words, limit, ...(projectKey !== undefined && { projectKey }) };
    const searched = await timesheet.searchIssues(query, context);
    if (words.length > 0) return searched;
    const described = await timesheet.describeIssues([...lastBooked.keys()], context);
    const prefix = projectKey === undefined ? "" : `${projectKey.toUpperCase()}-`;
    return {
      issues: [...described.filter((issue) => issue.key.startsWith(prefix)), ...searched.issues],
      more: searched.more,
    };
  }
}

function unique(issues: readonly FoundIssue[]): FoundIssue[] {
  return [...new Map(issues.map((issue) => [issue.id, issue])).values()];
}

/** The order of Jira, the last changed first, decides among equals. */
function byRelevance(a: SearchResult["issues"][number], b: SearchResult["issues"][number]): number {
  if (a.lastBooked !== b.lastBooked) return (a.lastBooked ?? "") > (b.lastBooked ?? "") ? -1 : 1;
  return Number(b.isAssigned) - Number(a.isAssigned);
}
