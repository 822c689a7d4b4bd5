import type { DetailedWorklogEntry } from "../generated/inputs.ts";
import type { BulkPostWorklogsResponse, BulkWorklogResult } from "../generated/responses.ts";
import { toHours } from "../timesheet/hours.ts";
import type { RowOutcome } from "../timesheet/posting/batch.ts";
import { aggregateByIssue, totalHours } from "../timesheet/totals.ts";
import { warnOfEntries } from "../timesheet/warn-of-entries.ts";
import { defineTool } from "./tool.ts";

export const bulkPostWorklogs = defineTool({
  name: "bulk_post_worklogs",
  title: "Create multiple worklogs",
  description:
    "Create multiple Tempo worklogs at once: log time on any mix of Jira issues, days and hours. Use it for more than one. Each succeeds or fails alone.",
  repeated: {
    skip: "To retry failures, resend the whole batch: an entry identical in issue, date, hours, billable, comment and given attributes is not stored again (`alreadyLogged`).",
    allow: "To retry failures, send only the failed entries: the others would be stored once more.",
  },
  input: "BulkPostWorklogsInput",
  detailed: "BulkPostWorklogsDetailsInput",
  reply: "BulkPostWorklogsResponse",
  effect: "create",
  view: true,
  rows: "worklogs",

  async handle({ worklogs: entries, billable = true }, context, invalidRows) {
    const { postBulk } = await import("../timesheet/posting/entries.ts");
    const { outcomes, overbooked: days } = await postBulk(entries, billable, invalidRows, context);
    const logged = outcomes.filter((outcome) => "stored" in outcome);
    const stored = logged.map(({ issue, stored: { seconds } }) => ({ issue, seconds }));
    const byIssue: Pick<BulkPostWorklogsResponse, "byIssue"> =
      stored.length > 0 ? { byIssue: aggregateByIssue(stored) } : {};
    const overbooked: Pick<BulkPostWorklogsResponse, "overbooked"> =
      days.length > 0 ? { overbooked: days } : {};
    // A row that broke a rule has been told so.
    const dates = entries.flatMap(({ date }, index) => (invalidRows.has(index) ? [] : [date]));
    return {
      results: entries.map((entry, index) => toResult(entry, outcomes[index] as RowOutcome)),
      ...byIssue,
      ...overbooked,
      ...warnOfEntries(dates, logged, context),
      summary: {
        total: entries.length,
        succeeded: stored.length,
        failed: entries.length - stored.length,
        totalHours: totalHours(stored),
      },
    };
  },

  failed: ({ summary }) => summary.succeeded === 0,
  entries: ({ results }) => ({
    total: results.length,
    failed: results
      .filter(({ success }) => !success)
      .map(({ date, issueKey, error = "" }) => ({ name: `${date} ${issueKey}`, reason: error })),
  }),
});

function toResult(entry: DetailedWorklogEntry, outcome: RowOutcome): BulkWorklogResult {
  const { date, issueKey, hours, description } = entry;
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
  if ("possibleDuplicateId" in outcome) result.possibleDuplicateId = outcome.possibleDuplicateId;
  // A row that broke a rule may have any value here.
  const isDescribed = typeof description === "string" && description !== "";
  if (isDescribed) result.comment = "stored" in outcome ? outcome.stored.comment : description;
  return result;
}
