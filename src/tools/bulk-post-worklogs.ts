import type { BulkPostWorklogsResponse, BulkWorklogResult } from "../generated/responses.ts";
import { toHours } from "../timesheet/hours.ts";
import { type EntryOutcome, postBatch } from "../timesheet/posting/bulk.ts";
import { aggregateByIssue, totalHours } from "../timesheet/totals.ts";
import { defineTool } from "./tool.ts";

export const bulkPostWorklogs = defineTool({
  name: "bulk_post_worklogs",
  title: "Post many worklogs",
  description:
    "Book many worklogs in one call: any mix of issues, days and hours. " +
    "Use it for more than one entry. Each entry succeeds or fails alone, and `results` says which.",
  repeated: {
    skip: "To repeat what failed, send the whole batch again: what stands already is not stored twice (`alreadyLogged`), and not changed.",
    allow: "To repeat what failed, send only the failed entries: what stands already is stored once more.",
  },
  input: "BulkPostWorklogsInput",
  reply: "BulkPostWorklogsResponse",
  effect: "create",
  rows: true,

  async handle({ worklogs: entries, billable = true }, { timesheet, scope, posting, progress, refusedRows }) {
    const outcomes = await postBatch(timesheet, entries, {
      billable,
      refusedRows,
      scope,
      posting,
      onProgress: (settled) => progress(settled, entries.length, `${settled} of ${entries.length} worklogs`),
    });
    const stored = outcomes.flatMap((outcome) =>
      "stored" in outcome ? [{ issue: outcome.issue, seconds: outcome.stored.seconds }] : [],
    );
    const byIssue: Pick<BulkPostWorklogsResponse, "byIssue"> =
      stored.length > 0 ? { byIssue: aggregateByIssue(stored) } : {};
    return {
      results: outcomes.map(toResult),
      ...byIssue,
      summary: {
        total: entries.length,
        succeeded: stored.length,
        failed: entries.length - stored.length,
        totalHours: totalHours(stored),
      },
    };
  },

  failed: ({ summary }) => summary.succeeded === 0,
});

function toResult(outcome: EntryOutcome): BulkWorklogResult {
  const { date, issueKey, hours, description } = outcome.entry;
  const result: BulkWorklogResult =
    "stored" in outcome
      ? {
          date,
          issueKey,
          hours: toHours(outcome.stored.seconds),
          success: true,
          worklogId: outcome.stored.id,
        }
      : { date, issueKey, hours, success: false, error: outcome.failure.message };
  if ("alreadyLogged" in outcome) result.alreadyLogged = true;
  // A refused row may hold anything under this name.
  if (typeof description === "string" && description !== "") result.comment = description;
  return result;
}
