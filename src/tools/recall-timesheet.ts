import { defineTool } from "./tool.ts";

export const recallTimesheet = defineTool({
  name: "recall_timesheet",
  set: "approvals",
  title: "Recall timesheet",
  description:
    "Recall a submitted Tempo timesheet, so that the hours of its period can be changed again. Use it only if the user " +
    "asks. It does not reopen what is approved.",
  input: "RecallTimesheetInput",
  reply: "RecallTimesheetResponse",
  effect: "submit",

  // It needs no plan and no confirmation: no hours change, and submitting, which asks, undoes it.
  async handle(request, context) {
    const { recallTimesheet: recall } = await import("../timesheet/approvals/submit-and-recall.ts");
    const { period, isRecalled } = await recall(request, context);
    const { startDate, endDate } = period;
    return { recalled: isRecalled, ...(!isRecalled && { alreadyOpen: true }), startDate, endDate };
  },
});
