import type { UpdateWorklogResponse } from "../generated/responses.ts";
import { shownValue, type ValueNames } from "../timesheet/attributes.ts";
import { before, differences, otherAttributes, shownBillable, timeOf } from "../timesheet/editing/merge.ts";
import type { UpdatedWorklog } from "../timesheet/editing/update-worklog.ts";
import { warnOfFarDates } from "../timesheet/far-dates.ts";
import { exactTime, toHours } from "../timesheet/hours.ts";
import { namesOf } from "../timesheet/worklogs.ts";
import { defineTool } from "./tool.ts";

export const updateWorklog = defineTool({
  name: "update_worklog",
  set: "edit",
  title: "Update worklog",
  description:
    "Change (edit) issue, hours, date, start time, comment, billable or attributes of one of the user's own Tempo " +
    "worklogs. Use it to correct one instead of deleting it. What is left out stays. A moved worklog may not keep its id.",
  input: "UpdateWorklogInput",
  reply: "UpdateWorklogResponse",
  effect: "update",

  async handle({ worklogId, ...changes }, context) {
    const { updateOwnWorklog } = await import("../timesheet/editing/update-worklog.ts");
    const updated = await updateOwnWorklog(worklogId, changes, context);
    const { old, now } = updated;
    const moved = old.date === now.date ? [] : [now.date];
    const changed = [otherAttributes(now, old), otherAttributes(old, now)].map((attributes) => ({
      attributes,
    }));
    const nameOf = await namesOf(changed, context);
    return { ...toReply(updated, nameOf), ...warnOfFarDates(moved, "moved", context) };
  },
});

function toReply(
  { issue, oldIssue, old, sent, now }: UpdatedWorklog,
  nameOf: ValueNames,
): UpdateWorklogResponse {
  const billableHours = shownBillable(now);
  const timeSpent = exactTime(now.seconds);
  const attributes = otherAttributes(now, old).map((it) => shownValue(it, nameOf));
  const oldAttributes = otherAttributes(old, now).map((it) => shownValue(it, nameOf));
  const otherwise = sent ? differences(sent, now) : [];
  return {
    success: true,
    worklog: {
      id: now.id,
      issueKey: issue.key,
      issueSummary: issue.summary,
      date: now.date,
      hours: toHours(now.seconds),
      comment: now.comment,
      ...(billableHours !== undefined && { billableHours }),
      ...(timeOf(now) !== timeOf(old) && { startTime: timeOf(now) }),
      ...(timeSpent !== undefined && { timeSpent }),
      ...(attributes.length > 0 && { attributes }),
    },
    before: {
      ...before(old, now),
      ...(oldIssue.id !== issue.id && { issueKey: oldIssue.key }),
      ...(old.id !== now.id && { id: old.id }),
      ...(oldAttributes.length > 0 && { attributes: oldAttributes }),
    },
    ...(!sent && { unchanged: true }),
    ...(otherwise.length > 0 && { differences: otherwise }),
  };
}
