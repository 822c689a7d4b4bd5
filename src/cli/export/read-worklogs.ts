import type { CallContext } from "../../timesheet/call-context.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import type { BookedWorklog } from "../../timesheet/port.ts";
import { hasAttributes, readAccountKey } from "../../timesheet/totals/read-cells.ts";
import { inOrder } from "../../timesheet/worklogs.ts";
import type { ReadWorklog } from "./report.ts";

/** Reads the worklogs, in order, with their issues and accounts. The list of attributes is only read if a worklog has any. */
export async function readWorklogs(range: DateRange, context: CallContext): Promise<ReadWorklog[]> {
  const parts: (readonly BookedWorklog[])[] = [];
  for await (const part of context.timesheet.worklogParts(range, undefined, context)) parts.push(part);
  const booked = parts.flat();
  const issues = await context.timesheet.issuesById(
    booked.map(({ issueId }) => issueId),
    context,
  );
  const accountKey = booked.some(hasAttributes) ? await readAccountKey(context) : "";
  const worklogs = booked.map(({ issueId, ...worklog }): ReadWorklog => {
    const account = worklog.attributes.get(accountKey);
    const issue = issues.get(issueId) ?? { id: issueId, key: issueId, summary: "" };
    return { ...worklog, issue, ...(account !== undefined && { account }) };
  });
  return inOrder(worklogs);
}
