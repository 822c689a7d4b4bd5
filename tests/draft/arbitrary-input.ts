import fc from "fast-check";
import { addDays } from "../../src/timesheet/dates.ts";
import type { DraftInput, MappingRule } from "../../src/timesheet/draft/draft.ts";
import type { Activity, Evidence, Meeting } from "../../src/timesheet/draft/evidence.ts";
import type { LoggedTimes } from "../../src/timesheet/posting/post-planned.ts";
import { localTime, momentOf } from "./local-time.ts";
import {
  draftInput,
  existingWorklog,
  jiraEvent,
  learntWorklog,
  meeting,
  scheduleFrom,
  workIn,
} from "./world.ts";

export interface Case {
  input: DraftInput;
  logged: LoggedTimes;
}

/** Weekends with a change of clocks, a Friday that begins at one o'clock, and a common week. */
const STARTS: [startDate: string, zone: string][] = [
  ["2026-03-28", "Europe/Berlin"],
  ["2026-10-24", "Europe/Berlin"],
  ["2026-10-31", "America/New_York"],
  ["2026-04-23", "Africa/Cairo"],
  ["2026-04-04", "Australia/Lord_Howe"],
  ["2026-11-16", "Asia/Kolkata"],
  ["2026-11-16", "UTC"],
];

/** The edges of rule 3 and of the day, in seconds. */
const GAPS = [1, 59, 60, 300, 420, 899, 900, 901, 1500, 1799, 1800, 1801, 2400, 5400, 14_400, 30_000];

const BRANCHES = ["main", "feature/DEMO-1-login", "fix-DEMO-12", "DEMO-404-hidden", "spike", undefined];
const SUBJECTS = [
  ...[
    "Add a test",
    "Add a test",
    "DEMO-2: Fix it",
    "DEMO-404 DEMO-3 both",
    "See DEMO-12 for DEMO-1",
    "DEMO-404",
  ],
  ...[
    "Use UTF-8",
    "Use HIDDEN-8",
    "HIDDEN-9: Fix it",
    'Revert "DEMO-2: Fix it"',
    "XDEMO-1",
    undefined,
    undefined,
  ],
];
const TITLES = [
  "Daily",
  "Daily standup",
  "Roadmap with Kim",
  "DEMO-5 review",
  "1:1",
  "Planning HIDDEN-7",
  "HIDDEN-9: Planning",
  "",
];
const LENGTHS = [5, 10, 15, 25, 30, 45, 60, 90, 100, 240, 1800];
const RULES: MappingRule[] = [
  { pattern: "Daily*", issueKey: "DEMO-4" },
  { pattern: "Daily st*", issueKey: "DEMO-8" },
  { pattern: "*with Kim", issueKey: "DEMO-6" },
  { pattern: "site main", issueKey: "DEMO-7" },
  { pattern: "1:1", issueKey: "DEMO-404" },
];
const LEARNT = [
  "1:1",
  " 1:1",
  "roadmap  with KIM",
  "Planning hidden-7",
  "hidden-9: planning",
  "api spike",
  "Something else",
];

const work = fc.record({
  gap: fc.constantFrom(...GAPS),
  what: fc.constantFrom("commit", "commit", "session", "checkout", "status", "comment"),
  place: fc.constantFrom("site", "api"),
  branch: fc.constantFrom(...BRANCHES),
  subject: fc.constantFrom(...SUBJECTS),
  issue: fc.constantFrom("DEMO-1", "DEMO-2", "DEMO-8"),
});

const planned = fc.record({
  day: fc.integer({ min: -1, max: 2 }),
  minute: fc.integer({ min: 0, max: 287 }).map((it) => it * 5),
  length: fc.constantFrom(...LENGTHS),
  title: fc.constantFrom(...TITLES),
  description: fc.constantFrom("", "", "about DEMO-9"),
  isTentative: fc.boolean(),
});

const REQUIRED = [0, 60, 5400, 14_400, 27_720, 28_800, 28_830, 30_000];

const logging = fc.record({
  day: fc.nat(2),
  issue: fc.constantFrom("DEMO-1", "DEMO-2", "DEMO-4", "DEMO-10"),
  seconds: fc.constantFrom(300, 900, 1000, 3600, 7200, 20_000),
  comment: fc.constantFrom(
    "logged",
    "logged",
    "daily",
    "1:1 ",
    "DEMO-5 review",
    "Fix it",
    "review",
    "See DEMO-12 for DEMO-1",
    "Add a test",
    "Use UTF-8",
  ),
  isListed: fc.boolean(),
});

const common = fc.record({
  start: fc.constantFrom(...STARTS),
  days: fc.integer({ min: 1, max: 3 }),
  firstHour: fc.constantFrom(0, 1, 8, 9, 22),
  before: fc.array(work, { maxLength: 4 }),
  activities: fc.array(work, { maxLength: 14 }),
  meetings: fc.array(planned, { maxLength: 6 }),
  required: fc.array(fc.constantFrom(...REQUIRED), { minLength: 3, maxLength: 3 }),
  logging: fc.array(logging, { maxLength: 3 }),
  rules: fc.subarray(RULES),
  learnt: fc.uniqueArray(
    fc.record({ comment: fc.constantFrom(...LEARNT), ago: fc.integer({ min: 1, max: 56 }) }),
    {
      selector: ({ ago }) => ago,
      maxLength: 4,
    },
  ),
  fill: fc.boolean(),
  stepSeconds: fc.constantFrom(1, 5, 6, 10, 15, 30).map((minutes) => minutes * 60),
  closed: fc.constantFrom("none", "none", "none", "locked", "open"),
});

/** Small inputs at the edges of the rules. Nothing in them depends on what the page leaves open: see `withoutTies`. */
export const cases: fc.Arbitrary<Case> = common.map(({ start: [startDate, zone], days, ...parts }) => {
  const range = { startDate, endDate: addDays(startDate, days - 1) };
  const at = (day: number, minute: number) => momentOf(addDays(startDate, day), minute, zone);
  const evidence = [
    ...chain(at(-6, 600), parts.before),
    ...chain(at(0, parts.firstHour * 60), parts.activities),
    ...parts.meetings.map(({ day, minute, length, ...rest }) => {
      const from = at(day % days, minute);
      return meeting({ ...rest, start: from, end: from + length * 60_000 });
    }),
  ];
  const times = parts.logging.map((it) => ({
    ...existingWorklog(it.issue, addDays(startDate, it.day % days), it.seconds, it.comment),
    isListed: it.isListed,
  }));
  const first = { startDate, endDate: startDate, status: "approved" as const };
  return {
    input: draftInput({
      range,
      zone,
      schedule: scheduleFrom(startDate, parts.required.slice(0, days)),
      evidence: withoutTies(evidence).filter((it) => isBeforeEnd(it, range.endDate, zone)),
      rules: parts.rules,
      learnt: parts.learnt.map(({ comment, ago }) =>
        learntWorklog(`DEMO-${(ago % 4) + 1}`, addDays(startDate, -ago), comment),
      ),
      fill: parts.fill,
      stepSeconds: parts.stepSeconds,
      lockOf: (date) => (parts.closed === "locked" && date === startDate ? first : undefined),
    }),
    logged: {
      existing: times.filter(({ isListed }) => isListed),
      unlisted: times.filter(({ isListed }) => !isListed),
      inDoubt: new Map(parts.closed === "open" ? [[startDate, ""]] : []),
    },
  };
});

type Work = typeof work extends fc.Arbitrary<infer T> ? T : never;

/** Each activity comes a gap after the one before. */
function chain(start: number, activities: readonly Work[]): Activity[] {
  let at = start;
  return activities.map(({ gap, what, place, branch, subject, issue }) => {
    at += gap * 1000;
    if (what === "status" || what === "comment") return jiraEvent(at, what, issue);
    const onBranch = { at, ...(branch !== undefined && { branch }) };
    if (what === "commit")
      return workIn(place, {
        kind: what,
        source: "git",
        ...onBranch,
        ...(subject !== undefined && { subject }),
      });
    if (what === "session")
      return workIn(place, {
        kind: what,
        source: "sessions",
        ...onBranch,
        ...(subject !== undefined && { isPrompt: true }),
      });
    return workIn(place, { kind: "checkout", source: "git", ...onBranch });
  });
}

/** Leaves out the later of two meetings of which rule 2 does not say which one keeps the overlap, and of two at one moment. */
function withoutTies(evidence: readonly Evidence[]): Evidence[] {
  const kept: Evidence[] = [];
  for (const it of evidence) {
    if (it.kind !== "meeting" || !kept.some((other) => other.kind === "meeting" && areTied(it, other)))
      kept.push(it);
  }
  return kept;
}

function areTied(one: Meeting, other: Meeting): boolean {
  const overlap = one.start < other.end && other.start < one.end;
  const isLike = one.isTentative === other.isTentative && one.end - one.start === other.end - other.start;
  return one.start === other.start || (overlap && isLike);
}

function isBeforeEnd(it: Evidence, endDate: string, zone: string): boolean {
  return localTime(it.kind === "meeting" ? it.start : it.at, zone).date <= endDate;
}
