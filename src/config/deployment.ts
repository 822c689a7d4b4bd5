import type { Deployment } from "../tempo/deployment.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { type Environment, envFlag, envString } from "./env.ts";
import { SERVICE_HELP } from "./service-help.ts";
import type { Token } from "./tokens.ts";
import { readBaseUrl, readJiraUrl, readTempoUrl } from "./url.ts";

const CLOUD = {
  name: "Tempo Cloud",
  required: ["TEMPO_API_TOKEN", "JIRA_BASE_URL", "JIRA_EMAIL", "JIRA_API_TOKEN"],
  optional: ["TEMPO_API_URL"],
};

const DATA_CENTER = {
  name: "Tempo on Jira Data Center",
  required: ["TEMPO_BASE_URL", "TEMPO_PAT"],
  optional: [],
};

const WHERE =
  "Settings are environment variables; in your MCP host's configuration they go into the `env` block of this server, " +
  "and it is restarted afterwards. To try TempoFiller without an account, start it with --sandbox.";

/**
 * The deployment that the environment sets up.
 *
 * @throws a `SettingsError` where it sets up none, two, or one in part, or what it sets cannot be used
 */
export function readDeployment(env: Environment, tokens: Record<string, Token>): Deployment {
  for (const { fault } of Object.values(tokens)) if (fault) throw fault;
  const setting = (name: string): Token => tokens[name] ?? { variable: name, text: envString(env, name) };
  const isSet = (name: string) => setting(name).text !== "";
  const [ofCloud, ofDataCenter] = [CLOUD, DATA_CENTER].map(({ required, optional }) =>
    [...required, ...optional].filter(isSet),
  ) as [string[], string[]];
  if (ofCloud.length === 0 && ofDataCenter.length === 0) {
    throw new SettingsError(
      `No Tempo is set up. For ${CLOUD.name}, set ${listed(CLOUD.required)}. ` +
        `For ${DATA_CENTER.name}, set ${listed(DATA_CENTER.required)}. ${WHERE}`,
    );
  }
  if (ofCloud.length > 0 && ofDataCenter.length > 0) {
    const inUse = (names: string[]) => listed(names.map((name) => setting(name).variable));
    throw new SettingsError(
      `Two Tempos are set up at once. For ${CLOUD.name}, remove ${inUse(ofDataCenter)}. ` +
        `For ${DATA_CENTER.name}, remove ${inUse(ofCloud)}.`,
    );
  }
  const { name, required } = ofCloud.length > 0 ? CLOUD : DATA_CENTER;
  const missing = required.filter((variable) => !isSet(variable));
  if (missing.length > 0) {
    throw new SettingsError(`${name} is set up in part. Set ${listed(missing)} as well. ${WHERE}`);
  }

  const address = (variable: string, text = envString(env, variable)) => ({
    name: variable,
    text,
    allowHttp: envFlag(env, "TEMPO_ALLOW_HTTP"),
  });
  const workAttributes = readWorkAttributes(envString(env, "TEMPO_WORK_ATTRIBUTES"));
  if (ofDataCenter.length > 0) {
    return {
      kind: "datacenter",
      baseUrl: readBaseUrl(address("TEMPO_BASE_URL")),
      token: headerText(setting("TEMPO_PAT")),
      workAttributes,
      help: SERVICE_HELP.datacenter,
    };
  }
  return {
    kind: "cloud",
    tempoUrl: readTempoUrl(
      address("TEMPO_API_URL", envString(env, "TEMPO_API_URL") || "https://api.tempo.io"),
    ),
    tempoToken: headerText(setting("TEMPO_API_TOKEN")),
    jiraUrl: readJiraUrl(address("JIRA_BASE_URL")),
    jiraEmail: headerText(setting("JIRA_EMAIL")),
    jiraToken: headerText(setting("JIRA_API_TOKEN")),
    workAttributes,
    help: SERVICE_HELP.cloud,
  };
}

/** A JSON object of texts; numbers and booleans are taken as their text. */
function readWorkAttributes(text: string): Record<string, string> {
  const fault = new SettingsError(
    'TEMPO_WORK_ATTRIBUTES must be a JSON object of work attribute keys and values, such as {"_Activity_":"dev"}.',
  );
  let object: unknown;
  try {
    object = JSON.parse(text || "{}");
  } catch {
    throw fault;
  }
  if (typeof object !== "object" || object === null || Array.isArray(object)) throw fault;
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      if (!["string", "number", "boolean"].includes(typeof value)) throw fault;
      return [key, String(value)];
    }),
  );
}

/** A text that goes into a header: printable, without blanks. */
function headerText({ variable, text }: Token): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  const holder = variable.endsWith("_FILE") ? `The file of ${variable}` : variable;
  throw new SettingsError(
    `${holder} holds a blank, a line break or a character outside ASCII. Set it again, exactly as given to you.`,
  );
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
