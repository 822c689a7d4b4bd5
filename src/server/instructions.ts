const READING =
  "Dates are YYYY-MM-DD, ranges include both ends, hours are decimal. Ask for a whole range in one call. " +
  "get_schedule shows which days need hours, get_worklogs what is logged; both cover the user's own time only.";

const WRITING =
  "Before logging time, read both: log on working days, and only what is missing. Put several entries into one " +
  "bulk_post_worklogs. `alreadyLogged` means that an identical worklog existed: nothing new was stored, and nothing needs to " +
  "be done. `overbooked` days have more hours than required: tell the user. `possibleDuplicateId` may be a second copy: ask " +
  "before deleting it.";

/** Hosts pass this on to their model once a session. */
export function instructions(tools: readonly { effect: string }[]): string {
  const canWrite = tools.some(({ effect }) => effect !== "read");
  return canWrite ? `${READING} ${WRITING}` : READING;
}
