import type { components } from "../../generated/tempo-api.ts";
import type { AttributeValue, BookedWorklog, FullWorklog, StoredWorklog } from "../../timesheet/port.ts";
import { storedStart } from "../../timesheet/worklogs.ts";
import { attributeValues } from "../attribute-values.ts";
import { createdAtOf } from "../created-at.ts";
import type { ListedWorklog } from "../diagnostic-timesheet.ts";
import { expectDate, expectInteger, expectString, optionalString } from "../http/parse.ts";

export type CloudWorklog = components["schemas"]["Worklog"];

/** `author` is an account id. */
export type CloudStored = Omit<StoredWorklog, "isOwn"> & { author: string };

export function toStoredWorklog(worklog: CloudWorklog): CloudStored {
  return {
    id: String(expectInteger(worklog.tempoWorklogId, "a worklog's id")),
    date: expectDate(worklog.startDate, "a worklog's date"),
    ...storedStart(optionalString(worklog.startTime, "a worklog's start time")),
    seconds: expectInteger(worklog.timeSpentSeconds, "a worklog's duration"),
    ...(typeof worklog.billableSeconds === "number" && { billableSeconds: worklog.billableSeconds }),
    comment: optionalString(worklog.description, "a worklog's description"),
    author: expectString(worklog.author?.accountId, "a worklog's author"),
    ...createdAtOf(worklog.createdAt),
    ...(worklog.attributes && { attributes: attributesOf(worklog) }),
  };
}

export function toListedWorklog({ tempoWorklogId, startDate, author }: CloudWorklog): ListedWorklog {
  return {
    id: String(expectInteger(tempoWorklogId, "a worklog's id")),
    date: expectDate(startDate, "a worklog's date"),
    author: optionalString(author?.accountId, "a worklog's author"),
  };
}

export function toFoundWorklog(worklog: CloudWorklog): BookedWorklog {
  return {
    id: String(expectInteger(worklog.tempoWorklogId, "a worklog's id")),
    issueId: issueIdOf(worklog.issue),
    date: expectDate(worklog.startDate, "a worklog's date"),
    ...(worklog.startTime && {
      startTime: optionalString(worklog.startTime, "a worklog's start time"),
    }),
    seconds: expectInteger(worklog.timeSpentSeconds, "a worklog's duration"),
    billableSeconds: expectInteger(
      worklog.billableSeconds ?? worklog.timeSpentSeconds,
      "a worklog's billable time",
    ),
    comment: optionalString(worklog.description, "a worklog's description"),
    ...createdAtOf(worklog.createdAt),
    attributes: attributeValues((worklog.attributes?.values ?? []).map(({ key, value }) => [key, value])),
  };
}

export function toFullWorklog(worklog: CloudWorklog): FullWorklog {
  return { ...toFoundWorklog(worklog), attributes: attributesOf(worklog) };
}

/** Attributes without a value are left out, since there is nothing to keep. */
function attributesOf({ attributes }: CloudWorklog): AttributeValue[] {
  return (attributes?.values ?? []).flatMap(({ key, value }) =>
    value === undefined || value === null || value === ""
      ? []
      : [{ key: expectString(key, "a work attribute's key"), value: String(value) }],
  );
}

/** Tempo promises the issue's URL, not its id; the URL ends in the id. */
function issueIdOf(issue: CloudWorklog["issue"]): string {
  return String(
    expectInteger(issue?.id ?? Number(/\/(\d+)$/.exec(issue?.self ?? "")?.[1]), "a worklog's issue"),
  );
}
