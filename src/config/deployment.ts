import type { Deployment } from "../tempo/deployment.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { type Environment, envFlag, envString } from "./env.ts";
import { SERVICE_HELP } from "./service-help.ts";
import type { Token, Tokens } from "./tokens.ts";
import { readBaseUrl, readJiraUrl, readTempoUrl } from "./url.ts";
import {
  DEPLOYMENT_NAMES,
  isRequired,
  type NameOfKind,
  namesOfDeployment,
  type VariableName,
} from "./variable-names.ts";
import { VARIABLES } from "./variables.ts";

const CLOUD = namesOfDeployment("cloud");
const DATA_CENTER = namesOfDeployment("datacenter");

const HOW_TO_SET =
  "Settings are environment variables: in your MCP host's configuration, add them to the `env` block of this server, then " +
  "restart it. To try TempoFiller without an account, start it with --sandbox.";

/** @throws SettingsError if it configures none, two or only part of one, or if a value cannot be used */
export function readDeployment(env: Environment, tokens: Tokens): Deployment {
  for (const { error } of tokens.values()) if (error) throw error;
  const setting = (name: VariableName): Token =>
    tokens.get(name) ?? { variable: name, text: envString(env, name) };
  const kind = configuredKind(setting);
  const url = (name: NameOfKind<"url">) => ({
    name,
    text: setting(name).text,
    allowHttp: envFlag(env, "TEMPO_ALLOW_HTTP"),
  });
  const workAttributes = readWorkAttributes(envString(env, "TEMPO_WORK_ATTRIBUTES"));
  if (kind === "datacenter") {
    const baseUrl = readBaseUrl(url("TEMPO_BASE_URL"));
    return {
      kind,
      baseUrl,
      token: headerText(setting("TEMPO_PAT")),
      workAttributes,
      help: SERVICE_HELP.datacenter,
    };
  }
  const urlOrDefault = (name: "TEMPO_API_URL" | "ATLASSIAN_API_URL") => {
    const given = url(name);
    return { ...given, text: given.text || VARIABLES[name].default };
  };
  return {
    kind,
    tempoUrl: readTempoUrl(urlOrDefault("TEMPO_API_URL")),
    tempoToken: headerText(setting("TEMPO_API_TOKEN")),
    jiraUrl: readJiraUrl(url("JIRA_BASE_URL")),
    jiraEmail: headerText(setting("JIRA_EMAIL")),
    jiraToken: headerText(setting("JIRA_API_TOKEN")),
    atlassianUrl: readBaseUrl(urlOrDefault("ATLASSIAN_API_URL")),
    workAttributes,
    help: SERVICE_HELP.cloud,
  };
}

function configuredKind(setting: (name: VariableName) => Token): Deployment["kind"] {
  const isSet = (name: VariableName) => setting(name).text !== "";
  const [cloud, dataCenter] = [CLOUD.filter(isSet), DATA_CENTER.filter(isSet)];
  if (cloud.length === 0 && dataCenter.length === 0) {
    throw new SettingsError(
      `Tempo is not configured. For ${DEPLOYMENT_NAMES.cloud}, set ${listed(CLOUD.filter(isRequired))}. ` +
        `For ${DEPLOYMENT_NAMES.datacenter}, set ${listed(DATA_CENTER.filter(isRequired))}. ${HOW_TO_SET}`,
    );
  }
  if (cloud.length > 0 && dataCenter.length > 0) {
    const inUse = (names: VariableName[]) => listed(names.map((name) => setting(name).variable));
    throw new SettingsError(
      "Both Cloud and Data Center are configured. " +
        `For ${DEPLOYMENT_NAMES.cloud}, remove ${inUse(dataCenter)}. ` +
        `For ${DEPLOYMENT_NAMES.datacenter}, remove ${inUse(cloud)}.`,
    );
  }
  const [kind, names] =
    cloud.length > 0 ? (["cloud", CLOUD] as const) : (["datacenter", DATA_CENTER] as const);
  const missing = names.filter((name) => isRequired(name) && !isSet(name));
  if (missing.length === 0) return kind;
  throw new SettingsError(
    `${DEPLOYMENT_NAMES[kind]} is only partly configured. Also set ${listed(missing)}. ${HOW_TO_SET}`,
  );
}

/** Numbers and booleans become their text. */
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

/** Printable ASCII without whitespace. */
function headerText({ variable, text }: Token): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  const source = variable.endsWith("_FILE") ? `The file of ${variable}` : variable;
  throw new SettingsError(`${source} contains whitespace or non-ASCII characters. Copy it again.`);
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
