import { callContext, type ServerContext } from "../../server/context.ts";
import { sayWaiting } from "../say-waiting.ts";

/**
 * Reads a command line on the user's own day, which is that of the zone of the profile in Jira. Says it if the words mean other dates on
 * the day of this machine.
 *
 * @param read what the words mean on a day; what it throws on this machine's is thrown before anything is sent
 * @throws TimesheetError if Jira does not say who the user is
 */
export async function onUsersDay<Meaning>(
  read: (today: string) => Meaning,
  server: ServerContext,
  call: { signal: AbortSignal; name: string },
): Promise<Meaning> {
  const here = server.today();
  const meant = read(here);
  const timesheet = await server.openTimesheet();
  const context = callContext(server, timesheet, call);
  const { timeZone, unknownZone } = await sayWaiting(server, () => timesheet.readProfile(context));
  if (unknownZone !== undefined) {
    server.log(
      `Jira has ${JSON.stringify(unknownZone)} as your time zone, which is not known here, so today is ${here}, as on this machine.`,
    );
  }
  const there = server.today(timeZone);
  const meantThere = read(there);
  if (JSON.stringify(meantThere) !== JSON.stringify(meant))
    server.log(`Today is ${there} in ${timeZone}, your time zone in Jira, and ${here} on this machine.`);
  return meantThere;
}
