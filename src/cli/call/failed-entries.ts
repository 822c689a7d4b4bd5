import type { Responses } from "../../generated/responses.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import type { FailedEntry, Tool } from "../../tools/tool.ts";

const MAX_REASONS = 3;

/** One line; undefined if no entry failed, or if the tool has no entries. */
export function describeFailedEntries(tool: Tool, reply: unknown): string | undefined {
  const { failed, total } = tool.entries?.(reply as Responses[keyof Responses]) ?? { failed: [], total: 0 };
  if (failed.length === 0) return undefined;
  const byReason = groupBy(failed, ({ reason }) => reason);
  const reasons = [...byReason].slice(0, MAX_REASONS).map(describeReason);
  const others = byReason.size > MAX_REASONS ? ["The reply gives the other reasons."] : [];
  return [`${failed.length} of ${total} entries failed.`, ...reasons, ...others].join(" ");
}

function describeReason([reason, [first, ...others]]: [string, FailedEntry[]]): string {
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `${first?.name}${more}: ${reason}`;
}
