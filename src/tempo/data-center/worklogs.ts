import type { components } from "../../generated/tempo-data-center-api.ts";
import type {
  AttributeValue,
  BookedWorklog,
  ExistingWorklog,
  FullWorklog,
  LoggedWorklog,
  StoredWorklog,
} from "../../timesheet/port.ts";
import { storedStart } from "../../timesheet/worklogs.ts";
import { attributeValues } from "../attribute-values.ts";
import { createdAtOf } from "../created-at.ts";
import type { ListedWorklog } from "../diagnostic-timesheet.ts";
import { expectDate, expectInteger, expectString, optionalString } from "../http/parse.ts";

/** Older instances leave fields out. */
export type DataCenterWorklog = components["schemas"]["Worklog"];

/** Jira ignores the case of user keys. */
export function isSameUser(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

export function toStoredWorklog(worklog: DataCenterWorklog, worker: string): StoredWorklog {
  return {
    id: String(expectInteger(worklog.tempoWorklogId, "a worklog's id")),
    date: expectDate(worklog.started, "a worklog's date"),
    ...storedStart(startTimeOf(worklog)),
    seconds: expectInteger(worklog.timeSpentSeconds, "a worklog's duration"),
    ...(typeof worklog.billableSeconds === "number" && { billableSeconds: worklog.billableSeconds }),
    comment: optionalString(worklog.comment, "a worklog's comment"),
    isOwn: isSameUser(expectString(worklog.worker, "a worklog's worker"), worker),
    ...createdAtOf(worklog.dateCreated),
    ...(worklog.attributes && { attributes: attributesOf(worklog) }),
  };
}

export function toListedWorklog({ tempoWorklogId, started, worker }: DataCenterWorklog): ListedWorklog {
  return {
    id: String(expectInteger(tempoWorklogId, "a worklog's id")),
    date: expectDate(started, "a worklog's date"),
    author: optionalString(worker, "a worklog's worker"),
  };
}

export function toExistingWorklog(worklog: DataCenterWorklog): ExistingWorklog {
  const startTime = startTimeOf(worklog);
  const seconds = expectInteger(worklog.timeSpentSeconds, "a worklog's duration");
  return {
    id: String(expectInteger(worklog.tempoWorklogId, "a worklog's id")),
    issueId: String(expectInteger(worklog.issue?.id ?? worklog.originTaskId, "a worklog's issue")),
    date: expectDate(worklog.started, "a worklog's date"),
    ...(startTime !== "" && { startTime }),
    seconds,
    billableSeconds: expectInteger(worklog.billableSeconds ?? seconds, "a worklog's billable time"),
    comment: optionalString(worklog.comment, "a worklog's comment"),
    ...createdAtOf(worklog.dateCreated),
  };
}

export function toFullWorklog(worklog: DataCenterWorklog): FullWorklog {
  return { ...toExistingWorklog(worklog), attributes: attributesOf(worklog) };
}

/** Attributes without a value are left out, since there is nothing to keep. */
function attributesOf({ attributes }: DataCenterWorklog): AttributeValue[] {
  return Object.entries(attributes ?? {}).flatMap(([key, attribute]) => {
    const { workAttributeId, value, name, type } = attribute ?? {};
    if (value === undefined || value === null || value === "") return [];
    const details = {
      workAttributeId: expectInteger(workAttributeId, "a work attribute's id"),
      ...(name !== undefined && { name }),
      ...(type !== undefined && { type }),
    };
    return [{ key, value: String(value), details }];
  });
}

/** HH:mm:ss, after a date and a space or a T; empty if there is none. */
function startTimeOf({ started }: DataCenterWorklog): string {
  return started.slice(11, 19);
}

export function toBookedWorklog(worklog: DataCenterWorklog): BookedWorklog {
  return {
    ...toExistingWorklog(worklog),
    attributes: attributeValues(
      Object.entries(worklog.attributes ?? {}).map(([key, attribute]) => [key, attribute?.value]),
    ),
  };
}

/** The issue's key is empty if the instance returns the id alone. */
export function toFoundWorklog(worklog: DataCenterWorklog): LoggedWorklog {
  const { issueId, ...booked } = toBookedWorklog(worklog);
  const { issue } = worklog;
  return {
    ...booked,
    issue: {
      id: issueId,
      key: optionalString(issue?.key, "an issue's key"),
      summary: optionalString(issue?.summary, "an issue's summary"),
    },
  };
}

/** The key of the issue's account, which need not be the worklog's; empty if the issue has none. */
export function accountKeyIn({ issue }: DataCenterWorklog): string {
  return optionalString(issue?.accountKey, "an issue's account");
}
