import type { Profile } from "./port.ts";

/** The zone of the user's profile in Jira; without one that is known here, that of this machine. */
export function ownZone({ timeZone }: Profile): string {
  return timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
