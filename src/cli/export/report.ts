import { groupBy } from "../../timesheet/group-by.ts";
import { toHours } from "../../timesheet/hours.ts";
import type { LoggedWorklog } from "../../timesheet/port.ts";
import { compareText, totalHours } from "../../timesheet/totals.ts";
import type { Grouping } from "./choices.ts";

/** A worklog, with the key of the account that it carries, if any. */
export type ExportedWorklog = LoggedWorklog & { account?: string };

/** A worklog as csv and json show it. */
export interface WorklogRow {
  date: string;
  /** HH:mm. */
  startTime?: string;
  issueKey: string;
  issueSummary: string;
  hours: number;
  billableHours: number;
  comment: string;
  worklogId: string;
  account?: string;
}

export interface Totals {
  hours: number;
  billableHours: number;
  /** How many. */
  worklogs: number;
}

/** Named by what `--by` groups by. Worklogs without an account are a group without a name. */
export interface TotalsRow extends Totals {
  issueKey?: string;
  issueSummary?: string;
  account?: string;
  date?: string;
}

/** HH:mm. Midnight counts as none: Data Center has it for every worklog without a start time. */
export function startTimeOf({ startTime = "" }: LoggedWorklog): string | undefined {
  const time = /^([01]\d|2[0-3]):[0-5]\d/.exec(startTime.padStart("00:00:00".length, "0"))?.[0];
  return time === "00:00" ? undefined : time;
}

export function worklogRow(worklog: ExportedWorklog): WorklogRow {
  const { id, issue, date, seconds, billableSeconds, comment, account } = worklog;
  const startTime = startTimeOf(worklog);
  return {
    date,
    ...(startTime !== undefined && { startTime }),
    issueKey: issue.key,
    issueSummary: issue.summary,
    hours: toHours(seconds),
    billableHours: toHours(billableSeconds),
    comment,
    worklogId: id,
    ...(account !== undefined && { account }),
  };
}

export function totalsOf(worklogs: readonly ExportedWorklog[]): Totals {
  return {
    hours: totalHours([...worklogs]),
    billableHours: totalHours(worklogs.map(({ billableSeconds: seconds }) => ({ seconds }))),
    worklogs: worklogs.length,
  };
}

const NAMES: Record<Grouping, (worklog: ExportedWorklog) => Partial<TotalsRow>> = {
  issue: ({ issue }) => ({ issueKey: issue.key, issueSummary: issue.summary }),
  account: ({ account }) => (account === undefined ? {} : { account }),
  day: ({ date }) => ({ date }),
};

/** Days in order, issues and accounts with the most hours first. */
export function totalsBy(grouping: Grouping, worklogs: readonly ExportedWorklog[]): TotalsRow[] {
  const groups = groupBy(worklogs, (worklog) => JSON.stringify(NAMES[grouping](worklog)));
  return [...groups]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, group]) =>
      group.slice(0, 1).map((first): TotalsRow => ({ ...NAMES[grouping](first), ...totalsOf(group) })),
    )
    .sort((a, b) => (grouping === "day" ? 0 : b.hours - a.hours));
}
