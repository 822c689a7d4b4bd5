import { NAMES } from "../../../config/variable-names.ts";
import { CREDENTIAL_HEADERS, NEEDED_CREDENTIALS } from "../../../team/config/credentials.ts";
import type { Deployment } from "../../../tempo/deployment.ts";
import type { Host } from "../hosts.ts";

/** The headers of every request by the settings that they carry, in the order of the entry. */
export const HEADERS = { TEMPOFILLER_ACCESS_KEY: "Authorization", ...CREDENTIAL_HEADERS };

export type HeaderSetting = keyof typeof HEADERS;

/** The values of headers by the settings that they carry. */
export type HeaderValues = Partial<Record<HeaderSetting, string>>;

/** The form of an entry that leads to a server by its URL. */
interface Form {
  urlKey: "url" | "httpUrl" | "serverUrl";
  type?: string;
  /** The form in which the host's file refers to a value that is not in it. */
  placeholder(setting: HeaderSetting): string;
}

/** The texts that a user replaces. */
const SAMPLES: Record<HeaderSetting, string> = {
  TEMPOFILLER_ACCESS_KEY: "your-access-key",
  JIRA_EMAIL: "you@example.com",
  JIRA_API_TOKEN: "your-jira-token",
  TEMPO_API_TOKEN: "your-tempo-token",
  TEMPO_PAT: "your-personal-access-token",
};

const sample = (setting: HeaderSetting) => SAMPLES[setting];
const ofShell = (setting: HeaderSetting) => `\${${setting}}`;
const ofEnvironment = (setting: HeaderSetting) => `\${env:${setting}}`;
const input = (setting: HeaderSetting) => setting.toLowerCase().replaceAll("_", "-");

/** Hosts whose JSON files take such an entry. Where these are from: docs/teams.md. */
const FORMS: Record<string, Form> = {
  "claude-code": { urlKey: "url", type: "http", placeholder: ofShell },
  vscode: { urlKey: "url", type: "http", placeholder: (setting) => `\${input:${input(setting)}}` },
  cursor: { urlKey: "url", placeholder: ofEnvironment },
  "gemini-cli": { urlKey: "httpUrl", placeholder: ofShell },
  windsurf: { urlKey: "serverUrl", placeholder: ofEnvironment },
  zed: { urlKey: "url", placeholder: sample },
  cline: { urlKey: "url", type: "streamableHttp", placeholder: sample },
};

export function takesHeaders({ name }: Host): boolean {
  return name in FORMS;
}

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
export function teamEntry({ name }: Host, url: string, values: HeaderValues): object | undefined {
  const form = FORMS[name];
  if (!form) return undefined;
  const { type, urlKey } = form;
  return { ...(type && { type }), [urlKey]: url, headers: headersOf(values) };
}

/** The text for the host's file, with placeholders instead of secrets; undefined for a host that takes no URL. */
export function teamSnippet(
  host: Host,
  { url, name, kind }: { url: string; name: string; kind: Deployment["kind"] },
): string | undefined {
  const settings = settingsOf(kind);
  if (host.name === "codex") return codexSnippet(settings, url, name);
  const form = FORMS[host.name];
  if (!form) return undefined;
  const values = Object.fromEntries(settings.map((setting) => [setting, form.placeholder(setting)]));
  const servers = { [host.serversKey]: { [name]: teamEntry(host, url, values) } };
  return JSON.stringify(host.name === "vscode" ? { ...inputs(settings), ...servers } : servers, undefined, 2);
}

function inputs(settings: readonly HeaderSetting[]): { inputs: object[] } {
  return {
    inputs: settings.map((setting) => ({
      type: "promptString",
      id: input(setting),
      description: TITLES[setting],
      ...(setting !== NAMES.JIRA_EMAIL && { password: true }),
    })),
  };
}

/** The texts that ask a user for each. */
export const TITLES: Record<HeaderSetting, string> = {
  TEMPOFILLER_ACCESS_KEY: "TempoFiller access key",
  JIRA_EMAIL: "E-mail address of your Atlassian account",
  JIRA_API_TOKEN: "Jira API token",
  TEMPO_API_TOKEN: "Tempo API token",
  TEMPO_PAT: "Jira personal access token",
};

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
