import { ACCOUNT_OF_ISSUE, type Deployment } from "../tempo/deployment.ts";
import { words } from "../text/words.ts";
import { MissingSettingsError, SettingsError } from "../timesheet/errors.ts";
import { type Environment, envFlag, envList, envString, envText } from "./env.ts";
import { listed } from "./lists.ts";
import { misnamed } from "./other-names.ts";
import { listProfiles } from "./profile.ts";
import { readAll, tryRead } from "./read-all.ts";
import { cloudHelp, dataCenterHelp, type ScopedUse, type SettingNames } from "./service-help.ts";
import { kindOf, refuseSuspicious } from "./suspicious-values.ts";
import type { Token, Tokens } from "./tokens.ts";
import { baseOf, jiraBaseOf, jiraCloudSite, tempoBaseOf, urlOf } from "./url.ts";
import {
  DEPLOYMENT_NAMES,
  isRequired,
  NAMES,
  type NameOfKind,
  namesOfDeployment,
  type VariableName,
} from "./variable-names.ts";
import { VARIABLES } from "./variables.ts";

type CheckedName = NameOfKind<"token" | "url" | "text">;

/** The rules that a declaration may have for its value. */
interface Declaration {
  title: string;
  default?: string;
  placeholder?: string;
}

/**
 * @param otherNames what else is set, to find settings under another name
 * @param names what the settings are called in texts, if not by their names
 * @throws SettingsError with everything that is wrong: none, two or only part of one configured, and each unusable value
 */
export function readDeployment(
  env: Environment,
  tokens: Tokens,
  otherNames: readonly string[],
  names?: SettingNames,
): Deployment {
  const setting: Setting = (name) => tokens.get(name) ?? { variable: name, text: envString(env, name) };
  const checked = checkedReader(setting, envFlag(env, "TEMPO_ALLOW_HTTP"));
  const url = (name: NameOfKind<"url">, baseOfUrl: (url: URL) => string) => {
    const text = checked(name);
    return text === "" ? "" : baseOfUrl(urlOf(text));
  };
  const profiles = envString(env, "TEMPO_PROFILE") === "" ? listProfiles(env) : [];
  const values = readAll({
    kind: () => configuredKind(setting, otherNames, profiles),
    tempoToken: () => checked("TEMPO_API_TOKEN"),
    jiraUrl: () => url("JIRA_BASE_URL", jiraBaseOf),
    jiraEmail: () => checked("JIRA_EMAIL"),
    jiraToken: () => checked("JIRA_API_TOKEN"),
    tempoUrl: () => url("TEMPO_API_URL", tempoBaseOf),
    atlassianUrl: () => url("ATLASSIAN_API_URL", baseOf),
    baseUrl: () => url("TEMPO_BASE_URL", jiraBaseOf),
    token: () => checked("TEMPO_PAT"),
    workAttributes: () => readWorkAttributes(envText(env, "TEMPO_WORK_ATTRIBUTES")),
  });
  const { kind, baseUrl, token, workAttributes, ...cloud } = values;
  const toolSets = tryRead(() => envList(env, "TEMPO_TOOLSETS"));
  const uses = new Set<ScopedUse>();
  if (!(toolSets instanceof SettingsError)) {
    if (toolSets.has("approvals")) uses.add("approvals");
    if (toolSets.has("team")) uses.add("teams");
    if (toolSets.has("details")) uses.add("accounts");
  }
  if (Object.values(workAttributes).includes(ACCOUNT_OF_ISSUE)) uses.add("accounts");
  return kind === "datacenter"
    ? { kind, baseUrl, token, workAttributes, help: dataCenterHelp(names) }
    : { kind, ...cloud, workAttributes, help: cloudHelp(uses, names) };
}

/** The same deployment with other credentials. @throws SettingsError for each credential that cannot be meant */
export function withTokens(deployment: Deployment, tokens: Tokens): Deployment {
  const checked = checkedReader((name) => tokens.get(name) ?? { variable: name, text: "" }, false);
  if (deployment.kind === "datacenter")
    return { ...deployment, ...readAll({ token: () => checked("TEMPO_PAT") }) };
  return {
    ...deployment,
    ...readAll({
      tempoToken: () => checked("TEMPO_API_TOKEN"),
      jiraEmail: () => checked("JIRA_EMAIL"),
      jiraToken: () => checked("JIRA_API_TOKEN"),
    }),
  };
}

/** Reads values, and throws a SettingsError for one that cannot be meant. @param allowHttp for URLs */
function checkedReader(setting: Setting, allowHttp: boolean): (name: CheckedName) => string {
  const others = { email: setting("JIRA_EMAIL"), jiraToken: setting("JIRA_API_TOKEN") };
  return (name) => {
    const declaration: Declaration = VARIABLES[name];
    const { default: unset = "", placeholder: example = unset } = declaration;
    const { text, error, command: _, ...source } = setting(name);
    if (error) throw error;
    refuseSuspicious({ kind: kindOf(name), text, ...source, others, allowHttp, example });
    return text || unset;
  };
}

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
 * @param profiles that the user has, for where none is chosen
 * @throws SettingsError if none is configured, two, or only a part of one
 */
function configuredKind(setting: Setting, otherNames: readonly string[], profiles: readonly string[]): Kind {
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
          profiles.length > 0
            ? `Tempo is not configured without a profile. Add ${profiles.map((name) => `--profile ${name}`).join(", or ")}.`
            : "Tempo is not configured. Run tempofiller setup, or add --sandbox to use built-in sample data.",
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

/** Numbers and booleans become their text. @throws SettingsError for anything but an object of them */
function readWorkAttributes(text: string): Record<string, string> {
  const error = new SettingsError(
    'TEMPO_WORK_ATTRIBUTES must be a JSON object of work attribute keys and values, such as {"_Activity_":"dev"}.',
  );
  let object: unknown;
  try {
    object = JSON.parse(text || "{}");
  } catch {
    throw error;
  }
  if (typeof object !== "object" || object === null || Array.isArray(object)) throw error;
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      if (!["string", "number", "boolean"].includes(typeof value)) throw error;
      return [key, String(value)];
    }),
  );
}
