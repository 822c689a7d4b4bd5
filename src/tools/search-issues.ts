import { defineTool } from "./tool.ts";

const DEFAULT_LIMIT = 10;

export const searchIssues = defineTool({
  name: "search_issues",
  set: "find",
  title: "Search issues",
  description:
    "Find Jira issues to log time on, by words of their summary or of the user's own recent comments, by key or number; without words, " +
    "those that the user booked recently or is assigned to. Use it if the user gives no key. `partial` means that no issue has all " +
    "words: ask the user. It does not search descriptions or other people's comments.",
  input: "SearchIssuesInput",
  reply: "SearchIssuesResponse",
  effect: "read",

  async handle({ words = "", projectKey, limit = DEFAULT_LIMIT }, context) {
    const { searchIssues: search } = await import("../timesheet/searching/search-issues.ts");
    const { issues, more, words: found } = await search(words, projectKey, limit, context);
    return {
      issues: issues.map(({ key, summary, status, lastBooked, ownComment }) => ({
        issueKey: key,
        issueSummary: summary,
        status,
        ...(lastBooked !== undefined && { lastBooked }),
        ...(ownComment !== undefined && { ownComment }),
      })),
      more,
      ...(found && { partial: true, words: found }),
    };
  },
});
