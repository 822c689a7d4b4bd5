import { isWithin, utcDate } from "../../src/timesheet/dates.ts";
import type { Activity, Evidence, EvidenceSource, Meeting } from "../../src/timesheet/draft/evidence.ts";

/** The week of which the corpus has evidence, the last one before its day. */
export const DRAFTED_WEEK = { startDate: "2026-05-11", endDate: "2026-05-15" };

function commits(date: string, times: readonly string[], branch: string, subject: string): Activity[] {
  return times.map((time) => ({
    kind: "commit",
    source: "git",
    at: moment(date, time),
    texts: [branch, subject],
    place: "/home/ada/app",
    placeName: "app",
    detail: branch,
    subject,
  }));
}

function meeting(date: string, start: string, end: string, title: string): Meeting {
  const texts = [title];
  const time = { start: moment(date, start), end: moment(date, end) };
  return { kind: "meeting", source: "calendar", ...time, title, texts, isTentative: false };
}

function moment(date: string, time: string): number {
  return Date.parse(`${date}T${time}:00Z`);
}

const MORNING = ["09:20", "09:45", "10:10", "10:35", "11:00", "11:25"];
const AFTERNOON = ["13:10", "13:35", "14:00", "14:25", "14:50", "15:15"];
const LOGIN = "feature/PROJ-101-login";

const COMMITS = [
  ...commits("2026-05-11", [...MORNING, ...AFTERNOON], LOGIN, "PROJ-101 Add OAuth support"),
  ...commits("2026-05-12", MORNING, LOGIN, "Refresh the tokens before they end"),
  ...commits("2026-05-12", AFTERNOON, "PROJ-107-slow-search", "Read the index once"),
  ...commits("2026-05-13", [...MORNING, ...AFTERNOON], LOGIN, "Document the flow"),
  ...commits("2026-05-15", [...MORNING, ...AFTERNOON], "PROJ-107-slow-search", "Measure long queries"),
];

const MEETINGS = [
  meeting("2026-05-11", "16:00", "17:00", "PROJ-104 Sprint planning"),
  meeting("2026-05-13", "16:00", "16:30", "PROJ-110 Refinement"),
  meeting("2026-05-15", "16:00", "17:00", "Roadmap with Kim"),
];

/** A full week of five days: 12 entries on six issues, some of two sources, and six meetings without an issue. */
export const RICH_WEEK = { startDate: "2026-05-04", endDate: "2026-05-08" };

const SEARCH = "PROJ-107-slow-search";
const BUILD = "bugfix/PROJ-105-runner-cache";

const RICH_COMMITS = [
  ...commits("2026-05-04", MORNING, LOGIN, "PROJ-101 Add OAuth support"),
  ...commits("2026-05-04", AFTERNOON, SEARCH, "Read the index once"),
  ...commits("2026-05-05", MORNING, LOGIN, "Refresh the tokens before they end"),
  ...commits("2026-05-05", AFTERNOON, BUILD, "Keep the cache of packages between builds"),
  ...commits("2026-05-06", MORNING, SEARCH, "Measure long queries"),
  ...commits("2026-05-07", MORNING, BUILD, "Sign the images that are built"),
  ...commits("2026-05-07", AFTERNOON, SEARCH, "Keep the index in memory"),
  ...commits("2026-05-08", [...MORNING, ...AFTERNOON], LOGIN, "Document the flow"),
];

const RICH_CHANGES: Activity[] = [
  {
    kind: "status",
    source: "jira",
    at: moment("2026-05-04", "15:40"),
    texts: ["PROJ-107"],
    detail: "In Review",
  },
  { kind: "comment", source: "jira", at: moment("2026-05-05", "15:30"), texts: ["PROJ-108"] },
  { kind: "status", source: "jira", at: moment("2026-05-08", "15:40"), texts: ["PROJ-101"], detail: "Done" },
];

const RICH_MEETINGS = [
  ...["2026-05-04", "2026-05-05", "2026-05-06", "2026-05-07", "2026-05-08"].map((date) =>
    meeting(date, "09:00", "09:15", "Daily"),
  ),
  meeting("2026-05-04", "16:00", "17:00", "PROJ-104 Sprint planning"),
  meeting("2026-05-05", "16:00", "16:30", "Roadmap with Kim"),
  meeting("2026-05-06", "16:00", "17:00", "PROJ-110 Refinement"),
  meeting("2026-05-08", "16:00", "17:00", "PROJ-104 Retrospective"),
];

function source(name: EvidenceSource["name"], evidence: readonly Evidence[], found: string): EvidenceSource {
  return {
    name,
    async read(range) {
      const own = evidence.filter((it) => isWithin(range, utcDate(it.kind === "meeting" ? it.start : it.at)));
      return { evidence: own, leftOut: {}, found, problems: [] };
    },
  };
}

/** The evidence of a week of five days, of which one has none, and of the rich one before. */
export const CORPUS_SOURCES: readonly EvidenceSource[] = [
  source("jira", RICH_CHANGES, "3 changes of 3 issues"),
  source("git", [...COMMITS, ...RICH_COMMITS], "1 repository, 54 commits"),
  source("calendar", [...MEETINGS, ...RICH_MEETINGS], "1 calendar, 9 meetings"),
];
