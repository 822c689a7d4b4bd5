import type { Draft, DraftInput } from "../../../src/timesheet/draft/draft.ts";
import type { Activity, Evidence, Meeting } from "../../../src/timesheet/draft/evidence.ts";
import { keysOf } from "../../../src/timesheet/draft/issues.ts";
import { makeDraft } from "../../../src/timesheet/draft/make-draft.ts";
import type { Issue, LoggedWorklog, ScheduledDay } from "../../../src/timesheet/port.ts";
import type { LoggedTimes } from "../../../src/timesheet/posting/post-planned.ts";

export const MONDAY = "2026-01-05";
export const TUESDAY = "2026-01-06";
export const WEDNESDAY = "2026-01-07";
export const HOUR = 3600;

/** Issues of the project DEMO exist, up to 20; no others do. */
export const ISSUES: ReadonlyMap<string, Issue> = new Map(
  Array.from({ length: 20 }, (_, index) => issue(index + 1)).map((it) => [it.key, it]),
);

export function issue(number: number): Issue {
  return { id: String(number), key: `DEMO-${number}`, summary: `Summary ${number}` };
}

/** A moment in UTC. @param time HH:mm, of Monday; or YYYY-MM-DD HH:mm, with seconds as well */
export function moment(time: string): number {
  return Date.parse(`${(time.includes(" ") ? time : `${MONDAY} ${time}`).replace(" ", "T")}Z`);
}

interface Work {
  branch?: string;
  subject?: string;
  place?: string;
  kind?: "commit" | "checkout" | "session";
}

/** Work in the repository "web", on the branch "main" unless given. */
export function work(
  time: string,
  { branch = "main", subject, place = "web", kind = "commit" }: Work = {},
): Activity {
  return {
    ...{ kind, source: kind === "session" ? "sessions" : "git", at: moment(time), detail: branch },
    ...{ texts: subject === undefined ? [branch] : [branch, subject] },
    ...{ place: `/home/kim/${place}`, placeName: place },
    ...(subject !== undefined && { subject }),
  };
}

/** A change of an issue. @param status the new one; without it, a comment */
export function change(time: string, key: string, status?: string): Activity {
  const kind = status === undefined ? "comment" : "status";
  return {
    kind,
    source: "jira",
    at: moment(time),
    texts: [key],
    ...(status !== undefined && { detail: status }),
  };
}

export function meeting(
  start: string,
  end: string,
  title: string,
  tentative?: "tentative",
  texts = [title],
): Meeting {
  return {
    ...{ kind: "meeting", source: "calendar", start: moment(start), end: moment(end), title, texts },
    isTentative: tentative !== undefined,
  };
}

export function worklog(
  date: string,
  number: number,
  comment: string,
  seconds = HOUR,
): LoggedWorklog & { issueId: string } {
  const ofIssue = { issue: issue(number), issueId: String(number), attributes: new Map() };
  return { id: `${date}-${number}`, date, seconds, billableSeconds: seconds, comment, ...ofIssue };
}

export const day = (date: string, hours = 8): ScheduledDay => ({
  ...{ date, requiredSeconds: Math.round(hours * HOUR), isWorkingDayType: hours > 0 },
});

/** An input of Monday alone, unless given: unfilled, in steps of a minute, in UTC. */
export function inputOf(evidence: readonly Evidence[], given: Partial<DraftInput> = {}): DraftInput {
  const schedule = given.schedule ?? [day(MONDAY)];
  const range = { startDate: schedule[0]?.date ?? "", endDate: schedule.at(-1)?.date ?? "" };
  return {
    ...{
      range,
      zone: "UTC",
      arePlacesKnown: true,
      schedule,
      evidence,
      rules: [],
      learnt: [],
      issues: ISSUES,
      assign: [],
      leaveOut: [],
    },
    ...{ fill: false, stepSeconds: 60, hasTitles: true, lockOf: () => undefined },
    ...given,
  };
}

export const NOTHING_LOGGED: LoggedTimes = { existing: [], unlisted: [], inDoubt: new Map() };

/** The draft, with the issues of the keys that it asks for alone. */
export function draft(
  evidence: readonly Evidence[],
  given: Partial<DraftInput> = {},
  logged: Partial<LoggedTimes> = {},
): Draft {
  const input = inputOf(evidence, given);
  const asked = new Set(keysOf(input));
  const issues = new Map([...input.issues].filter(([key]) => asked.has(key)));
  return makeDraft({ ...input, issues }, { ...NOTHING_LOGGED, ...logged });
}

/** Entries and what has no issue, in minutes: "DEMO-1 90", "c1 30". */
export function minutesOf({ entries, unmapped }: Draft): string[] {
  const dates = new Set([...entries, ...unmapped].map(({ date }) => date));
  const on = (date: string) => (dates.size > 1 ? `${date} ` : "");
  return [
    ...entries.map((entry) => `${on(entry.date)}${entry.issue.key} ${entry.seconds / 60}`),
    ...unmapped.map((it) => `${on(it.date)}${it.ref} ${it.seconds / 60}`),
  ];
}
