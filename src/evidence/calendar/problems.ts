import { oneLine } from "../../text/characters.ts";
import { cut } from "../../text/lengths.ts";
import type { UnreadableReason } from "./errors.ts";
import type { Occurrences } from "./meetings.ts";

/** The most zones that a sentence names, and the most characters of each. */
const MAX_ZONES = 3;
const MAX_ZONE_NAME = 60;

const WHY: Record<UnreadableReason, [why: string, next: string]> = {
  format: ["broken", "Open them in the calendar and save them again, or log them by hand."],
  rule: ["repeated by a rule that is not supported, such as every hour", "Log them by hand."],
};

/** Sentences for the user about what is missing of a calendar that was read. */
export function problemsOf(
  name: string,
  { unreadable, unknownZones }: Pick<Occurrences, "unreadable" | "unknownZones">,
  isComplete: boolean,
): string[] {
  const reasons = [...unreadable].map(([reason, count]) => {
    const [why, next] = WHY[reason];
    return `${name}: ${events(count)} left out, ${count === 1 ? "since it is" : "since they are"} ${why}. ${next}`;
  });
  const zones = [...unknownZones.keys()];
  const count = [...unknownZones.values()].reduce((sum, one) => sum + one, 0);
  const more = zones.length > MAX_ZONES ? ` and ${zones.length - MAX_ZONES} more` : "";
  const named = zones
    .slice(0, MAX_ZONES)
    .map((zone) => `"${cut(oneLine(zone), MAX_ZONE_NAME)}"`)
    .join(", ");
  return [
    ...reasons,
    ...(count > 0
      ? [
          `${name}: ${events(count)} left out, since no time zone has the name ${named}${more}. ` +
            "Choose the time zone of such events again in the calendar, or log them by hand.",
        ]
      : []),
    ...(isComplete ? [] : [`${name} ends too early, so that events may be missing. Export it again.`]),
  ];
}

function events(count: number): string {
  return count === 1 ? "1 event is" : `${count} events are`;
}
