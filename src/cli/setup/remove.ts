import { existsSync } from "node:fs";
import { settingsFilePath } from "../../config/settings-file.ts";
import type { ExitCode } from "../exit-codes.ts";
import { planEach, planRemoval } from "../hosts/changes.ts";
import { registeredIn } from "../hosts/entries.ts";
import { optionsFor } from "../hosts/entry.ts";
import { HOSTS, type Host, type Place } from "../hosts/hosts.ts";
import { makeChanges } from "./make-changes.ts";
import type { SetupContext, SetupOptions } from "./options.ts";

/**
 * Removes the server of a profile from the hosts.
 *
 * @param name of the server's entry
 * @throws TimesheetError if nothing could be removed
 */
export async function removeServer(
  named: Host[],
  place: Place,
  name: string,
  options: SetupOptions,
  context: SetupContext,
): Promise<ExitCode> {
  const hosts = named.length > 0 ? named : HOSTS;
  const plans = planEach(hosts, (host) => planRemoval(host, place, name));
  if (!plans.some(({ change, error }) => change ?? error))
    context.print(`No host has an entry ${name}, so there is nothing to remove.`);
  for (const line of otherEntries(hosts, place, name)) context.print(line);
  const exitCode = await makeChanges({ plans }, options, context);
  keepSettings(context);
  return exitCode;
}

/** A sentence for each entry of another profile. */
function otherEntries(hosts: readonly Host[], place: Place, name: string): string[] {
  return registeredIn(hosts, place).flatMap(({ host, entry }) => {
    const options = optionsFor(entry.name);
    if (entry.name === name || options === undefined) return [];
    return `${host.title} keeps its entry ${entry.name}: tempofiller setup --remove${options} removes it.`;
  });
}

function keepSettings({ env, print }: SetupContext): void {
  const path = settingsFilePath(env);
  if (path !== undefined && existsSync(path))
    print(`The settings stay in ${path}. Delete it, and a backup beside it, if you need them no longer.`);
}
