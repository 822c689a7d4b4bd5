import type { CloudDeployment } from "../tempo/cloud-timesheet.ts";
import { SettingsError } from "../timesheet/errors.ts";

/** The environment, as far as it is read: names to texts. */
export type Environment = Record<string, string | undefined>;

/** What the environment sets. */
export interface Settings {
  debug: boolean;
  /** The deployment to use, or why there is none to use. */
  deployment: CloudDeployment | SettingsError;
  /** Texts that must never appear in any output. */
  secrets: string[];
}

const CLOUD_VARIABLES = ["TEMPO_API_TOKEN", "JIRA_BASE_URL", "JIRA_EMAIL", "JIRA_API_TOKEN"] as const;

const WHERE =
  "They go into the `env` block of this server in the settings of your MCP host; restart it afterwards. " +
  "To try TempoFiller without an account, start it with --sandbox.";

/** Reads the settings. A fault in them is kept, not thrown: the server starts all the same, and each call tells it. */
export function readSettings(env: Environment): Settings {
  return {
    debug: ["1", "true"].includes(read(env, "TEMPO_DEBUG").toLowerCase()),
    deployment: readDeployment(env),
    secrets: secretsIn(env),
  };
}

function readDeployment(env: Environment): CloudDeployment | SettingsError {
  const missing = CLOUD_VARIABLES.filter((name) => read(env, name) === "");
  if (missing.length === CLOUD_VARIABLES.length) {
    return new SettingsError(`No Tempo is set up. For Tempo Cloud, set ${listed(CLOUD_VARIABLES)}. ${WHERE}`);
  }
  if (missing.length > 0) {
    return new SettingsError(`Tempo Cloud is set up in part. Set ${listed(missing)} as well. ${WHERE}`);
  }
  try {
    return {
      tempoUrl: tempoOrigin(read(env, "TEMPO_API_URL") || "https://api.tempo.io"),
      tempoToken: readToken(env, "TEMPO_API_TOKEN"),
      jiraUrl: jiraBase(read(env, "JIRA_BASE_URL")),
      jiraEmail: readToken(env, "JIRA_EMAIL"),
      jiraToken: readToken(env, "JIRA_API_TOKEN"),
    };
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}

/** A variable's text without the blanks that pasting leaves; empty where it is not set. */
function read(env: Environment, name: string): string {
  return (env[name] ?? "").trim();
}

/** A text that goes into a header: printable, without blanks. */
function readToken(env: Environment, name: string): string {
  const text = read(env, name);
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new SettingsError(
    `${name} holds a blank, a line break or a character outside ASCII. Set it again, exactly as given to you.`,
  );
}

/** Tempo's paths start with `/4`, so a pasted `/4` or trailing slash is dropped. */
function tempoOrigin(text: string): string {
  const url = readUrl("TEMPO_API_URL", text);
  return url.origin + url.pathname.replace(/\/+$/, "").replace(/\/4$/, "");
}

/** A Jira Cloud site answers at its root, whatever page's address was pasted. */
function jiraBase(text: string): string {
  const url = readUrl("JIRA_BASE_URL", text);
  return url.hostname.endsWith(".atlassian.net") ? url.origin : url.origin + url.pathname.replace(/\/+$/, "");
}

/** An address that a token may be sent to: https, or http on this machine alone; no credentials, query or fragment in it. */
function readUrl(name: string, text: string): URL {
  if (!URL.canParse(text)) {
    throw new SettingsError(`${name} is not an address. Set it to one that starts with https://.`);
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new SettingsError(
      `${name} holds a user name or password. Remove them; tokens have variables of their own.`,
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new SettingsError(`${name} holds a query or fragment. Set it to the plain address.`);
  }
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback)) return url;
  throw new SettingsError(`${name} must start with https://: a token is not sent over an open connection.`);
}

function secretsIn(env: Environment): string[] {
  const tokens = ["TEMPO_API_TOKEN", "JIRA_API_TOKEN"]
    .map((name) => read(env, name))
    .filter((text) => text !== "");
  const basic = Buffer.from(`${read(env, "JIRA_EMAIL")}:${read(env, "JIRA_API_TOKEN")}`).toString("base64");
  return tokens.includes(read(env, "JIRA_API_TOKEN")) ? [...tokens, basic] : tokens;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
