import type {
  OverbookedDay,
  PostDraftResponse,
  Responses,
  SubmitTimesheetResponse,
} from "../../generated/responses.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import type { FailedEntry, Tool } from "../../tools/tool.ts";
import { counted } from "../counted.ts";
import { typeAgain } from "../type-again.ts";

const MAX_REASONS = 3;

const MAX_DAYS = 3;

/** The line on stderr for entries that failed; undefined if none did, or if the tool has no entries. */
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

/** The line on stderr for a call that was to change something and has only planned: a script must not take that for done. */
export function describeUnconfirmed(reply: unknown, args: object): string | undefined {
  const { draft } = reply as Partial<PostDraftResponse>;
  const { submitted, alreadySubmitted, missingDays, confirm } = (draft ??
    reply) as Partial<SubmitTimesheetResponse>;
  if (confirm !== undefined)
    return "confirm" in args
      ? "Nothing was changed: the plan is another one than was confirmed. Check it, and call again with its confirm."
      : undefined;
  if (submitted !== false || alreadySubmitted) return undefined;
  const days = counted(missingDays?.length ?? 0, "day");
  return `Not submitted: hours are missing on ${days}. Log them, or call with evenIfMissing.`;
}

/** The line on stderr for a plan that nothing asked to carry out, with the line that does. */
export function describePlan(reply: object, args: object, words: readonly string[]): string | undefined {
  const { confirm } = reply as { confirm?: string };
  if (confirm === undefined || "confirm" in args) return undefined;
  return `Nothing was changed: this is a plan. To carry it out, type: ${typeAgain(words, "--confirm", confirm)}`;
}

/** The line on stderr for days that have too many hours, for a user who sees only some fields of a reply. */
export function describeOverbooked(days: readonly OverbookedDay[]): string {
  const shown = days
    .slice(0, MAX_DAYS)
    .map(({ date, requiredHours, bookedHours }) => `${date} (${bookedHours} of ${requiredHours} h)`);
  const others = days.length > MAX_DAYS ? ` and ${days.length - MAX_DAYS} more` : "";
  return `${counted(days.length, "day")} ${days.length === 1 ? "has" : "have"} more hours than required: ${shown.join(", ")}${others}.`;
}
