import type { ExportedHours, ExportedTotals, ExportedWorklog } from "../../generated/outputs.ts";
import { weekName, weekOf } from "../../timesheet/dates.ts";
import { toHours } from "../../timesheet/hours.ts";
import type { LoggedWorklog } from "../../timesheet/port.ts";
import { type Group, hoursOf } from "../../timesheet/totals/read-totals.ts";
import { tallyOf } from "../../timesheet/totals.ts";
import type { Grouping } from "./choices.ts";

/** A worklog, with the key of the account that it carries, if any. */
export type ReadWorklog = LoggedWorklog & { account?: string };

/** HH:mm. Midnight counts as none: Data Center has it for every worklog without a start time. */
export function startTimeOf({ startTime = "" }: LoggedWorklog): string | undefined {
  const time = /^([01]\d|2[0-3]):[0-5]\d/.exec(startTime.padStart("00:00:00".length, "0"))?.[0];
  return time === "00:00" ? undefined : time;
}

export function worklogRow(worklog: ReadWorklog): ExportedWorklog {
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

export function hoursOfAll(worklogs: readonly ReadWorklog[]): ExportedHours {
  return hoursOf(
    tallyOf(worklogs.map(({ seconds, billableSeconds }) => ({ seconds, billableSeconds, worklogs: 1 }))),
  );
}

/** Worklogs without an account, or on an issue without a project, are a group without a name. */
const NAMES: Record<Grouping, (group: Group) => Partial<ExportedTotals>> = {
  issue: ({ key = "", summary = "" }) => ({ issueKey: key, issueSummary: summary }),
  project: ({ key }) => (key ? { project: key } : {}),
  account: ({ key }) => (key ? { account: key } : {}),
  day: ({ key = "" }) => ({ date: key }),
  week: ({ key = "" }) => ({ week: weekName(weekOf(key)) }),
};

export function totalsRow(grouping: Grouping, group: Group): ExportedTotals {
  const { hours, billableHours, worklogs } = group;
  return { ...NAMES[grouping](group), hours, billableHours, worklogs };
}
