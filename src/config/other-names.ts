import { nearestName } from "../contract/nearest-name.ts";
import { type Environment, namesSet } from "./environment.ts";
import { listed } from "./lists.ts";
import { SERVER_VARIABLES } from "./server-variables.ts";
import { invisibleIn } from "./suspicious/characters.ts";
import { isSettingName, listVariables, type VariableName } from "./variable-names.ts";

/** Settings, and their names in other servers and programs for Jira and Tempo. */
const ELSEWHERE: [settings: VariableName[], names: string][] = [
  [
    ["JIRA_BASE_URL", "TEMPO_BASE_URL"],
    "JIRA_URL JIRA_HOST JIRA_SITE JIRA_SERVER JIRA_SITE_URL JIRA_INSTANCE_URL JIRA_API_URL " +
      "ATLASSIAN_URL ATLASSIAN_HOST ATLASSIAN_BASE_URL ATLASSIAN_SITE_URL ATLASSIAN_SITE_NAME",
  ],
  [
    ["JIRA_EMAIL"],
    "JIRA_USER JIRA_USERNAME JIRA_USER_EMAIL ATLASSIAN_EMAIL ATLASSIAN_USERNAME ATLASSIAN_USER_EMAIL",
  ],
  [["JIRA_API_TOKEN", "TEMPO_PAT"], "JIRA_TOKEN"],
  [["JIRA_API_TOKEN"], "JIRA_API_KEY ATLASSIAN_TOKEN ATLASSIAN_API_KEY ATLASSIAN_API_TOKEN"],
  [["TEMPO_PAT"], "JIRA_PAT JIRA_PERSONAL_TOKEN JIRA_PERSONAL_ACCESS_TOKEN"],
  [["TEMPO_API_TOKEN"], "TEMPO_TOKEN TEMPO_API_KEY"],
  [["TEMPO_API_URL", "TEMPO_BASE_URL"], "TEMPO_URL"],
];

const OTHER_NAMES = new Map(
  ELSEWHERE.flatMap(([settings, names]) => names.split(" ").map((name) => [name, settings] as const)),
);

/** Names with one of these beginnings are meant for TempoFiller, unless another program reads them. */
const PREFIX = /^(TEMPOFILLER|TEMPO|JIRA|ATLASSIAN)_/;

const KNOWN: readonly string[] = [
  ...listVariables().map(({ name }) => name),
  ...Object.keys(SERVER_VARIABLES),
].filter((name) => PREFIX.test(name));

/** The settings that a name may be meant for: another program's name, one of ours in lower case or with dashes, or one that is near. */
export function meantBy(name: string): readonly string[] {
  const known = plainName(name);
  if (isKnown(name)) return [];
  return isKnown(known) ? [known] : (OTHER_NAMES.get(known) ?? nearestTo(known));
}

/** The setting of a name that is written in a form that is not read, as in PowerShell or JSON; undefined for any other name. */
export function misspeltSetting(name: string): string | undefined {
  const meant = plainName(name);
  return !/^\w+$/.test(name) && isSettingName(meant) ? meant : undefined;
}

/** A name as settings are written: in capitals, without PowerShell's `$env:`, quotes and characters that cannot be seen. */
function plainName(name: string): string {
  return name
    .replace(/^\$env:/i, "")
    .replaceAll("-", "_")
    .replaceAll(/\W/g, "")
    .toUpperCase();
}

/** Whether it is the name of a setting, of a user or of the server over HTTP. */
function isKnown(name: string): boolean {
  return isSettingName(name) || name in SERVER_VARIABLES;
}

/** The part after the beginning is compared, since the beginning is long and the same for many. */
function nearestTo(name: string): string[] {
  const [beginning] = PREFIX.exec(name) ?? [];
  if (beginning === undefined) return [];
  const rest = (known: string) => known.replace(PREFIX, "");
  const alike = KNOWN.filter((known) => known.startsWith(beginning));
  const nearest = nearestName(rest(name), alike.map(rest));
  if (nearest !== undefined) return [beginning + nearest];
  return KNOWN.filter((known) => [known, rest(known)].includes(rest(name)));
}

/** A sentence for each name that is set in place of one that is missing. */
export function misnamed(names: readonly string[], missing: readonly string[]): string[] {
  return names.flatMap((name) => {
    const meant = meantBy(name).filter((setting) => missing.includes(setting));
    return meant.length === 0
      ? []
      : [`${shownSetting(name)}, which TempoFiller does not read: rename it to ${listed(meant, "or")}.`];
  });
}

/** The beginning of a sentence about a name that is set. */
function shownSetting(name: string): string {
  const invisible = invisibleIn(name);
  return invisible === undefined ? `${name} is set` : `A name that contains ${invisible} is set`;
}

/**
 * A sentence for each name in the environment that can only be meant for one of these settings, which is not set. Names of other
 * programs get none.
 */
export function unreadNames(env: Environment, settings: readonly string[]): string[] {
  const set = namesSet(env);
  return set.flatMap((name) => {
    const meant = OTHER_NAMES.has(name.toUpperCase()) ? [] : meantBy(name);
    const unset = meant.filter((setting) => settings.includes(setting) && !set.includes(setting));
    return unset.length === 0
      ? []
      : [
          `The environment sets ${name}, which TempoFiller does not read. Did you mean ${listed(unset, "or")}?`,
        ];
  });
}
