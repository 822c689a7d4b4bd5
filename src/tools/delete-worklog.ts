import { defineTool } from "./tool.ts";

export const deleteWorklog = defineTool({
  name: "delete_worklog",
  title: "Delete worklog",
  description:
    "Delete one of the user's own worklogs by its id. " +
    "Use it to remove a wrong entry; get_worklogs gives the ids. It cannot be undone, and it never deletes other people's worklogs.",
  input: "DeleteWorklogInput",
  reply: "DeleteWorklogResponse",
  effect: "delete",

  async handle({ worklogId }, context) {
    const { deleteOwnWorklog } = await import("../timesheet/delete-worklog.ts");
    return { success: true, deletedWorklogId: await deleteOwnWorklog(worklogId, context) };
  },
});
