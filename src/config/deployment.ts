import type { Deployment } from "../tempo/deployment.ts";
import { ACCOUNT_OF_ISSUE } from "../tempo/work-attributes.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { configuredKind, type Setting } from "./deployment-kind.ts";
import { type Environment, envFlag, envList, envString, envText } from "./env.ts";
import { readAll, tryRead } from "./read-all.ts";
import { cloudHelp, dataCenterHelp, type ScopedUse, type SettingNames } from "./service-help.ts";
import { emailAddress, headerText, personalAccessToken, tempoToken } from "./token-text.ts";
import type { Tokens } from "./tokens.ts";
import { readBaseUrl, readJiraUrl, readTempoUrl, type UrlSetting } from "./url.ts";
import type { NameOfKind } from "./variable-names.ts";
import { VARIABLES } from "./variables.ts";
import { readWorkAttributes } from "./work-attributes.ts";

/**
 * @param otherNames what else is set, to find settings under another name
 * @param names what the settings are called in texts, if not by their names
 * @throws SettingsError with everything that is wrong: none, two or only part of one configured, and each unusable value
 */
export function readDeployment(
  env: Environment,
  tokens: Tokens,
  otherNames: readonly string[],
  names?: SettingNames,
): Deployment {
  const setting: Setting = (name) => tokens.get(name) ?? { variable: name, text: envString(env, name) };
  const url = (name: NameOfKind<"url">, read: (setting: UrlSetting) => string) => {
    const { default: unset = "", placeholder = unset }: { default?: string; placeholder?: string } =
      VARIABLES[name];
    const text = setting(name).text || unset;
    const allowHttp = envFlag(env, "TEMPO_ALLOW_HTTP");
    return text === "" ? "" : read({ name, text, allowHttp, example: placeholder });
  };
  const values = readAll({
    kind: () => configuredKind(setting, otherNames),
    tempoToken: () => tempoToken(setting("TEMPO_API_TOKEN"), setting("JIRA_API_TOKEN")),
    jiraUrl: () => url("JIRA_BASE_URL", readJiraUrl),
    jiraEmail: () => emailAddress(setting("JIRA_EMAIL")),
    jiraToken: () => headerText(setting("JIRA_API_TOKEN")),
    tempoUrl: () => url("TEMPO_API_URL", readTempoUrl),
    atlassianUrl: () => url("ATLASSIAN_API_URL", readBaseUrl),
    baseUrl: () => url("TEMPO_BASE_URL", readJiraUrl),
    token: () => personalAccessToken(setting("TEMPO_PAT")),
    workAttributes: () => readWorkAttributes(envText(env, "TEMPO_WORK_ATTRIBUTES")),
  });
  const { kind, baseUrl, token, workAttributes, ...cloud } = values;
  const toolSets = tryRead(() => envList(env, "TEMPO_TOOLSETS"));
  const uses = new Set<ScopedUse>();
  if (!(toolSets instanceof SettingsError) && toolSets.has("approvals")) uses.add("approvals");
  if (Object.values(workAttributes).includes(ACCOUNT_OF_ISSUE)) uses.add("accounts");
  return kind === "datacenter"
    ? { kind, baseUrl, token, workAttributes, help: dataCenterHelp(names) }
    : { kind, ...cloud, workAttributes, help: cloudHelp(uses, names) };
}
