import { stringify } from "smol-toml";
import { NAMES } from "../../config/variable-names.ts";
import { CREDENTIAL_HEADERS, NEEDED_CREDENTIALS } from "../../team/config/user-settings.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { HOSTS, type Host } from "./hosts.ts";

/** The name of the entry in every host: each profile has one of its own. */
export function entryName(profile: string | undefined): string {
  return profile === undefined ? "tempofiller" : `tempofiller-${profile}`;
}

/** The options of `setup` that are about an entry of such a name; undefined if setup gives no such name. */
export function optionsFor(entry: string): string | undefined {
  const [isNamed, , profile] = /^tempofiller(-(.+))?$/.exec(entry) ?? [];
  return isNamed && (profile === undefined ? "" : ` --name ${profile}`);
}

/** The command with which a host starts the server. It holds no secret: the server reads the settings file. */
export interface ServerCommand {
  /** The name of its entry. */
  name: string;
  command: string;
  args: string[];
  /** The settings that say which settings file to read; none for the default one. */
  env?: Record<string, string>;
}

/** An entry in the form of some host. */
export type ServerEntry = Record<string, unknown>;

export function entryFor({ start }: Host, { command, args, env }: ServerCommand): ServerEntry {
  return {
    ...(start && { type: start.type }),
    ...(start?.isList ? { command: [command, ...args] } : { command, args }),
    ...(env && { [start?.envKey ?? "env"]: env }),
  };
}

/** The entries as text that a user can paste into the hosts' files. A single one is alone, so that it can be piped on. */
export function snippets(hosts: readonly Host[], textFor: (host: Host) => string): string {
  if (hosts.length === 1) return hosts.map(textFor).join("");
  return hosts.map((host) => `${host.title}:\n${textFor(host)}`).join("\n\n");
}

export function snippet(host: Host, command: ServerCommand): string {
  const entry = entryFor(host, command);
  if (host.format === "toml") return tomlTable(host.serversKey, command.name, entry);
  return asJson({ [host.serversKey]: { [command.name]: entry } });
}

export function tomlTable(key: string, name: string, entry: object): string {
  return stringify({ [key]: { [name]: entry } }, { maxDepth: Number.POSITIVE_INFINITY }).trim();
}

function asJson(value: object): string {
  return JSON.stringify(value, undefined, 2);
}

/** Links that a host opens, by its name, as VS Code's and Cursor's documentation describe them. */
const LINKS: Record<string, (name: string, entry: ServerEntry) => string> = {
  vscode: (name, entry) => `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...entry }))}`,
  cursor: (name, entry) => {
    const config = Buffer.from(JSON.stringify(entry)).toString("base64");
    return `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(config)}`;
  },
};

export const LINKED_HOSTS = HOSTS.filter(({ name }) => LINKS[name]);

/** A link that adds the server with a click; undefined for a host that opens none. */
export function linkFor(host: Host, command: ServerCommand): string | undefined {
  return LINKS[host.name]?.(command.name, entryFor(host, command));
}

/** The headers of every request to a team's server by the settings that they carry, in the order of the entry. */
export const HEADERS = { TEMPOFILLER_ACCESS_KEY: "Authorization", ...CREDENTIAL_HEADERS };

export type HeaderSetting = keyof typeof HEADERS;

/** The values of headers by the settings that they carry. */
export type HeaderValues = Partial<Record<HeaderSetting, string>>;

/** The texts that ask a user for each. */
export const TITLES: Record<HeaderSetting, string> = {
  TEMPOFILLER_ACCESS_KEY: "TempoFiller access key",
  JIRA_EMAIL: "E-mail address of your Atlassian account",
  JIRA_API_TOKEN: "Jira API token",
  TEMPO_API_TOKEN: "Tempo API token",
  TEMPO_PAT: "Jira personal access token",
};

/** The texts that a user replaces. */
const SAMPLES: Record<HeaderSetting, string> = {
  TEMPOFILLER_ACCESS_KEY: "your-access-key",
  JIRA_EMAIL: "you@example.com",
  JIRA_API_TOKEN: "your-jira-token",
  TEMPO_API_TOKEN: "your-tempo-token",
  TEMPO_PAT: "your-personal-access-token",
};

/** The forms in which a host's file refers to a value that is not in it. */
const PLACEHOLDERS = {
  sample: (setting: HeaderSetting) => SAMPLES[setting],
  shell: (setting: HeaderSetting) => `\${${setting}}`,
  environment: (setting: HeaderSetting) => `\${env:${setting}}`,
  braces: (setting: HeaderSetting) => `{env:${setting}}`,
  input: (setting: HeaderSetting) => `\${input:${inputId(setting)}}`,
};

const inputId = (setting: HeaderSetting) => setting.toLowerCase().replaceAll("_", "-");

/** Hosts in whose files setup can write an entry with headers. */
export const TEAM_HOSTS = HOSTS.filter(({ team }) => team);

/** Whether a value of a host's file is an entry of this form, for our server. */
export function isTeamEntry(entry: unknown): boolean {
  const { headers } = (entry ?? {}) as { headers?: object };
  return Object.keys(headers ?? {}).some((name) => /^tempofiller-/i.test(name));
}

/** The settings whose headers the users of a deployment send. */
export function settingsOf(kind: Deployment["kind"]): HeaderSetting[] {
  return ["TEMPOFILLER_ACCESS_KEY", ...NEEDED_CREDENTIALS[kind]];
}

export function headersOf(values: HeaderValues): Record<string, string> {
  return Object.fromEntries(
    (Object.keys(HEADERS) as HeaderSetting[]).flatMap((setting) => {
      const value = values[setting];
      if (value === undefined) return [];
      return [[HEADERS[setting], setting === "TEMPOFILLER_ACCESS_KEY" ? `Bearer ${value}` : value]];
    }),
  );
}

/** Undefined for a host whose file takes no such entry. */
export function teamEntry({ team }: Host, url: string, values: HeaderValues): object | undefined {
  return team && { ...(team.type && { type: team.type }), [team.urlKey]: url, headers: headersOf(values) };
}

/** The text for the host's file, with placeholders instead of secrets; undefined for a host that takes no URL. */
export function teamSnippet(
  host: Host,
  { url, name, kind }: { url: string; name: string; kind: Deployment["kind"] },
): string | undefined {
  const settings = settingsOf(kind);
  if (host.name === "codex") return codexSnippet(settings, url, name);
  if (!host.team) return undefined;
  const placeholder = PLACEHOLDERS[host.team.placeholder];
  const values = Object.fromEntries(settings.map((setting) => [setting, placeholder(setting)]));
  const servers = { [host.serversKey]: { [name]: teamEntry(host, url, values) } };
  if (host.team.placeholder !== "input") return asJson(servers);
  const inputs = settings.map((setting) => ({
    type: "promptString",
    id: inputId(setting),
    description: TITLES[setting],
    ...(setting !== NAMES.JIRA_EMAIL && { password: true }),
  }));
  return asJson({ inputs, ...servers });
}

/** Codex takes the names of environment variables. */
function codexSnippet(settings: readonly HeaderSetting[], url: string, name: string): string {
  const pairs = settings.slice(1).map((setting) => `"${HEADERS[setting]}" = "${setting}"`);
  return [
    `[mcp_servers.${name}]`,
    `url = ${JSON.stringify(url)}`,
    'bearer_token_env_var = "TEMPOFILLER_ACCESS_KEY"',
    `env_http_headers = { ${pairs.join(", ")} }`,
    "tool_timeout_sec = 60",
  ].join("\n");
}
