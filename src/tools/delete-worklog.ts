import { defineTool } from "./tool.ts";

export const deleteWorklog = defineTool({
  name: "delete_worklog",
  title: "Delete worklog",
  description:
    "Delete one of the user's own worklogs. Use it to remove a wrong entry. It cannot be undone: unless the user named the entry, " +
    "or all of a day, show what would go and ask first. It never deletes other people's worklogs.",
  input: "DeleteWorklogInput",
  reply: "DeleteWorklogResponse",
  effect: "delete",

  async handle({ worklogId }, context) {
    const { deleteOwnWorklog } = await import("../timesheet/delete-worklog.ts");
    return { success: true, deletedWorklogId: await deleteOwnWorklog(worklogId, context) };
  },
});
