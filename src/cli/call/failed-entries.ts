import type { BulkPostWorklogsResponse, FillDaysResponse } from "../../generated/responses.ts";
import { groupBy } from "../../timesheet/group-by.ts";

interface Failure {
  date: string;
  issueKey: string;
  error?: string;
}

const MAX_REASONS = 3;

/** One line; undefined if no entry failed, or if the reply has no entries. */
export function describeFailedEntries(reply: unknown): string | undefined {
  const { failed, total } = entriesOf(reply as Partial<BulkPostWorklogsResponse & FillDaysResponse>);
  if (failed.length === 0) return undefined;
  const byReason = groupBy(failed, ({ error = "" }) => error);
  const reasons = [...byReason].slice(0, MAX_REASONS).map(describeReason);
  const others = byReason.size > MAX_REASONS ? ["The reply gives the other reasons."] : [];
  return [`${failed.length} of ${total} entries failed.`, ...reasons, ...others].join(" ");
}

function entriesOf({ results, failures, summary }: Partial<BulkPostWorklogsResponse & FillDaysResponse>): {
  failed: Failure[];
  total: number;
} {
  if (results) return { failed: results.filter(({ success }) => !success), total: results.length };
  const failed = failures ?? [];
  return { failed, total: failed.length + (summary?.worklogs ?? 0) };
}

function describeReason([reason, [first, ...others]]: [string, Failure[]]): string {
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `${first?.date} ${first?.issueKey}${more}: ${reason}`;
}
