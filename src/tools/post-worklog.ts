import type { PostedWorklog, PostWorklogResponse } from "../generated/responses.ts";
import { toHours } from "../timesheet/hours.ts";
import type { Issue } from "../timesheet/port.ts";
import { toNewWorklog, unknownIssue } from "../timesheet/posting/bulk.ts";
import { postWorklogs } from "../timesheet/posting/post-worklogs.ts";
import { type PostedDay, requireAllLogged, workingDates } from "../timesheet/posting/range.ts";
import { defineTool } from "./tool.ts";

export const postWorklog = defineTool({
  name: "post_worklog",
  title: "Post worklog",
  description:
    "Book hours on one Jira issue, on one day or on each working day of a range. " +
    "The hours count per day; with endDate, days off are passed over, so leave it out for a single day. Use bulk_post_worklogs for different issues, " +
    "hours or days.",
  repeated: {
    skip: "What stands already is not stored twice (`alreadyLogged`), and not changed.",
    allow: "A repeated call books the hours once more.",
  },
  input: "PostWorklogInput",
  reply: "PostWorklogResponse",
  effect: "create",

  async handle(input, { timesheet, scope, posting, progress }) {
    const { issueKey, hours, startDate, endDate, billable = true, description } = input;
    const issue = (await timesheet.findIssues([issueKey], scope)).get(issueKey);
    if (!issue) throw unknownIssue(issueKey);

    const dates =
      endDate === undefined ? [startDate] : await workingDates(timesheet, { startDate, endDate }, scope);
    const worklogs = dates.map((date) => toNewWorklog(issue, date, hours, billable, description));
    let settled = 0;
    const outcomes = await postWorklogs(timesheet, worklogs, {
      ...posting,
      scope,
      onSettled(count) {
        settled += count;
        progress(settled, dates.length, `${settled} of ${dates.length} days`);
      },
    });

    const [first, ...others] = requireAllLogged(dates, outcomes).map((day) => toPostedWorklog(issue, day));
    const reply: PostWorklogResponse = { success: true, worklog: first as PostedWorklog };
    if (others.length > 0) reply.additionalWorklogs = others;
    return reply;
  },
});

function toPostedWorklog(issue: Issue, { stored, alreadyLogged }: PostedDay): PostedWorklog {
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
  return worklog;
}
