import { existsSync } from "node:fs";
import { settingsFilePath } from "../../config/settings-file.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import type { ExitCode } from "../exit-codes.ts";
import { optionsFor } from "./entry.ts";
import { planRemovals } from "./host-plans.ts";
import { HOSTS, type Host, type Place, SKILL_HOSTS } from "./hosts.ts";
import { makeChanges } from "./make-changes.ts";
import type { SetupContext, SetupOptions } from "./options.ts";
import { hostsWithSkills, planSkillRemovals, planSkills } from "./plan-skills.ts";
import { registeredIn } from "./registered.ts";

/** Installs the skills for the named hosts, or updates them where they are. @throws TimesheetError if nothing could be done */
export async function setUpSkills(
  named: Host[],
  place: Place,
  options: SetupOptions,
  context: SetupContext,
): Promise<ExitCode> {
  const hosts = named.length > 0 ? named : await chooseHosts(place, options, context);
  const { plans, kept } = planSkills(hosts, place);
  for (const line of kept) context.print(line);
  return makeChanges({ plans }, options, context);
}

async function chooseHosts(
  place: Place,
  { yes }: SetupOptions,
  { isTerminal }: SetupContext,
): Promise<Host[]> {
  if (isTerminal && !yes) {
    const { askHosts } = await import("./ask-hosts.ts");
    const hintOf = (host: Host) => host.skills?.(place) ?? "";
    return askHosts("Which hosts should get the skills?", SKILL_HOSTS, place, hintOf);
  }
  const hosts = hostsWithSkills(place);
  if (hosts.length > 0) return hosts;
  throw new InvalidInputError(
    `Name the host to install the skills for: --host ${SKILL_HOSTS.map(({ name }) => name).join(", ")}.`,
  );
}

/**
 * Removes the server of a profile and the skills from the hosts, or the skills alone. Skills stay where another profile needs them.
 *
 * @param name of the server's entry
 * @throws TimesheetError if nothing could be removed
 */
export async function removeAll(
  named: Host[],
  place: Place,
  name: string,
  options: SetupOptions,
  context: SetupContext,
): Promise<ExitCode> {
  const hosts = named.length > 0 ? named : HOSTS;
  const servers = options.skills ? [] : planRemovals(hosts, place, name);
  const others = options.skills ? [] : otherEntries(hosts, place, name);
  const skills = planSkillRemovals(others.length === 0 ? hosts : [], place);
  const plans = [...servers, ...skills.plans];
  if (!plans.some(({ change, error }) => change ?? error)) {
    context.print(
      options.skills
        ? "No host has skills that setup installed, so there is nothing to remove."
        : `No host has an entry ${name}, so there is nothing to remove.`,
    );
  }
  for (const line of others) context.print(line);
  for (const line of skills.kept) context.print(line);
  const exitCode = await makeChanges({ plans }, options, context);
  if (!options.skills) keepSettings(context);
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
