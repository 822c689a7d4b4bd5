import { type Environment, envString } from "../../config/env.ts";
import { withoutSettings } from "../../config/environment.ts";
import { listed } from "../../config/lists.ts";
import { isProfileName, listProfiles } from "../../config/profile.ts";
import { readSettingsFile, settingsFilePath, withSettingsFile } from "../../config/settings-file.ts";
import { jiraBaseOf, parseUrl } from "../../config/url.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import type { HostPlan } from "../hosts/changes.ts";
import { type HostEntry, registeredIn, sandboxOf } from "../hosts/entries.ts";
import type { Place } from "../hosts/hosts.ts";
import type { SetupContext, SetupOptions } from "./context.ts";

/** The base URL of the Jira that settings are for; undefined if they name none. */
export function siteIn(values: Environment): string | undefined {
  const url = parseUrl(envString(values, "TEMPO_BASE_URL") || envString(values, "JIRA_BASE_URL"));
  return url && jiraBaseOf(url);
}

/** A profile's name for a site: that of the profile that it has already, else one from its host name that no other site has. */
export function profileNameFor(site: string, env: Environment): string {
  const { hostname } = new URL(site);
  const labels = hostname.replace(/^(www|jira|tempo|issues|tracker)\./, "");
  const [label = ""] = /^[\d.:[\]]+$/.test(labels) ? [labels] : labels.split(".");
  const stem =
    label
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, "-")
      .replaceAll(/^-|-$/g, "")
      .slice(0, 30) || "site";
  const known = listProfiles(env);
  const same = known.find((name) => siteOfProfile(name, env) === site);
  if (same !== undefined) return same;
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? stem : `${stem}-${count}`;
    if (isProfileName(name) && !known.includes(name)) return name;
  }
}

/** The site of a profile, from its settings file. */
export function siteOfProfile(name: string, env: Environment): string | undefined {
  return siteIn(readSettingsFile(ofProfile(env, name))?.values ?? {});
}

/** An environment in which a profile is used. */
export function ofProfile(env: Environment, name: string): Environment {
  return { ...env, TEMPO_CONFIG_FILE: undefined, TEMPO_PROFILE: name };
}

/** The entry that hosts get. */
interface OwnEntry {
  name: string;
  /** Jira's base URL, or the URL of a team's server; undefined for the sandbox. */
  site: string | undefined;
  place: Place;
}

/** A change of a host's entry through which it would start the server for another site, or for the sandbox. */
interface Replacement {
  plan: HostPlan;
  /** The site that the entry is for. */
  site: string;
}

/**
 * The changes that replace an entry for another site. An entry that reads the same settings file as the new one is for whatever site the
 * user chooses for that file.
 */
function replacements(
  plans: readonly HostPlan[],
  name: string,
  site: string | undefined,
  place: Place,
): Replacement[] {
  return plans.flatMap((plan) => {
    if (!plan.change) return [];
    const current = registeredIn([plan.host], place).find(({ entry }) => entry.name === name);
    if (!current || sandboxOf(current.entry)) return [];
    if (current.entry.url !== undefined)
      return current.entry.url === site ? [] : [{ plan, site: current.entry.url }];
    const env = environmentOf(current.entry, place.env);
    const isSameFile = site !== undefined && settingsFilePath(env) === settingsFilePath(place.env);
    const before = siteIn(withSettingsFile(env, readSettingsFile(env)));
    if (before === undefined || before === site || (isSameFile && siteIn(current.entry.env) === undefined))
      return [];
    return [{ plan, site: before }];
  });
}

/** The sentence that says how both can be kept. */
function replacementProblem(
  found: readonly Replacement[],
  site: string | undefined,
  env: Environment,
): string {
  const [{ site: before } = { site: "" }] = found;
  const titles = listed(found.map(({ plan }) => plan.host.title));
  const verb = found.length === 1 ? "starts" : "start";
  const name = site === undefined ? "sandbox" : profileNameFor(site, env);
  return (
    `${titles} ${verb} the server for ${before}, which ${site ?? "the sandbox"} would replace. ` +
    `To keep both, add --name ${name}; to replace it, add --replace.`
  );
}

/** The settings of an entry, in the folders of this environment. */
function environmentOf({ env: own }: HostEntry, env: Environment): Environment {
  return { ...withoutSettings(env), ...own };
}

/** Leaves entries for another site as they are, unless their replacement is wanted. @throws InvalidInputError in a script */
export async function withoutReplacements(
  plans: HostPlan[],
  { name, site, place }: OwnEntry,
  { replace }: Pick<SetupOptions, "replace">,
  { env, isTerminal, print }: SetupContext,
): Promise<HostPlan[]> {
  const found = replace ? [] : replacements(plans, name, site, place);
  if (found.length === 0) return plans;
  const problem = replacementProblem(found, site, env);
  if (!isTerminal) throw new InvalidInputError(`${problem} Nothing was changed.`);
  print(problem);
  const { ask } = await import("./ask.ts");
  if (await ask.yes("Replace it?", false)) return plans;
  for (const { plan } of found) print(`${plan.host.file(place)} stays as it is.`);
  return plans.filter((plan) => !found.some((each) => each.plan === plan));
}
