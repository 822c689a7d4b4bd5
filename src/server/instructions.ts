const READING =
  "Dates are YYYY-MM-DD, both ends of a range included; hours are decimal. Ask for a whole range in one call. " +
  "get_schedule tells which days need hours, get_worklogs what is booked; both know the user's own time only.";

const WRITING =
  "Before booking, read both: book on working days, and only what is missing. Several entries go into one " +
  "bulk_post_worklogs; post_worklog with endDate books its hours on each working day. `alreadyLogged` means that an " +
  "equal worklog stood there before: nothing new was stored, and nothing is to be done.";

/** What a host tells its model of this server, once a session: how the tools go together. */
export function instructions(tools: readonly { effect: string }[]): string {
  const canWrite = tools.some(({ effect }) => effect !== "read");
  return canWrite ? `${READING} ${WRITING}` : READING;
}
