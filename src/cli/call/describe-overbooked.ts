import type { OverbookedDay } from "../../generated/responses.ts";

const MAX_DAYS = 3;

/** One line for a person who sees only some fields of a reply. */
export function describeOverbooked(days: readonly OverbookedDay[]): string {
  const shown = days
    .slice(0, MAX_DAYS)
    .map(({ date, requiredHours, bookedHours }) => `${date} (${bookedHours} of ${requiredHours} h)`);
  const others = days.length > MAX_DAYS ? ` and ${days.length - MAX_DAYS} more` : "";
  return `${days.length === 1 ? "1 day now has" : `${days.length} days now have`} more hours than required: ${shown.join(", ")}${others}.`;
}
