import type { Environment } from "../../config/env.ts";
import { settingsInForce } from "../../config/in-force.ts";
import { DEFAULT_PROFILE, savedProfiles } from "../../config/profile.ts";
import { readSettingsFile } from "../../config/settings-file.ts";
import { settingsFileOf } from "../../config/user-folders.ts";
import { DEPLOYMENT_NAMES } from "../../config/variable-names.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { profileOf, registeredIn } from "../hosts/entries.ts";
import { HOSTS, type Place } from "../hosts/hosts.ts";
import { columns } from "../lines.ts";

/** Shows the settings of each profile and the hosts that use them, without any secret; no token is read. */
export function showProfiles(place: Place, print: (line: string) => void): void {
  const { env } = place;
  const names = savedProfiles(env);
  if (names.length === 0) {
    print("There are no settings yet. Run tempofiller setup.");
    return;
  }
  const registered = registeredIn(HOSTS, place);
  const rows = names.map((name) => {
    const { url = "not set", kind } = siteIn(settingsFileOf(name, env));
    const hosts = registered.filter(({ entry }) => profileOf(entry, env) === (name ?? DEFAULT_PROFILE));
    const titles = [...new Set(hosts.map(({ host }) => host.title))];
    return [name ?? DEFAULT_PROFILE, url, kind ? DEPLOYMENT_NAMES[kind] : "-", titles.join(", ") || "none"];
  });
  for (const line of columns([["Profile", "Site", "Deployment", "Hosts"], ...rows])) print(line);
}

/** The site that a settings file names. A text that has not the form of a URL may be a token, and is not shown. */
function siteIn(path: string): { url?: string; kind?: Deployment["kind"] } {
  const env: Environment = {};
  const settings = settingsInForce(env, readSettingsFile({ TEMPO_CONFIG_FILE: path }));
  const site = settings.find(({ name }) => name === "TEMPO_BASE_URL" || name === "JIRA_BASE_URL");
  if (!site) return {};
  return {
    url: site.value ?? "(set)",
    kind: site.name === "JIRA_BASE_URL" ? "cloud" : "datacenter",
  };
}
