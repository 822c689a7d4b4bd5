import type { Deployment } from "../tempo/deployment.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { readAddress, readJiraAddress, readTempoAddress } from "./address.ts";
import { readTokens, type Token } from "./tokens.ts";

/** The environment, as far as it is read: names to texts. */
export type Environment = Record<string, string | undefined>;

/** The proxy of each protocol and the hosts to reach without one, as the environment names them; empty where it does not. */
export interface ProxySettings {
  httpProxy: string;
  httpsProxy: string;
  noProxy: string;
}

/** What the environment sets. */
export interface Settings {
  debug: boolean;
  /** The deployment to use, or why there is none to use. */
  deployment: Deployment | SettingsError;
  /** Why the options that hold for any deployment cannot be used, the embedded one included. */
  optionsFault?: SettingsError;
  /** The proxy that the environment names, if it names one. */
  proxy: ProxySettings | undefined;
  /** How long one request may take, in milliseconds. */
  timeout: number;
  /** How long one call of a tool may take, in milliseconds. */
  budget: number;
  /** What to do with a worklog that has an equal one standing already. */
  duplicates: "skip" | "allow";
  /** Whether only what reads is offered. */
  readOnly: boolean;
  /** Whether replies go out as structured content beside their text, and their schemas are published. */
  structuredContent: boolean;
  /** Whether a reply's `summary` goes ahead of its lists. */
  summaryFirst: boolean;
  /** Texts that must never appear in any output. */
  secrets: string[];
}

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

const PROXY_VARIABLES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];

const WHERE =
  "Settings are environment variables; in your MCP host's configuration they go into the `env` block of this server, " +
  "and it is restarted afterwards. To try TempoFiller without an account, start it with --sandbox.";

/** Reads the settings. A fault in them is kept, not thrown: the server starts all the same, and each call tells it. */
export function readSettings(env: Environment): Settings {
  const tokens = readTokens((name) => read(env, name));
  const common = {
    debug: isOn(env, "TEMPO_DEBUG"),
    secrets: secretsIn(env, tokens),
    proxy: readProxy(env),
  };
  const deployment = orFault(() => readDeployment(env, tokens));
  const options = orFault(() => readOptions(env));
  if (!(options instanceof SettingsError)) return { ...common, ...options, deployment };
  const fault = deployment instanceof SettingsError ? deployment : options;
  return { ...common, ...readOptions({}), deployment: fault, optionsFault: options };
}

/** What is read, or the fault in it. */
function orFault<Read>(readPart: () => Read): Read | SettingsError {
  try {
    return readPart();
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}

/** What holds for any deployment, the embedded one too. */
function readOptions(env: Environment) {
  return {
    timeout: readMilliseconds(env, "TEMPO_TIMEOUT_MS", 30_000),
    budget: readMilliseconds(env, "TEMPO_CALL_BUDGET_MS", 50_000),
    duplicates: readChoice(env, "TEMPO_DUPLICATES", ["skip", "allow"]),
    readOnly: readSwitch(env, "TEMPO_READ_ONLY"),
    structuredContent: readChoice(env, "TEMPO_STRUCTURED_CONTENT", ["on", "off"]) === "on",
    summaryFirst: readSwitch(env, "TEMPO_SUMMARY_FIRST"),
  };
}

function readMilliseconds(env: Environment, name: string, otherwise: number): number {
  const text = read(env, name);
  if (text === "") return otherwise;
  const milliseconds = Number(text);
  if (/^\d+$/.test(text) && milliseconds >= 1000 && milliseconds <= 600_000) return milliseconds;
  throw new SettingsError(`${name} must be a number of milliseconds from 1000 to 600000.`);
}

/** One of some words, in any case; the first where the variable is not set. */
function readChoice<const Word extends string>(env: Environment, name: string, words: [Word, Word]): Word {
  const text = read(env, name).toLowerCase() || words[0];
  const word = words.find((known) => known === text);
  if (word !== undefined) return word;
  throw new SettingsError(`${name} must be ${words.join(" or ")}.`);
}

/** A switch that must not be missed: a word that is neither on nor off is a fault, not off. */
function readSwitch(env: Environment, name: string): boolean {
  if (isOn(env, name)) return true;
  if (["", "0", "false"].includes(read(env, name).toLowerCase())) return false;
  throw new SettingsError(`${name} must be 1 or true to switch it on, 0 or false to leave it off.`);
}

function readDeployment(env: Environment, tokens: Record<string, Token>): Deployment {
  for (const { fault } of Object.values(tokens)) if (fault) throw fault;
  const setting = (name: string): Token => tokens[name] ?? { variable: name, text: read(env, name) };
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

  const address = (variable: string, text = read(env, variable)) => ({
    name: variable,
    text,
    allowHttp: isOn(env, "TEMPO_ALLOW_HTTP"),
  });
  const workAttributes = readWorkAttributes(read(env, "TEMPO_WORK_ATTRIBUTES"));
  if (ofDataCenter.length > 0) {
    return {
      kind: "data center",
      baseUrl: readAddress(address("TEMPO_BASE_URL")),
      token: headerText(setting("TEMPO_PAT")),
      workAttributes,
    };
  }
  return {
    kind: "cloud",
    tempoUrl: readTempoAddress(
      address("TEMPO_API_URL", read(env, "TEMPO_API_URL") || "https://api.tempo.io"),
    ),
    tempoToken: headerText(setting("TEMPO_API_TOKEN")),
    jiraUrl: readJiraAddress(address("JIRA_BASE_URL")),
    jiraEmail: headerText(setting("JIRA_EMAIL")),
    jiraToken: headerText(setting("JIRA_API_TOKEN")),
    workAttributes,
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

/** The proxy's variables come in either case. */
function readProxy(env: Environment): ProxySettings | undefined {
  const either = (name: string) => read(env, name.toLowerCase()) || read(env, name);
  const [httpProxy, httpsProxy] = [either("HTTP_PROXY"), either("HTTPS_PROXY")];
  return httpProxy || httpsProxy ? { httpProxy, httpsProxy, noProxy: either("NO_PROXY") } : undefined;
}

/**
 * A variable's text without the blanks that pasting leaves; empty where it is not set. A host that knows no value for a
 * placeholder of its configuration hands on the placeholder, as Claude Desktop does: it is not set then.
 */
function read(env: Environment, name: string): string {
  return (env[name] ?? "").trim().replace(/^\$\{[^}]*\}$/, "");
}

function isOn(env: Environment, name: string): boolean {
  return ["1", "true"].includes(read(env, name).toLowerCase());
}

/** A text that goes into a header: printable, without blanks. */
function headerText({ variable, text }: Token): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  const holder = variable.endsWith("_FILE") ? `The file of ${variable}` : variable;
  throw new SettingsError(
    `${holder} holds a blank, a line break or a character outside ASCII. Set it again, exactly as given to you.`,
  );
}

function secretsIn(env: Environment, tokens: Record<string, Token>): string[] {
  const secrets = Object.values(tokens).flatMap(({ text }) => (text === "" ? [] : [text]));
  for (const name of PROXY_VARIABLES) {
    const proxy = read(env, name);
    // Some tools take a proxy without its scheme, so its password is looked for there too.
    const address = proxy.includes("://") ? proxy : `http://${proxy}`;
    const password = URL.canParse(address) ? new URL(address).password : "";
    if (password !== "") secrets.push(proxy, password, unescaped(password));
  }
  const jiraToken = tokens.JIRA_API_TOKEN?.text ?? "";
  const basic = Buffer.from(`${read(env, "JIRA_EMAIL")}:${jiraToken}`).toString("base64");
  return [...new Set(jiraToken === "" ? secrets : [...secrets, basic])];
}

/** A part of an address as its writer meant it; as it stands where it is not escaped properly. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
