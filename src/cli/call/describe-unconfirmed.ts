import type { SubmitTimesheetResponse } from "../../generated/responses.ts";

/** One line if a call was to change something and has only planned: a script must not take that for done. */
export function describeUnconfirmed(reply: unknown, args: object): string | undefined {
  const { submitted, alreadySubmitted, missingDays, confirm } = reply as Partial<SubmitTimesheetResponse>;
  if (confirm !== undefined)
    return "confirm" in args
      ? "Nothing was changed: the plan is another one than was confirmed. Check it, and call again with its confirm."
      : undefined;
  if (submitted !== false || alreadySubmitted) return undefined;
  const days = missingDays?.length === 1 ? "1 day" : `${missingDays?.length ?? 0} days`;
  return `Not submitted: hours are missing on ${days}. Log them, or call with evenIfMissing.`;
}
