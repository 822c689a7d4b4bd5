import type { BulkPostWorklogsResponse } from "../../generated/responses.ts";

type Entry = BulkPostWorklogsResponse["results"][number];

const MAX_REASONS = 3;

/** One line; undefined if no entry failed, or if the reply is not a batch's. */
export function describeFailedEntries(reply: unknown): string | undefined {
  const { results = [] } = reply as Partial<BulkPostWorklogsResponse>;
  const failed = results.filter(({ success }) => !success);
  if (failed.length === 0) return undefined;
  const byReason = new Map<string, Entry[]>();
  for (const entry of failed) {
    const reason = entry.error ?? "";
    byReason.set(reason, [...(byReason.get(reason) ?? []), entry]);
  }
  const reasons = [...byReason].slice(0, MAX_REASONS).map(describeReason);
  const others = byReason.size > MAX_REASONS ? ["The reply's results give the other reasons."] : [];
  return [`${failed.length} of ${results.length} entries failed.`, ...reasons, ...others].join(" ");
}

function describeReason([reason, [first, ...others]]: [string, Entry[]]): string {
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `${first?.date} ${first?.issueKey}${more}: ${reason}`;
}
