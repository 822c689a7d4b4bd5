import { type CloudHelp, type DeploymentHelp, NEEDED_SCOPES } from "../tempo/deployment.ts";
import type { ServiceHelp } from "../tempo/http/service.ts";
import { listed } from "./lists.ts";
import { NAMES } from "./variable-names.ts";
import { TOKEN_SCOPES } from "./variables.ts";

/** The names of a user's credentials where the user sets them: settings, or headers of a request. */
export type CredentialNames = Record<
  "JIRA_EMAIL" | "JIRA_API_TOKEN" | "TEMPO_API_TOKEN" | "TEMPO_PAT",
  string
>;

/** The names of the settings in texts for the user. */
export interface SettingNames extends CredentialNames {
  /** Names the settings that the operator sets; default: the names themselves. */
  ofOperator?(names: string): string;
}

/** The settings that are not one user's own. */
function operatorNames({ ofOperator = (names) => names }: SettingNames) {
  return {
    TEMPO_API_URL: ofOperator(NAMES.TEMPO_API_URL),
    JIRA_BASE_URL: ofOperator(NAMES.JIRA_BASE_URL),
    ATLASSIAN_API_URL: ofOperator(NAMES.ATLASSIAN_API_URL),
    TEMPO_BASE_URL: ofOperator(NAMES.TEMPO_BASE_URL),
    TEMPO_WORK_ATTRIBUTES: ofOperator(NAMES.TEMPO_WORK_ATTRIBUTES),
    toolsWithAttributes: `post_worklog, bulk_post_worklogs, fill_days, update_worklog and post_draft (on by details, fill, edit and draft in ${ofOperator(NAMES.TEMPO_TOOLSETS)})`,
    network: {
      certificatesSetting: ofOperator(NAMES.NODE_EXTRA_CA_CERTS),
      proxySettings: ofOperator(`${NAMES.HTTPS_PROXY} or ${NAMES.HTTP_PROXY}`),
      noProxySetting: ofOperator(NAMES.NO_PROXY),
    },
  };
}

/** A use of Tempo that needs scopes beyond those that are always needed. */
export type ScopedUse = "approvals" | "accounts" | "teams";

/** @param uses those of the settings, or of a request */
function tempoHelp(
  uses: ReadonlySet<ScopedUse>,
  names: SettingNames,
): ServiceHelp & { scopes: readonly string[] } {
  const { TEMPO_API_TOKEN } = names;
  const { TEMPO_API_URL, network } = operatorNames(names);
  const needed = (use: ScopedUse) => (uses.has(use) ? TOKEN_SCOPES[use] : []);
  const viewed = uses.has("teams") && !uses.has("approvals") ? TOKEN_SCOPES.teamsAlone : [];
  const scopes = [
    ...TOKEN_SCOPES.always,
    ...needed("approvals"),
    ...needed("accounts"),
    ...needed("teams"),
    ...viewed,
  ];
  return {
    ...network,
    urlSetting: TEMPO_API_URL,
    renewToken:
      `Set ${TEMPO_API_TOKEN} to a valid token (Tempo, Settings, API integration). ` +
      `Tokens expire, and each works in one region only: check ${TEMPO_API_URL} too.`,
    checkPermission:
      `If Tempo gives no other reason, the token in ${TEMPO_API_TOKEN} lacks a scope. The scopes of a token cannot be changed: ` +
      `create a new one in Tempo, Settings, API integration, with ${listed(scopes)}, and set ${TEMPO_API_TOKEN} to it.`,
    scopes,
  };
}

function cloudJiraHelp(names: SettingNames): Pick<CloudHelp, "jira" | "gateway"> {
  const { JIRA_EMAIL, JIRA_API_TOKEN } = names;
  const { JIRA_BASE_URL, ATLASSIAN_API_URL, network } = operatorNames(names);
  return {
    jira: {
      ...network,
      urlSetting: JIRA_BASE_URL,
      renewToken:
        `Set ${JIRA_EMAIL} and ${JIRA_API_TOKEN} to the e-mail address of your Atlassian account and a valid API token of it. ` +
        `Check ${JIRA_BASE_URL} too.`,
      checkPermission: `Check that the account of ${JIRA_EMAIL} may use this Jira site and see the issue.`,
    },
    gateway: {
      ...network,
      urlSetting: ATLASSIAN_API_URL,
      renewToken:
        `Set ${JIRA_EMAIL} and ${JIRA_API_TOKEN} to the e-mail address of your Atlassian account and a valid API token of it, ` +
        `with the scopes ${NEEDED_SCOPES}.`,
      checkPermission:
        `The token in ${JIRA_API_TOKEN} needs the scopes ${NEEDED_SCOPES}; if one is missing, create a new token with both. ` +
        `If it has them, check that the account of ${JIRA_EMAIL} may use this Jira site and see the issue.`,
    },
  };
}

export function dataCenterHelp(names: SettingNames = NAMES): DeploymentHelp {
  const { TEMPO_PAT } = names;
  const { TEMPO_BASE_URL, TEMPO_WORK_ATTRIBUTES, toolsWithAttributes, network } = operatorNames(names);
  const service = {
    ...network,
    urlSetting: TEMPO_BASE_URL,
    renewToken: `Set ${TEMPO_PAT} to a valid personal access token (Jira, Profile, Personal Access Tokens). Check ${TEMPO_BASE_URL} too.`,
  };
  const tempo = { ...service, withLicence: "with a licence that has not expired" };
  return {
    workAttributesSetting: TEMPO_WORK_ATTRIBUTES,
    toolsWithAttributes,
    tempo: {
      ...tempo,
      checkPermission: `Check in Jira that the owner of ${TEMPO_PAT} may use Tempo and log work, and that Tempo's licence has not expired.`,
    },
    accounts: {
      ...tempo,
      checkPermission: `Check in Jira that the owner of ${TEMPO_PAT} may see the accounts of the project, or replace @issue in ${TEMPO_WORK_ATTRIBUTES} by the key of one. If it may, Tempo's licence may have expired.`,
    },
    jira: {
      ...service,
      checkPermission: `Check that the owner of ${TEMPO_PAT} may use this Jira and see the issue.`,
    },
  };
}

/** @param uses those of the settings */
export function cloudHelp(uses: ReadonlySet<ScopedUse>, names: SettingNames = NAMES): CloudHelp {
  const { TEMPO_WORK_ATTRIBUTES, toolsWithAttributes } = operatorNames(names);
  return {
    workAttributesSetting: TEMPO_WORK_ATTRIBUTES,
    toolsWithAttributes,
    tempo: tempoHelp(uses, names),
    approvals: tempoHelp(new Set([...uses, "approvals"]), names),
    accounts: tempoHelp(new Set([...uses, "accounts"]), names),
    teams: tempoHelp(new Set([...uses, "teams"]), names),
    ...cloudJiraHelp(names),
  };
}
