import type {
  BulkPostWorklogsResponse,
  DeleteWorklogsResponse,
  FillDaysResponse,
} from "../../generated/responses.ts";
import { groupBy } from "../../timesheet/group-by.ts";

type Reply = Partial<BulkPostWorklogsResponse & FillDaysResponse> | DeleteWorklogsResponse;

interface Failure {
  name: string;
  error?: string;
}

const MAX_REASONS = 3;

/** One line; undefined if no entry failed, or if the reply has no entries. A plan to delete has not failed. */
export function describeFailedEntries(reply: unknown): string | undefined {
  const { failed, total } = entriesOf(reply as Reply);
  if (failed.length === 0) return undefined;
  const byReason = groupBy(failed, ({ error = "" }) => error);
  const reasons = [...byReason].slice(0, MAX_REASONS).map(describeReason);
  const others = byReason.size > MAX_REASONS ? ["The reply gives the other reasons."] : [];
  return [`${failed.length} of ${total} entries failed.`, ...reasons, ...others].join(" ");
}

function entriesOf(reply: Reply): { failed: Failure[]; total: number } {
  if ("deleted" in reply) {
    const failed = reply.worklogs.filter(({ error }) => error !== undefined && reply.confirm === undefined);
    return {
      failed: failed.map(({ id, ...row }) => ({ ...row, name: `worklog ${id}` })),
      total: reply.worklogs.length,
    };
  }
  const { results, failures = [], summary } = reply;
  const failed = results ? results.filter(({ success }) => !success) : failures;
  return {
    failed: failed.map(({ date, issueKey, error }) => ({
      name: `${date} ${issueKey}`,
      ...(error !== undefined && { error }),
    })),
    total: results ? results.length : failures.length + (summary?.worklogs ?? 0),
  };
}

function describeReason([reason, [first, ...others]]: [string, Failure[]]): string {
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `${first?.name}${more}: ${reason}`;
}
