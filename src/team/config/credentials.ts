import type { IncomingHttpHeaders } from "node:http";
import { listed } from "../../config/lists.ts";
import type { CredentialNames, SettingNames } from "../../config/service-help.ts";
import type { Credentials } from "../../config/settings.ts";
import type { Token } from "../../config/tokens.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { SettingsError } from "../../timesheet/errors.ts";

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
