import type { DeletedWorklog, DeleteWorklogsResponse } from "../generated/responses.ts";
import type { CallContext } from "../timesheet/call-context.ts";
import type { Deletions } from "../timesheet/editing/delete-worklogs.ts";
import { toHours } from "../timesheet/hours.ts";
import { totalHours } from "../timesheet/totals.ts";
import { defineTool } from "./tool.ts";

export const deleteWorklogs = defineTool({
  name: "delete_worklogs",
  set: "edit",
  title: "Delete worklogs",
  description:
    "Delete several of the user's own Tempo worklogs by id. Use it to undo a batch. Without `confirm` it only plans: show " +
    "the plan, then repeat it with `confirm`; at once if the user named just these, not a range, or wants no " +
    "question. It cannot be undone.",
  input: "DeleteWorklogsInput",
  reply: "DeleteWorklogsResponse",
  effect: "delete",
  calledByView: true,

  async handle({ worklogIds, confirm }, context) {
    const { deleteOwnWorklogs } = await import("../timesheet/editing/delete-worklogs.ts");
    const deletions = await deleteOwnWorklogs(worklogIds, confirm, context);
    for (const { failure } of deletions.deletions) if (failure) context.failed(failure);
    return toReply(deletions, context);
  },

  question: ({ worklogs, summary: { total, failed, totalHours: hours } }) => [
    `Delete ${total - failed === 1 ? "1 worklog" : `${total - failed} worklogs`}, ${hours} h? It cannot be undone.`,
    // First what is deleted: a form shows no more than its first lines.
    ...worklogs.flatMap(({ date, issueKey, issueSummary, hours, comment, error }) =>
      error === undefined
        ? [date, issueKey, issueSummary, `${hours} h`, comment].filter(Boolean).join(" ")
        : [],
    ),
    ...worklogs.flatMap(({ id, error }) => (error === undefined ? [] : `Not ${id}: ${error}`)),
  ],

  failed: ({ deleted, confirm }) => !deleted && confirm === undefined,
  entries: ({ worklogs, confirm }) => ({
    total: worklogs.length,
    failed: worklogs.flatMap(({ id, error }) =>
      error === undefined || confirm !== undefined ? [] : [{ name: `worklog ${id}`, reason: error }],
    ),
  }),
});

function toReply(
  { deletions, issues, digest, deleted }: Deletions,
  { reader }: CallContext,
): DeleteWorklogsResponse {
  const worklogs = deletions.map(({ id, worklog, failure }): DeletedWorklog => {
    const issue = worklog && issues.get(worklog.issueId);
    return {
      id,
      // The plan has shown what is gone, or the form that asked.
      ...(worklog &&
        !deleted.has(id) && {
          issueKey: issue?.key ?? worklog.issueId,
          issueSummary: issue?.summary ?? "",
          date: worklog.date,
          hours: toHours(worklog.seconds),
          comment: worklog.comment,
        }),
      deleted: deleted.has(id),
      ...(failure && { error: failure.text[reader] }),
    };
  });
  return {
    deleted: deleted.size > 0,
    summary: {
      total: worklogs.length,
      deleted: deleted.size,
      failed: deletions.filter(({ failure }) => failure).length,
      totalHours: totalHours(
        deletions.flatMap(({ worklog, failure }) => (worklog && !failure ? [worklog] : [])),
      ),
    },
    worklogs,
    ...(digest !== undefined && { confirm: digest }),
  };
}
