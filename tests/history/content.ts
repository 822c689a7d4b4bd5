import type { SandboxWorklog } from "../../src/sandbox/state.ts";
import { addDays } from "../../src/timesheet/dates.ts";
import { toHours } from "../../src/timesheet/hours.ts";
import { STORED_CHANGES, type StoredChange } from "../helpers/stored-changes.ts";
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

/** The required hours of each date. */
export const REQUIRED_HOURS = 8;

/** All dates from the first to the last. */
export function datesBetween(first: string, last: string): string[] {
  const dates: string[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}

type Content = Omit<SandboxWorklog, "id">;

const PREFIX = "[T] ";

/** A comment as it was sent, if Tempo has put a prefix before it. */
function withoutPrefix(comment: string): string {
  return comment.startsWith(PREFIX) ? comment.slice(PREFIX.length) : comment;
}

/** Changes that Tempo makes to a worklog; a comment keeps its token, or is dropped. */
export const TEMPO_CHANGES = {
  nothing: STORED_CHANGES.nothing,
  "puts a prefix before the comment": (worklog: Content) => ({
    ...worklog,
    description: `${PREFIX}${withoutPrefix(worklog.description)}`,
  }),
  "rounds up to 15 minutes": STORED_CHANGES["rounds up to 15 minutes"],
  "sets billable time to 0": STORED_CHANGES["sets billable time to 0"],
  "drops the comment": STORED_CHANGES["drops the comment"],
} as const satisfies Partial<Record<StoredChange | string, (worklog: Content) => Content>>;

export type TempoChange = keyof typeof TEMPO_CHANGES;
