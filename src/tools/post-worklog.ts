import type { PostedWorklog, PostWorklogResponse } from "../generated/responses.ts";
import type { ValueNames } from "../timesheet/attributes.ts";
import { toHours } from "../timesheet/hours.ts";
import type { LoggedDay } from "../timesheet/posting/entries.ts";
import { warnOfEntries } from "../timesheet/warn-of-entries.ts";
import { furtherKeys, readNames } from "../timesheet/worklogs.ts";
import { defineTool } from "./tool.ts";

export const postWorklog = defineTool({
  name: "post_worklog",
  title: "Log time (create worklog)",
  description:
    "Log time: create a Tempo worklog on one Jira issue, for one day or each working day of a date range. It skips days off, not half-day holidays. Use bulk_post_worklogs for different issues, hours or days.",
  repeated: {
    skip: "An entry identical in issue, date, hours, billable, comment and given attributes is not stored again (`alreadyLogged`).",
    allow: "A repeated call logs the hours once more.",
  },
  input: "PostWorklogInput",
  detailed: "PostWorklogDetailsInput",
  reply: "PostWorklogResponse",
  effect: "create",
  view: true,

  async handle(input, context) {
    const { postRange } = await import("../timesheet/posting/entries.ts");
    const { days, overbooked } = await postRange(input, context);
    const nameOf = await readNames(
      days.map(({ stored }) => stored),
      context,
    );
    const [worklog, ...additionalWorklogs] = days.map((day) => toPostedWorklog(day, nameOf));
    const reply: PostWorklogResponse = { success: true, worklog: worklog as PostedWorklog };
    if (additionalWorklogs.length > 0) reply.additionalWorklogs = additionalWorklogs;
    if (overbooked.length > 0) reply.overbooked = overbooked;
    const dates = days.map(({ stored }) => stored.date);
    return { ...reply, ...warnOfEntries(dates, days, context) };
  },
});

/** A stored worklog as the reply has it. @param nameOf given for a reply that shows details */
export function toPostedWorklog(
  { issue, stored, alreadyLogged, possibleDuplicateId }: LoggedDay,
  nameOf: ValueNames | undefined,
): PostedWorklog {
  const worklog: PostedWorklog = {
    id: stored.id,
    issueKey: issue.key,
    issueSummary: issue.summary,
    date: stored.date,
    hours: toHours(stored.seconds),
    comment: stored.comment,
  };
  if (stored.billableSeconds !== stored.seconds) worklog.billableHours = toHours(stored.billableSeconds);
  Object.assign(worklog, furtherKeys(stored, nameOf));
  if (alreadyLogged) worklog.alreadyLogged = true;
  if (possibleDuplicateId !== undefined) worklog.possibleDuplicateId = possibleDuplicateId;
  return worklog;
}
