import { commit, jiraEvent, meeting, source } from "./evidence.ts";

/** A week of the user before the day that the seeds call today. */
export const WEEK = { startDate: "2026-01-05", endDate: "2026-01-09" };

const LOGIN = "feature/PROJ-123-login";

/** Commits at times of a day, of which only the first has a subject that says something. */
const commits = (date: string, times: readonly string[], subject: string) =>
  times.map((time, index) => commit(`${date} ${time}`, LOGIN, index === 0 ? subject : "Fix a typo"));

/** The user's evidence of that week, from three sources; there is nothing on Thursday. */
export const WEEK_SOURCES = [
  source(
    "jira",
    [
      jiraEvent("2026-01-05 15:20", "PROJ-123", "status", "In Review"),
      jiraEvent("2026-01-06 13:05", "PROJ-7"),
      jiraEvent("2026-01-06 13:25", "PROJ-7"),
    ],
    { found: "3 changes in 2 issues" },
  ),
  source(
    "git",
    [
      ...commits(
        "2026-01-05",
        ["09:10", "09:40", "10:05", "10:30", "13:20", "13:50"],
        "PROJ-123 Add OAuth support",
      ),
      ...commits(
        "2026-01-06",
        ["09:30", "09:55", "10:25", "10:50", "11:15"],
        "Refresh the tokens before they end",
      ),
      ...commits("2026-01-07", ["13:00", "13:30", "14:00", "14:20", "14:50"], "Document the flow"),
      ...commits("2026-01-09", ["09:15", "09:45", "10:15", "10:45"], "Raise the limit of attempts"),
    ],
    { found: "1 repository, 20 commits", leftOut: { merge: 1 } },
  ),
  source(
    "calendar",
    [
      meeting("2026-01-05 11:00", "2026-01-05 12:00", "PROJ-4 Sprint planning"),
      meeting("2026-01-07 10:00", "2026-01-07 10:30", "Refinement PROJ-4"),
      meeting("2026-01-09 13:00", "2026-01-09 14:00", "Roadmap with Kim"),
    ],
    { found: "1 calendar, 3 meetings", leftOut: { declined: 2 } },
  ),
];
