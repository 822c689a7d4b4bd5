import type { Deployment } from "../tempo/deployment.ts";
import { words } from "../text/words.ts";
import { MissingSettingsError, SettingsError } from "../timesheet/errors.ts";
import { listed } from "./lists.ts";
import { misnamed } from "./other-names.ts";
import type { Token } from "./tokens.ts";
import { jiraCloudSite } from "./url.ts";
import {
  DEPLOYMENT_NAMES,
  isRequired,
  NAMES,
  namesOfDeployment,
  type VariableName,
} from "./variable-names.ts";

type Kind = Deployment["kind"];

const SETTINGS = { cloud: namesOfDeployment("cloud"), datacenter: namesOfDeployment("datacenter") };
const SITE = { cloud: NAMES.JIRA_BASE_URL, datacenter: NAMES.TEMPO_BASE_URL };
const OTHER = { cloud: "datacenter", datacenter: "cloud" } as const;

const HOW_TO_SET =
  "tempofiller setup asks for them and keeps them in your settings file; or add them to the `env` block of this server in your MCP " +
  "host's configuration. Then restart the server. To try TempoFiller without an account, start it with --sandbox.";

/** A setting's value, or its token's. */
export type Setting = (name: VariableName) => Token;

/**
 * @param otherNames what else is set, to find settings under another name
 * @throws SettingsError if none is configured, two, or only a part of one
 */
export function configuredKind(setting: Setting, otherNames: readonly string[]): Kind {
  const { used, missing } = coverage(setting);
  const site = jiraCloudSite(setting(SITE.datacenter).text);
  if (site && missing.cloud.length > 0) {
    throw new SettingsError(
      `${SITE.datacenter} is ${site}, a Jira Cloud site, but it is for Jira Data Center only. ` +
        stepsTo("cloud", setting),
      ...misnamed(otherNames, missing.cloud),
    );
  }
  if (used.cloud.length > 0 && used.datacenter.length > 0) throw both(setting, otherNames);
  if (used.cloud.length === 0 && used.datacenter.length === 0) {
    throw new MissingSettingsError(
      {
        assistant:
          `Tempo is not configured. For ${DEPLOYMENT_NAMES.cloud}, set ${listed(missing.cloud)}. ` +
          `For ${DEPLOYMENT_NAMES.datacenter}, set ${listed(missing.datacenter)}. ${HOW_TO_SET}`,
        shell:
          "Tempo is not configured. Run tempofiller setup, or add --sandbox to use built-in sample data.",
      },
      "Tempo is not configured.",
      misnamed(otherNames, [...missing.cloud, ...missing.datacenter]),
    );
  }
  const kind = used.cloud.length > 0 ? "cloud" : "datacenter";
  if (missing[kind].length === 0) return kind;
  const partly = `${DEPLOYMENT_NAMES[kind]} is only partly configured. Also set ${listed(missing[kind])}.`;
  throw new MissingSettingsError(
    words`${partly} ${{ assistant: HOW_TO_SET, shell: "tempofiller setup asks for them." }}`,
    partly,
    misnamed(otherNames, missing[kind]),
  );
}

function both(setting: Setting, otherNames: readonly string[]): SettingsError {
  const { used, missing } = coverage(setting);
  const inUse = (kind: Kind) => listed(used[kind].map((name) => setting(name).variable));
  if (missing.cloud.length === 0 || missing.datacenter.length === 0) {
    return new SettingsError(
      "Both Cloud and Data Center are configured. " +
        `For ${DEPLOYMENT_NAMES.cloud}, remove ${inUse("datacenter")}. ` +
        `For ${DEPLOYMENT_NAMES.datacenter}, remove ${inUse("cloud")}.`,
    );
  }
  const kinds: Kind[] = jiraCloudSite(setting(SITE.cloud).text) ? ["cloud"] : ["cloud", "datacenter"];
  return new SettingsError(
    `Settings of Cloud and of Data Center are mixed. ${kinds.map((kind) => stepsTo(kind, setting)).join(" ")}`,
    ...misnamed(
      otherNames,
      kinds.flatMap((kind) => missing[kind]),
    ),
  );
}

/** The settings that complete a deployment: the site's URL may be there under the other one's name. */
function stepsTo(kind: Kind, setting: Setting): string {
  const { used, missing } = coverage(setting);
  const [own, others] = [SITE[kind], SITE[OTHER[kind]]];
  const isRenamed = missing[kind].includes(own) && used[OTHER[kind]].includes(others);
  const toSet = missing[kind].filter((name) => !isRenamed || name !== own);
  const toRemove = used[OTHER[kind]].filter((name) => !isRenamed || name !== others);
  const steps = [
    ...(isRenamed ? [`rename ${others} to ${own}`] : []),
    ...(toSet.length > 0 ? [`set ${listed(toSet)}`] : []),
    ...(toRemove.length > 0 ? [`remove ${listed(toRemove.map((name) => setting(name).variable))}`] : []),
  ];
  return `For ${DEPLOYMENT_NAMES[kind]}, ${steps.join("; ")}.`;
}

/** The settings of each deployment that are set, and those that are required and missing. */
function coverage(setting: Setting): Record<"used" | "missing", Record<Kind, VariableName[]>> {
  const isSet = (name: VariableName) => {
    const { text, error, command } = setting(name);
    return text !== "" || error !== undefined || command !== undefined;
  };
  const missing = (kind: Kind) => SETTINGS[kind].filter((name) => isRequired(name) && !isSet(name));
  return {
    used: { cloud: SETTINGS.cloud.filter(isSet), datacenter: SETTINGS.datacenter.filter(isSet) },
    missing: { cloud: missing("cloud"), datacenter: missing("datacenter") },
  };
}
