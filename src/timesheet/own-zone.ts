import { machineZone } from "./date-in-zone.ts";
import type { Profile } from "./port.ts";

/** The zone of the user's profile in Jira; without one that is known here, that of this machine, or UTC. */
export function ownZone({ timeZone }: Profile): string {
  return timeZone ?? machineZone() ?? "UTC";
}
