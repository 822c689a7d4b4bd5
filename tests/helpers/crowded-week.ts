import { CORPUS_SEED } from "../../scripts/sizes/corpus.ts";
import { commit, jiraEvent, meeting, source } from "./evidence.ts";

/** A week with 11 entries and 11 pieces of evidence without an issue, each of which may be that of two. */
export const CROWDED_WEEK = { startDate: "2026-05-18", endDate: "2026-05-22" };

const HOUR = 3600;
const MORNING = ["09:20", "09:45", "10:10", "10:35"];
const AFTERNOON = ["13:10", "13:35", "14:00", "14:25"];
const LOGIN = "feature/PROJ-101-login";
const SEARCH = "PROJ-107-slow-search";
const BUILD = "bugfix/PROJ-105-runner-cache";

function commits(day: number, times: readonly string[], branch: string, subject: string) {
  const named = { place: "/home/ada/app", placeName: "app" };
  return times.map((time) => commit(`2026-05-${day} ${time}`, branch, subject, named));
}

const COMMITS = [
  ...commits(18, MORNING, LOGIN, "PROJ-101 Add OAuth support"),
  ...commits(18, AFTERNOON, SEARCH, "Read the index once"),
  ...commits(19, MORNING, LOGIN, "Refresh the tokens before they end"),
  ...commits(19, AFTERNOON, BUILD, "Keep the cache of packages between builds"),
  ...commits(20, MORNING, SEARCH, "Measure long queries"),
  ...commits(20, AFTERNOON, BUILD, "Sign the images that are built"),
  ...commits(21, MORNING, LOGIN, "Document the flow"),
  ...commits(22, MORNING, SEARCH, "Keep the index in memory"),
  // Each day, work that may be for any of the issues in that repository.
  ...[18, 19, 20, 21, 22].flatMap((day) => commits(day, ["17:10", "17:30"], "main", "Tidy up")),
];

const CHANGES = [
  jiraEvent("2026-05-18 15:40", "PROJ-107", "status", "In Review"),
  jiraEvent("2026-05-21 15:40", "PROJ-108"),
];

const MEETINGS = [
  meeting("2026-05-19 16:00", "2026-05-19 17:00", "PROJ-104 Sprint planning"),
  meeting("2026-05-22 16:00", "2026-05-22 17:00", "PROJ-104 Retrospective"),
  meeting("2026-05-18 11:00", "2026-05-18 12:00", "Roadmap with Kim"),
  meeting("2026-05-19 11:00", "2026-05-19 11:30", "Interview for the platform team"),
  meeting("2026-05-20 11:00", "2026-05-20 12:00", "Customer workshop in Hamburg"),
  meeting("2026-05-20 15:00", "2026-05-20 15:30", "Release sync with support"),
  meeting("2026-05-21 13:00", "2026-05-21 14:00", "Architecture review"),
  meeting("2026-05-22 11:00", "2026-05-22 11:30", "Incident follow-up"),
];

/** Comments of worklogs that are like the titles of those meetings, each on two issues. */
const LOGGED = [
  ["Roadmap with everybody", "Roadmap of the platform"],
  ["Interview with a candidate", "Interview for the mobile team"],
  ["Customer workshop in Berlin", "Customer workshop, preparation"],
  ["Release sync", "Release notes with support"],
  ["Architecture of the search", "Review of the architecture"],
  ["Incident on Sunday", "Incident call"],
];

const accountId = CORPUS_SEED.me.accountId;

export const CROWDED_SEED = {
  ...CORPUS_SEED,
  worklogs: [
    ...(CORPUS_SEED.worklogs ?? []),
    ...LOGGED.flatMap((comments, week) =>
      comments.map((description, index) => ({
        issueId: 10_101 + ((3 * week + 5 * index + 2) % 10),
        accountId,
        startDate: `2026-05-0${1 + week}`,
        timeSpentSeconds: HOUR,
        billableSeconds: HOUR,
        description,
      })),
    ),
  ],
};

export const CROWDED_SOURCES = [
  source("jira", CHANGES, { found: "2 changes of 2 issues" }),
  source("git", COMMITS, { found: "1 repository, 42 commits" }),
  source("calendar", MEETINGS, { found: "1 calendar, 8 events", leftOut: { declined: 2, private: 1 } }),
];
