import { toHours } from "../../timesheet/hours.ts";
import type { LoggedWorklog } from "../../timesheet/port.ts";
import { type Group, type Hours, hoursOf } from "../../timesheet/totals/read-totals.ts";
import { tallyOf } from "../../timesheet/totals.ts";
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

/** Named by what `--by` groups by. Worklogs without an account, or on an issue without a project, are a group without a name. */
export interface TotalsRow extends Hours {
  issueKey?: string;
  issueSummary?: string;
  project?: string;
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

export function hoursOfAll(worklogs: readonly ExportedWorklog[]): Hours {
  return hoursOf(
    tallyOf(worklogs.map(({ seconds, billableSeconds }) => ({ seconds, billableSeconds, worklogs: 1 }))),
  );
}

const NAMES: Record<Grouping, (group: Group) => Partial<TotalsRow>> = {
  issue: ({ key = "", summary = "" }) => ({ issueKey: key, issueSummary: summary }),
  project: ({ key }) => (key ? { project: key } : {}),
  account: ({ key }) => (key ? { account: key } : {}),
  day: ({ key = "" }) => ({ date: key }),
};

export function totalsRow(grouping: Grouping, group: Group): TotalsRow {
  const { hours, billableHours, worklogs } = group;
  return { ...NAMES[grouping](group), hours, billableHours, worklogs };
}
