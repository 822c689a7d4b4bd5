import { defineTool } from "./tool.ts";

export const draftTimesheet = defineTool({
  name: "draft_timesheet",
  set: "draft",
  title: "Draft timesheet",
  description:
    "Draft what is missing in a range from what the user did: Jira, git, calendar, coding sessions. Use it when the user asks what they " +
    "worked on, or to log a week without saying what. It logs nothing: show the draft, ask for the issue of `unmapped`, " +
    "call again with `assign`, then post_draft. Days without evidence stay empty: never fill them by guessing.",
  input: "DraftTimesheetInput",
  reply: "DraftTimesheetResponse",
  effect: "read",
  view: true,

  async handle({ startDate, endDate = startDate, assign = [], leaveOut = [], fill = true }, context) {
    const { draftTimesheet: draft } = await import("../timesheet/draft/draft-timesheet.ts");
    const { toDraftReply } = await import("../timesheet/draft/draft-reply.ts");
    return toDraftReply(startDate, await draft({ startDate, endDate }, { assign, leaveOut, fill }, context));
  },
});
