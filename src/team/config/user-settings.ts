import type { IncomingHttpHeaders } from "node:http";
import { withTokens } from "../../config/deployment.ts";
import type { Environment } from "../../config/env.ts";
import { listed } from "../../config/lists.ts";
import { tryRead } from "../../config/read-all.ts";
import { environmentSecrets, secretsWith } from "../../config/secrets.ts";
import type { CredentialNames, SettingNames } from "../../config/service-help.ts";
import { type Credentials, readSettings, type Settings } from "../../config/settings.ts";
import type { Token } from "../../config/tokens.ts";
import { NAMES } from "../../config/variable-names.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { SettingsError } from "../../timesheet/errors.ts";

/** The settings that all users share, and those of one user. */
export interface TeamSettings {
  kind: Deployment["kind"];
  /** Has no user's credentials; undefined for the embedded Tempo. */
  deployment: Deployment | undefined;
  /** Has no user's credentials. */
  common: Settings;
  /** The common settings with a user's credentials. Credentials that cannot be meant are an error in `deployment`. */
  withCredentials(credentials: Credentials): Settings;
}

/**
 * Reads the operator's settings: addresses, and options of all calls. Sets up the network of the process.
 *
 * @param env holds no credentials
 * @param sandbox addresses are then not needed
 * @throws SettingsError with every problem
 */
export async function readTeamSettings(
  env: Environment,
  sandbox: Deployment["kind"] | undefined,
): Promise<TeamSettings> {
  const kind = sandbox ?? kindOf(env);
  if (sandbox) refuseSite(env);
  // The checks of credentials accept these, so that only the operator's settings can be wrong.
  const tokens = new Map(
    NEEDED_CREDENTIALS[kind].map((name): [string, Token] => {
      const text = name === "JIRA_EMAIL" ? "user@example.com" : "none";
      return [name, { variable: CREDENTIAL_HEADERS[name], text }];
    }),
  );
  const common = readSettings(env, undefined, { tokens, names: HTTP_NAMES });
  const { deployment, optionsError } = common;
  if (optionsError) throw optionsError;
  if (!sandbox) {
    if (deployment instanceof SettingsError) throw deployment;
    const { proxy, certificatesFile } = common;
    if (proxy) {
      const { useNetwork } = await import("../../runtime/network.ts");
      useNetwork({ proxy, certificatesFile }, deployment);
    }
  }
  const secrets = environmentSecrets(env);
  return {
    kind,
    deployment: sandbox || deployment instanceof SettingsError ? undefined : deployment,
    common: { ...common, secrets: [] },
    withCredentials: ({ tokens }) => ({
      ...common,
      deployment:
        deployment instanceof SettingsError ? deployment : tryRead(() => withTokens(deployment, tokens)),
      secrets: secretsWith(secrets, tokens),
      // The network of the process is already set up.
      proxy: undefined,
    }),
  };
}

/** @throws SettingsError if hours would go to the embedded Tempo although a real one is set */
function refuseSite(env: Environment): void {
  const name = [NAMES.JIRA_BASE_URL, NAMES.TEMPO_BASE_URL].find((site) => (env[site] ?? "").trim() !== "");
  if (name === undefined) return;
  throw new SettingsError(`With --sandbox nothing is kept, but ${name} is set. Leave one of them out.`);
}

/** @throws SettingsError unless exactly one site is set */
function kindOf(env: Environment): Deployment["kind"] {
  const [cloud, dataCenter] = [env.JIRA_BASE_URL, env.TEMPO_BASE_URL].map(
    (text) => (text ?? "").trim() !== "",
  );
  if (cloud && !dataCenter) return "cloud";
  if (dataCenter && !cloud) return "datacenter";
  throw new SettingsError(
    cloud
      ? "JIRA_BASE_URL and TEMPO_BASE_URL are both set. Keep the first for Jira Cloud, the second for Jira Data Center."
      : "The server does not know your Jira. For Tempo Cloud, set JIRA_BASE_URL, and TEMPO_API_URL if your data is in another " +
          "region than api.tempo.io; for Jira Data Center, set TEMPO_BASE_URL. To try it without either, add --sandbox.",
  );
}

/** The headers that carry a user's own credentials, by the settings that they replace. */
export const CREDENTIAL_HEADERS: CredentialNames = {
  JIRA_EMAIL: "Tempofiller-Jira-Email",
  JIRA_API_TOKEN: "Tempofiller-Jira-Token",
  TEMPO_API_TOKEN: "Tempofiller-Tempo-Token",
  TEMPO_PAT: "Tempofiller-Jira-Pat",
};

/** The names of the settings for a user who sends the headers. */
export const HTTP_NAMES: SettingNames = {
  ...CREDENTIAL_HEADERS,
  ofOperator: (names) => `${names} (a setting of TempoFiller's administrator)`,
};

/** The settings whose headers a user sends. */
export const NEEDED_CREDENTIALS: Record<Deployment["kind"], (keyof CredentialNames)[]> = {
  cloud: ["JIRA_EMAIL", "JIRA_API_TOKEN", "TEMPO_API_TOKEN"],
  datacenter: ["TEMPO_PAT"],
};

/** Tokens of Atlassian have about 200 characters, and e-mail addresses have at most 254. */
const MAX_LENGTH = 512;

/** Makes one request read-only, whatever the server allows. */
const READ_ONLY = "tempofiller-read-only";

/** @throws SettingsError that names the headers that are missing or too long */
export function readCredentials(headers: IncomingHttpHeaders, kind: Deployment["kind"]): Credentials {
  const values = NEEDED_CREDENTIALS[kind].map((name): [string, Token] => {
    const text = headers[CREDENTIAL_HEADERS[name].toLowerCase()];
    return [name, { variable: CREDENTIAL_HEADERS[name], text: typeof text === "string" ? text.trim() : "" }];
  });
  const missing = values.filter(([, { text }]) => text === "").map(([, { variable }]) => variable);
  if (missing.length > 0) {
    throw new SettingsError(
      `This request lacks your own credentials for Tempo: the header${missing.length === 1 ? "" : "s"} ${listed(missing)}. ` +
        "Add them to the headers of this server in your MCP host's configuration, then connect again. The server stores none of them.",
    );
  }
  const [tooLong] = values.filter(([, { text }]) => text.length > MAX_LENGTH);
  if (tooLong) {
    throw new SettingsError(
      `The header ${tooLong[1].variable} has more than ${MAX_LENGTH} characters, so it is no token. Check it in your MCP host's configuration.`,
    );
  }
  return { tokens: new Map(values), names: HTTP_NAMES };
}

/** Whether a request asks for no tools that write. Any value but 0 and false asks so. */
export function asksForReadOnly(headers: IncomingHttpHeaders): boolean {
  const text = headers[READ_ONLY];
  return text !== undefined && !["", "0", "false"].includes(String(text).trim().toLowerCase());
}
