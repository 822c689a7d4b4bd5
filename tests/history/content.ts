import type { SandboxWorklog } from "../../src/sandbox/state.ts";
import { toHours } from "../../src/timesheet/hours.ts";
import { plannedEntry } from "./claims.ts";
import type { FinalWorklog } from "./history.ts";
import type { Entry } from "./scenario.ts";

/** The work attribute that worklogs may have. */
export const TEAM_KEY = "_Team_";

/** The issues of the seed, by id; their keys may change. */
export const ISSUES: Record<number, string> = {
  10123: "PROJ-123",
  10007: "PROJ-7",
  10004: "PROJ-4",
  10050: "NEW-50",
};

export function finalWorklog(worklog: SandboxWorklog): FinalWorklog {
  const { id, issueId, startDate, timeSpentSeconds, description, attributes = {} } = worklog;
  const issueKey = ISSUES[issueId] ?? String(issueId);
  return {
    id: String(id),
    issueKey,
    date: startDate,
    hours: toHours(timeSpentSeconds),
    comment: description,
    ...(attributes[TEAM_KEY] !== undefined && { team: attributes[TEAM_KEY] }),
  };
}

/** A short description of a worklog. */
export function shown(worklog: SandboxWorklog): string {
  const { id, date, hours, comment } = finalWorklog(worklog);
  return `${id} ${comment || "(no comment)"} ${date.slice(5)} ${hours} h`;
}

/** The entry that content belongs to: by the token in its comment, else by issue, date and hours: where Tempo drops comments, it keeps hours. */
export function entryOfContent(
  { issueKey, date, hours, comment }: Omit<FinalWorklog, "id">,
  entries: readonly Entry[],
): string | undefined {
  const [token] = /\b[efp]\d+\b/.exec(comment) ?? [];
  if (token?.startsWith("f")) return plannedEntry(token, date);
  if (token !== undefined) return token;
  return entries.find((it) => it.issueKey === issueKey && it.date === date && it.hours === hours)?.token;
}
