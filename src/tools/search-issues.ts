import { defineTool } from "./tool.ts";

const DEFAULT_LIMIT = 10;

export const searchIssues = defineTool({
  name: "search_issues",
  set: "find",
  title: "Search issues",
  description:
    "Find Jira issues to log time on, by words of their summary; without words, those that the user booked recently or is assigned to. " +
    "Use it if the user gives no key. It does not search comments or worklogs.",
  input: "SearchIssuesInput",
  reply: "SearchIssuesResponse",
  effect: "read",

  async handle({ words = "", projectKey, limit = DEFAULT_LIMIT }, context) {
    const { searchIssues: search } = await import("../timesheet/search-issues.ts");
    const { issues, more } = await search(words, projectKey, limit, context);
    return {
      issues: issues.map(({ key, summary, status, lastBooked }) => ({
        issueKey: key,
        issueSummary: summary,
        status,
        ...(lastBooked !== undefined && { lastBooked }),
      })),
      more,
    };
  },
});
