import { defineTool } from "./tool.ts";

export const deleteWorklog = defineTool({
  name: "delete_worklog",
  title: "Delete worklog",
  description:
    "Delete one of the user's own Tempo worklogs. Use it to remove a wrong one. It cannot be undone: unless the user named it, or a whole day, list what would go and ask.",
  input: "DeleteWorklogInput",
  reply: "DeleteWorklogResponse",
  effect: "delete",

  async handle({ worklogId }, context) {
    const { deleteOwnWorklog } = await import("../timesheet/editing/delete-worklogs.ts");
    return { success: true, deletedWorklogId: await deleteOwnWorklog(worklogId, context) };
  },
});
