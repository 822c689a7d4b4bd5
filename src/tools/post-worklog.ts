import type { PostedWorklog, PostWorklogResponse } from "../generated/responses.ts";
import { toHours } from "../timesheet/hours.ts";
import { newWorklog } from "../timesheet/posting/bulk.ts";
import { issueNotFound } from "../timesheet/posting/errors.ts";
import { postWorklogs } from "../timesheet/posting/post-worklogs.ts";
import { type LoggedDay, requireAllLogged, workingDates } from "../timesheet/posting/range.ts";
import { defineTool } from "./tool.ts";

export const postWorklog = defineTool({
  name: "post_worklog",
  title: "Post worklog",
  description:
    "Log time on one Jira issue, on one day or on each working day of a range. " +
    "The hours count per day; with endDate, days off are skipped, so leave it out for a single day. Use bulk_post_worklogs " +
    "for different issues, hours or days.",
  repeated: {
    skip:
      "An entry identical to an existing worklog (issue, date, hours, billable, comment) is not stored again " +
      "(`alreadyLogged`).",
    allow: "A repeated call logs the hours once more.",
  },
  input: "PostWorklogInput",
  reply: "PostWorklogResponse",
  effect: "create",

  async handle({ issueKey, hours, startDate, endDate, billable = true, description }, context) {
    const issue = (await context.timesheet.findIssues([issueKey], context)).get(issueKey);
    if (!issue) throw issueNotFound(issueKey);

    const dates = endDate === undefined ? [startDate] : await workingDates({ startDate, endDate }, context);
    const worklogs = dates.map((date) => newWorklog(issue, date, hours, billable, description));
    const days = requireAllLogged(dates, await postWorklogs(worklogs, context));

    const [worklog, ...additionalWorklogs] = days.map(toPostedWorklog);
    const reply: PostWorklogResponse = { success: true, worklog: worklog as PostedWorklog };
    if (additionalWorklogs.length > 0) reply.additionalWorklogs = additionalWorklogs;
    return reply;
  },
});

function toPostedWorklog({ issue, stored, alreadyLogged, possibleDuplicateId }: LoggedDay): PostedWorklog {
  const worklog: PostedWorklog = {
    id: stored.id,
    issueKey: issue.key,
    issueSummary: issue.summary,
    date: stored.date,
    hours: toHours(stored.seconds),
    comment: stored.comment,
  };
  if (stored.billableSeconds !== stored.seconds) worklog.billableHours = toHours(stored.billableSeconds);
  if (alreadyLogged) worklog.alreadyLogged = true;
  if (possibleDuplicateId !== undefined) worklog.possibleDuplicateId = possibleDuplicateId;
  return worklog;
}
