import type { SubmitTimesheetResponse } from "../generated/responses.ts";
import { toTimesheet } from "../timesheet/approvals/period-hours.ts";
import type { Submission } from "../timesheet/approvals/submit-and-recall.ts";
import type { CallContext } from "../timesheet/call-context.ts";
import { summariseDays } from "../timesheet/day-balance.ts";
import { warnOfFarDates } from "../timesheet/far-dates.ts";
import { defineTool } from "./tool.ts";

export const submitTimesheet = defineTool({
  name: "submit_timesheet",
  set: "approvals",
  title: "Submit timesheet for approval",
  description:
    "Submit the user's Tempo timesheet of one period for approval. Use it only if the user asks: it locks its hours and " +
    "e-mails the reviewer. Without `confirm` it only plans: show the plan, then repeat it with `confirm`; at " +
    "once if the user said not to ask again. It refuses while hours are missing.",
  input: "SubmitTimesheetInput",
  reply: "SubmitTimesheetResponse",
  effect: "submit",

  async handle(request, context) {
    const { submitTimesheet: submit } = await import("../timesheet/approvals/submit-and-recall.ts");
    return toReply(await submit(request, context), context);
  },

  question({ timesheet, days = [], overbooked = [], warnings = [] }) {
    const { startDate, endDate, loggedHours, requiredHours, reviewer, comment } = timesheet;
    const hours = `${loggedHours} h logged of ${requiredHours} h required`;
    return [
      `Submit ${startDate} to ${endDate}${reviewer === undefined ? "" : ` to ${reviewer}`}, ${hours}? It locks these hours.`,
      ...(comment === undefined ? [] : [`Comment: ${comment}`]),
      ...days.map(({ date, missingHours }) => `${date}: ${missingHours} h missing`),
      ...overbooked.map(
        (day) => `${day.date}: ${day.loggedHours} h logged of ${day.requiredHours} h required`,
      ),
      ...warnings,
    ];
  },

  failed: ({ submitted, alreadySubmitted, confirm }) =>
    !submitted && !alreadySubmitted && confirm === undefined,
});

function toReply(
  { plan, made: submitted, found }: Submission,
  context: CallContext,
): SubmitTimesheetResponse {
  const { approval, days, digest, reviewer, comment } = plan;
  const now = submitted ?? found ?? approval;
  const { days: missingDays, overbooked } = summariseDays(days);
  const planned = { ...now, comment, ...(reviewer && { reviewer: reviewer.name }) };
  return {
    submitted: submitted !== undefined,
    ...(!submitted && now.status !== "open" && { alreadySubmitted: true }),
    timesheet: toTimesheet(plan, now.status === "open" ? planned : now),
    ...(missingDays.length > 0 && { days: missingDays }),
    ...(overbooked && { overbooked }),
    ...warnOfFarDates([now.endDate], submitted ? "submitted" : "shown", context),
    ...(now.status === "open" && digest !== undefined && { confirm: digest }),
  };
}
