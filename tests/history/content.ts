import type { SandboxWorklog } from "../../src/sandbox/state.ts";
import { addDays } from "../../src/timesheet/dates.ts";
import { toHours } from "../../src/timesheet/hours.ts";
import { STORED_CHANGES, type StoredChange } from "../helpers/stored-changes.ts";
import { plannedEntry } from "./claims.ts";
import type { FinalWorklog } from "./history.ts";
import type { Entry, Values } from "./scenario.ts";

/** The work attribute that plans give, and that is in no name of an entry. */
export const TEAM_KEY = "_Team_";

/** Stands among attributes for time that is not billable, whose value is `UNBILLED`. */
export const BILLABLE = "billable";
export const UNBILLED = "unbilled";

/** The attributes among values, and whether these make time billable, if they say it. */
export function detailsOf({ [BILLABLE]: billable, ...attributes }: Values) {
  return { ...(billable !== undefined && { billable: billable !== UNBILLED }), attributes };
}

/** The ways in which a user may give each attribute that entries have: the key and the value themselves come first. */
export const SPELLINGS: Readonly<
  Record<string, Readonly<Record<string, readonly (readonly [string, string])[]>>>
> = {
  _Account_: {
    OPS: [
      ["_Account_", "OPS"],
      ["account", "Operations"],
      ["Billing account", "ops"],
    ],
    DEV: [
      ["_Account_", "DEV"],
      ["ACCOUNT", "development"],
      ["billing account", "Development"],
    ],
    "": [
      ["_Account_", ""],
      ["account", ""],
      ["Billing account", ""],
    ],
  },
  _Role_: {
    lead: [
      ["_Role_", "lead"],
      ["role", "Team lead"],
      ["Role", "LEAD"],
    ],
    "": [
      ["_Role_", ""],
      ["role", ""],
    ],
  },
};

/** The name of an entry with attributes: that of the same entry without them, and their values. */
export function entryName(token: string, attributes: Values = {}): string {
  const values = Object.entries(attributes).flatMap(([key, value]) => (key === TEAM_KEY ? [] : value));
  return values.length === 0 ? token : `${token}#${values.sort().join("+")}`;
}

/** The token that the comments of an entry's worklogs have: no date of a plan, and no attributes. */
export function tokenOf(entry: string): string {
  return entry.split(/[@#]/)[0] as string;
}

/** The comment of a worklog that was changed: whatever attributes it has by then, it names its entry. */
export function changedComment(entry: string, mark: string): string {
  return `${entry.split("@")[0]} ${mark}`;
}

/** The mark of the last change of a worklog; undefined if it was never changed. */
export function markIn(comment: string): string | undefined {
  return /\bu\d+\b/.exec(comment)?.[0];
}

/** The name of the entry that a comment is of; undefined if it has none. @param values those of its worklog, as in a name: with "#" before them, if any */
function entryIn(comment: string, values: string): string | undefined {
  const [name, token] = /\b([efp]\d+)(?:#\S+)?/.exec(comment) ?? [];
  if (token === undefined) return undefined;
  return markIn(comment) === undefined ? `${token}${values}` : name;
}

/**
 * Whether a worklog counts as stored for an entry that it was not stored for: it has each attribute that the entry gives. One that it lacks, or has
 * otherwise, makes another entry; what only the worklog has, and start times, do not.
 */
export function countsAs(entry: string, worklogEntry: string): boolean {
  const valuesOf = (name: string) => name.split("#")[1]?.split("+") ?? [];
  const has = valuesOf(worklogEntry);
  if (entry.includes("@")) return entry === worklogEntry;
  return tokenOf(entry) === tokenOf(worklogEntry) && valuesOf(entry).every((value) => has.includes(value));
}

/** The issues of the seed, by id; their keys may change. */
export const ISSUES: Record<number, string> = {
  10123: "PROJ-123",
  10007: "PROJ-7",
  10004: "PROJ-4",
  10050: "NEW-50",
};

/** @param keepsBillable whether Tempo keeps billable time as it was sent */
export function finalWorklog(worklog: SandboxWorklog, keepsBillable: boolean): FinalWorklog {
  const { id, issueId, startDate, startTime = "00:00:00", timeSpentSeconds, description } = worklog;
  const isUnbilled = keepsBillable && worklog.billableSeconds === 0;
  const attributes = { ...worklog.attributes, ...(isUnbilled && { [BILLABLE]: UNBILLED }) };
  const issueKey = ISSUES[issueId] ?? String(issueId);
  return {
    id: String(id),
    issueKey,
    date: startDate,
    hours: toHours(timeSpentSeconds),
    comment: description,
    ...(startTime !== "00:00:00" && { startTime: startTime.slice(0, 5) }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  };
}

/** Attributes as one text: `key=value`, ascending; empty for none. */
export function listed(attributes: Values = {}): string {
  return Object.entries(attributes)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join();
}

/** A short description of a worklog. */
export function shown({ id, date, hours, comment, attributes }: FinalWorklog): string {
  return `${id}${entryName("", attributes)} ${comment || "(no comment)"} ${date.slice(5)} ${hours} h`;
}

/** The entry of a worklog that was described so, if its comment names one. */
export function entryOfShown(text: string): string | undefined {
  const [, values = "", comment = ""] = /^\d+(#\S+)? (.*) \S+ \S+ h$/.exec(text) ?? [];
  return entryIn(comment, values);
}

/** The entry that content belongs to: by the token in its comment, else by issue, date and hours: where Tempo drops comments, it keeps hours. */
export function entryOfContent(
  { issueKey, date, hours, comment, attributes }: Omit<FinalWorklog, "id">,
  entries: readonly Entry[],
): string | undefined {
  const name = entryIn(comment, entryName("", attributes));
  if (name?.startsWith("f")) return plannedEntry(tokenOf(name), date);
  if (name !== undefined) return name;
  return entries.find(
    (it) =>
      it.issueKey === issueKey &&
      it.date === date &&
      it.hours === hours &&
      it.token === entryName(tokenOf(it.token), attributes),
  )?.token;
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
