import type { Profile } from "../port.ts";
import type { SourceReport } from "./read-sources.ts";

/**
 * Names the zone of the times of a draft where users may take them for others: beside the first source that was read, since without
 * one a draft has no times.
 *
 * @param machineZone the zone of the user's machine, by its IANA name; undefined if it is not known
 */
export function withZone(
  reports: readonly SourceReport[],
  { timeZone }: Profile,
  machineZone: string | undefined,
): SourceReport[] {
  if (timeZone === undefined || (machineZone && nameOf(machineZone) === nameOf(timeZone)))
    return [...reports];
  const machine = machineZone === undefined ? "" : `; this machine is in ${machineZone}`;
  const named = reports.find(({ found }) => found !== undefined);
  return reports.map((report) =>
    report === named
      ? { ...report, found: `${report.found} (times are in ${timeZone}, your time zone in Jira${machine})` }
      : report,
  );
}

/** Several names may be of one zone. */
function nameOf(timeZone: string): string {
  return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
}
