import { findRecentIssues } from "../timesheet/recent-issues.ts";
import type { Resource } from "./resource.ts";

/** `{startDate, endDate, byIssue}`, its issues in the shape of get_worklogs' reply. */
export const recentIssues: Resource = {
  name: "recent-issues",
  uri: "tempo://issues/recent",
  title: "Recent issues",
  description:
    "The issues that the user logged time on in the last 30 days, with hours and number of entries, most hours first. " +
    "Use it to learn the issue keys in use.",
  async read(openCall) {
    return findRecentIssues(await openCall());
  },
};
