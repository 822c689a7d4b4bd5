import { addDays } from "../../src/timesheet/dates.ts";
import type { DraftInput } from "../../src/timesheet/draft/draft.ts";
import type { Activity, Meeting } from "../../src/timesheet/draft/evidence.ts";
import type { ExistingWorklog, Issue, LoggedWorklog, ScheduledDay } from "../../src/timesheet/port.ts";

/** No text of a draft may have this in it. */
export const PRIVATE = "NEVER-SHOWN";

/** The issues that the user can see. */
export const ISSUES: readonly Issue[] = [
  "Sign in with OAuth",
  "Export as CSV",
  "Slow search",
  "Sprint ceremonies",
  "Upgrade of the database",
  "Support",
  "Dark mode",
  "Crash on start",
  "Invoices",
  "Clean up",
  "Payment by card",
  "Audit trail",
].map((summary, index) => ({ id: String(10_001 + index), key: `DEMO-${index + 1}`, summary }));

export const issueOf = (key: string): Issue => {
  const found = ISSUES.find((issue) => issue.key === key);
  if (!found) throw new Error(`No issue ${key}`);
  return found;
};

export const placeOf = (repository: string) => `/home/${PRIVATE}/${repository}`;

/** Work in a repository, as `git log` or a session shows it. */
export function workIn(
  repository: string,
  parts: Pick<Activity, "kind" | "source" | "at" | "isPrompt"> & { branch?: string; subject?: string },
): Activity {
  const { branch, subject, ...rest } = parts;
  return {
    ...rest,
    texts: [branch, subject].filter((text) => text !== undefined),
    place: placeOf(repository),
    placeName: repository,
    ...(branch !== undefined && { detail: branch }),
    ...(subject !== undefined && { subject }),
  };
}

export function jiraEvent(
  at: number,
  kind: "status" | "comment" | "create" | "edit",
  issueKey: string,
): Activity {
  return {
    kind,
    source: "jira",
    at,
    texts: [issueKey],
    ...(kind === "status" && { detail: "In Review" }),
  };
}

export function meeting(
  parts: Pick<Meeting, "start" | "end" | "title"> & { isTentative?: boolean; description?: string },
): Meeting {
  const { description = "", isTentative = false, ...rest } = parts;
  return {
    kind: "meeting",
    source: "calendar",
    ...rest,
    texts: [rest.title, `${description} ${PRIVATE}`],
    isTentative,
  };
}

/** A worklog from before the range. */
export function learntWorklog(issueKey: string, date: string, comment: string): LoggedWorklog {
  return {
    id: `${date}-${issueKey}`,
    issue: issueOf(issueKey),
    date,
    startTime: "09:00:00",
    seconds: 900,
    billableSeconds: 900,
    comment,
    attributes: new Map(),
  };
}

export function existingWorklog(
  issueKey: string,
  date: string,
  seconds: number,
  comment = "logged",
): ExistingWorklog {
  const { id } = issueOf(issueKey);
  return { id: `${date}-${id}`, issueId: id, date, seconds, billableSeconds: seconds, comment };
}

/** Days of a schedule, by their required seconds. */
export function scheduleFrom(startDate: string, required: readonly number[]): ScheduledDay[] {
  return required.map((requiredSeconds, index) => ({
    date: addDays(startDate, index),
    requiredSeconds,
    isWorkingDayType: requiredSeconds > 0,
  }));
}

/** An input without evidence, to which the parts are given. */
export function draftInput(
  parts: Pick<DraftInput, "range" | "zone" | "schedule" | "evidence"> & Partial<DraftInput>,
): DraftInput {
  return {
    rules: [],
    learnt: [],
    arePlacesKnown: true,
    issues: new Map(ISSUES.map((issue) => [issue.key, issue])),
    assign: [],
    leaveOut: [],
    fill: true,
    stepSeconds: 900,
    hasTitles: true,
    lockOf: () => undefined,
    ...parts,
  };
}
