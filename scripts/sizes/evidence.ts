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

function source(name: EvidenceSource["name"], evidence: readonly Evidence[], found: string): EvidenceSource {
  return {
    name,
    async read(range) {
      const own = evidence.filter((it) => isWithin(range, utcDate(it.kind === "meeting" ? it.start : it.at)));
      return { evidence: own, leftOut: {}, found, problems: [] };
    },
  };
}

/** The evidence of a week of five days, of which one has none. */
export const CORPUS_SOURCES: readonly EvidenceSource[] = [
  source("jira", [], "no changes"),
  source("git", COMMITS, "1 repository, 48 commits"),
  source("calendar", MEETINGS, "1 calendar, 3 meetings"),
];
