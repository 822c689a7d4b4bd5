import type { Environment } from "./env.ts";
import { listed } from "./lists.ts";
import { isSettingName, NAMES, type VariableName } from "./variable-names.ts";

const SITE = [NAMES.JIRA_BASE_URL, NAMES.TEMPO_BASE_URL];
const EMAIL = [NAMES.JIRA_EMAIL];
const JIRA_TOKEN = [NAMES.JIRA_API_TOKEN];
const PERSONAL_TOKEN = [NAMES.TEMPO_PAT];

/** What other servers and programs for Jira and Tempo call the same settings. */
const OTHER_NAMES: Record<string, readonly VariableName[]> = {
  JIRA_URL: SITE,
  JIRA_HOST: SITE,
  JIRA_SITE: SITE,
  JIRA_SERVER: SITE,
  JIRA_SITE_URL: SITE,
  JIRA_INSTANCE_URL: SITE,
  ATLASSIAN_URL: SITE,
  ATLASSIAN_HOST: SITE,
  ATLASSIAN_BASE_URL: SITE,
  ATLASSIAN_SITE_URL: SITE,
  ATLASSIAN_SITE_NAME: SITE,
  JIRA_USER: EMAIL,
  JIRA_USERNAME: EMAIL,
  JIRA_USER_EMAIL: EMAIL,
  ATLASSIAN_EMAIL: EMAIL,
  ATLASSIAN_USERNAME: EMAIL,
  ATLASSIAN_USER_EMAIL: EMAIL,
  JIRA_TOKEN: [...JIRA_TOKEN, ...PERSONAL_TOKEN],
  JIRA_API_KEY: JIRA_TOKEN,
  ATLASSIAN_TOKEN: JIRA_TOKEN,
  ATLASSIAN_API_KEY: JIRA_TOKEN,
  ATLASSIAN_API_TOKEN: JIRA_TOKEN,
  JIRA_PAT: PERSONAL_TOKEN,
  JIRA_PERSONAL_TOKEN: PERSONAL_TOKEN,
  JIRA_PERSONAL_ACCESS_TOKEN: PERSONAL_TOKEN,
  TEMPO_TOKEN: [NAMES.TEMPO_API_TOKEN],
  TEMPO_API_KEY: [NAMES.TEMPO_API_TOKEN],
  TEMPO_URL: [NAMES.TEMPO_API_URL, NAMES.TEMPO_BASE_URL],
};

/** The settings that a name may be meant for: another program's name, or one of ours in lower case or with dashes. */
export function meantBy(name: string): readonly VariableName[] {
  if (isSettingName(name)) return [];
  const known = name.toUpperCase().replaceAll("-", "_");
  return isSettingName(known) ? [known] : (OTHER_NAMES[known] ?? []);
}

/** A sentence for each name that is set in place of one that is missing. */
export function misnamed(names: readonly string[], missing: readonly VariableName[]): string[] {
  return names.flatMap((name) => {
    const meant = meantBy(name).filter((setting) => missing.includes(setting));
    return meant.length === 0
      ? []
      : [`${name} is set, which TempoFiller does not read: rename it to ${listed(meant, "or")}.`];
  });
}

export function namesSet(env: Environment): string[] {
  return Object.keys(env).filter((name) => (env[name] ?? "").trim() !== "");
}
