import type {
  GetWorklogsResponse,
  SubmitTimesheetResponse,
  UpdateWorklogResponse,
} from "../../generated/responses.ts";
import { datesOfMonth, isWholeMonth, monthName } from "../../timesheet/calendar-month.ts";
import { addDays, type DateRange, datesOf, isWeekend } from "../../timesheet/dates.ts";
import type { Caller } from "./caller.ts";

/** A reviewer whom the sandbox knows. */
const REVIEWER = "Kim";

/** Corrects the latest worklog with a comment. */
export async function correctOne(
  { worklogs }: GetWorklogsResponse,
  wrongComment: string,
  { call, say }: Caller,
): Promise<void> {
  const last = worklogs.findLast(({ comment }) => comment === wrongComment);
  if (!last) return;
  say(`What I did on ${last.date} was a code review.`);
  await call<UpdateWorklogResponse>("update_worklog", { worklogId: last.id, description: "Code review" });
}

/** Submits the month of the range if it is whole, else the one before, and shows how that month refuses hours then. */
export async function submitMonth(
  range: DateRange,
  issueKey: string,
  { call, refused, say }: Caller,
): Promise<void> {
  const { startDate, endDate } = isWholeMonth(range)
    ? range
    : datesOfMonth(addDays(range.startDate, -1).slice(0, 7));
  const month = monthName(startDate);
  say(`Submit ${month} to ${REVIEWER}.`);
  const request = { startDate, reviewer: REVIEWER };
  const { confirm } = await call<SubmitTimesheetResponse>("submit_timesheet", request);
  say("Yes, submit it.");
  const shown = `with the same arguments and "confirm":"${confirm}"`;
  await call<SubmitTimesheetResponse>("submit_timesheet", { ...request, confirm }, shown);
  const lastWeekday = datesOf({ startDate, endDate }).findLast((date) => !isWeekend(date)) ?? endDate;
  say(`I forgot an hour on ${lastWeekday}, log it on ${issueKey}.`);
  await refused("post_worklog", { issueKey, hours: 1, startDate: lastWeekday });
}
