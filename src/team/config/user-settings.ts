import { withTokens } from "../../config/deployment.ts";
import type { Environment } from "../../config/env.ts";
import { tryRead } from "../../config/read-all.ts";
import { environmentSecrets, secretsWith } from "../../config/secrets.ts";
import { type Credentials, readSettings, type Settings } from "../../config/settings.ts";
import { NAMES } from "../../config/variable-names.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { CREDENTIAL_HEADERS, HTTP_NAMES } from "./credentials.ts";

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
  const placeholder = (name: keyof typeof CREDENTIAL_HEADERS, text: string) =>
    [name, { variable: CREDENTIAL_HEADERS[name], text }] as const;
  // The checks of credentials accept these, so that only the operator's settings can be wrong.
  const tokens = new Map(
    kind === "cloud"
      ? [
          placeholder("JIRA_EMAIL", "user@example.com"),
          placeholder("JIRA_API_TOKEN", "none"),
          placeholder("TEMPO_API_TOKEN", "none"),
        ]
      : [placeholder("TEMPO_PAT", "none")],
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
  throw new SettingsError(
    `--sandbox serves the embedded Tempo, which keeps nothing, but ${name} is set. Leave one of them out.`,
  );
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
