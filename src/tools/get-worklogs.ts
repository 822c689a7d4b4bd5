import type { GetWorklogsResponse } from "../generated/responses.ts";
import { warnOfFarRange } from "../timesheet/far-dates.ts";
import { aggregateByIssue, tallyByIssue } from "../timesheet/totals.ts";
import { inOrder, readNames, summariseWorklogs, toWorklog } from "../timesheet/worklogs.ts";
import { defineTool } from "./tool.ts";

export const getWorklogs = defineTool({
  name: "get_worklogs",
  title: "List worklogs",
  description:
    "List the user's own Tempo worklogs: time entries logged on Jira issues, with total hours by issue. Use it to see what is logged and to find ids. Without `billableHours`, all hours are billable. It never shows those of others.",
  input: "GetWorklogsInput",
  reply: "GetWorklogsResponse",
  effect: "read",
  view: true,

  async handle({ startDate, endDate = startDate, issueKey }, context) {
    const range = { startDate, endDate };
    const worklogs = await context.timesheet.getWorklogs(range, issueKey, context);
    const nameOf = await readNames(worklogs, context);
    const filter: Pick<GetWorklogsResponse, "issueFilter"> =
      issueKey === undefined ? {} : { issueFilter: issueKey };
    return {
      startDate,
      endDate,
      ...filter,
      worklogs: inOrder(worklogs).map((worklog) => toWorklog(worklog, nameOf)),
      byIssue: aggregateByIssue(worklogs),
      summary: summariseWorklogs(tallyByIssue(worklogs)),
      ...warnOfFarRange(range, context),
    };
  },
});
