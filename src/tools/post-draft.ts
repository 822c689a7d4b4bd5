import { defineTool } from "./tool.ts";

export const postDraft = defineTool({
  name: "post_draft",
  set: "draft",
  title: "Post draft",
  description:
    "Log a draft of draft_timesheet in Tempo. Use it once the user agreed, or if they said before to log it and nothing is " +
    "`unmapped`, with the same arguments and its `confirm`. If it changed, the new one comes back, not logged: show it, " +
    "ask again. A repeated call logs nothing twice.",
  input: "PostDraftInput",
  reply: "PostDraftResponse",
  effect: "create",
  view: true,

  async handle(args, context) {
    const { startDate, endDate = startDate, assign = [], leaveOut = [], fill = true, attributes = {} } = args;
    const { postDraft: post } = await import("../timesheet/draft/draft-timesheet.ts");
    const { confirm, remember: remembers = false } = args;
    const wishes = { assign, leaveOut, fill, attributes, confirm, remembers };
    const { toPostReply } = await import("../timesheet/draft/draft-reply.ts");
    return toPostReply(startDate, await post({ startDate, endDate }, wishes, context), context);
  },

  question: ({ draft }, { attributes = {}, remember: remembers = false }) => {
    const { days = [], summary = { totalHours: 0, unmappedHours: 0 } } = draft ?? {};
    const drafted = days.filter(({ entries = [] }) => entries.length > 0);
    return [
      `Log ${summary.totalHours} h of this draft on ${drafted.length === 1 ? "1 day" : `${drafted.length} days`}?`,
      ...drafted.flatMap(({ date, entries = [] }) =>
        entries.map(({ issueKey, issueSummary, hours, comment }) =>
          [date, issueKey, issueSummary, `${hours} h`, comment].filter(Boolean).join(" "),
        ),
      ),
      ...Object.entries(attributes).map(([key, value]) => `${key} ${value || "none"} on each`),
      ...(summary.unmappedHours > 0 ? [`Not logged, without an issue: ${summary.unmappedHours} h`] : []),
      ...(remembers ? ["The issues that were given are kept as rules for the same titles."] : []),
    ];
  },

  failed: ({ logged, failures }) => !logged && failures !== undefined,
  entries: ({ failures = [], worklogIds }) => ({
    total: failures.length + worklogIds.length,
    failed: failures.map(({ date, issueKey, error }) => ({ name: `${date} ${issueKey}`, reason: error })),
  }),
});
