import { ACCOUNT_OF_ISSUE, type Deployment } from "../tempo/deployment.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { configuredKind, type Setting } from "./deployment-kind.ts";
import { type Environment, envFlag, envList, envString, envText } from "./env.ts";
import { readAll, tryRead } from "./read-all.ts";
import { cloudHelp, dataCenterHelp, type ScopedUse, type SettingNames } from "./service-help.ts";
import { kindOf, refuseSuspicious } from "./suspicious-values.ts";
import type { Tokens } from "./tokens.ts";
import { baseOf, jiraBaseOf, tempoBaseOf, urlOf } from "./url.ts";
import type { NameOfKind } from "./variable-names.ts";
import { VARIABLES } from "./variables.ts";
import { readWorkAttributes } from "./work-attributes.ts";

type CheckedName = NameOfKind<"token" | "url" | "text">;

/** The rules that a declaration may have for its value. */
interface Declaration {
  title: string;
  default?: string;
  placeholder?: string;
}

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
  const checked = checkedReader(setting, envFlag(env, "TEMPO_ALLOW_HTTP"));
  const url = (name: NameOfKind<"url">, baseOfUrl: (url: URL) => string) => {
    const text = checked(name);
    return text === "" ? "" : baseOfUrl(urlOf(text));
  };
  const values = readAll({
    kind: () => configuredKind(setting, otherNames),
    tempoToken: () => checked("TEMPO_API_TOKEN"),
    jiraUrl: () => url("JIRA_BASE_URL", jiraBaseOf),
    jiraEmail: () => checked("JIRA_EMAIL"),
    jiraToken: () => checked("JIRA_API_TOKEN"),
    tempoUrl: () => url("TEMPO_API_URL", tempoBaseOf),
    atlassianUrl: () => url("ATLASSIAN_API_URL", baseOf),
    baseUrl: () => url("TEMPO_BASE_URL", jiraBaseOf),
    token: () => checked("TEMPO_PAT"),
    workAttributes: () => readWorkAttributes(envText(env, "TEMPO_WORK_ATTRIBUTES")),
  });
  const { kind, baseUrl, token, workAttributes, ...cloud } = values;
  const toolSets = tryRead(() => envList(env, "TEMPO_TOOLSETS"));
  const uses = new Set<ScopedUse>();
  if (!(toolSets instanceof SettingsError)) {
    if (toolSets.has("approvals")) uses.add("approvals");
    if (toolSets.has("team")) uses.add("teams");
  }
  if (Object.values(workAttributes).includes(ACCOUNT_OF_ISSUE)) uses.add("accounts");
  return kind === "datacenter"
    ? { kind, baseUrl, token, workAttributes, help: dataCenterHelp(names) }
    : { kind, ...cloud, workAttributes, help: cloudHelp(uses, names) };
}

/** The same deployment with other credentials. @throws SettingsError for each credential that cannot be meant */
export function withTokens(deployment: Deployment, tokens: Tokens): Deployment {
  const checked = checkedReader((name) => tokens.get(name) ?? { variable: name, text: "" }, false);
  if (deployment.kind === "datacenter")
    return { ...deployment, ...readAll({ token: () => checked("TEMPO_PAT") }) };
  return {
    ...deployment,
    ...readAll({
      tempoToken: () => checked("TEMPO_API_TOKEN"),
      jiraEmail: () => checked("JIRA_EMAIL"),
      jiraToken: () => checked("JIRA_API_TOKEN"),
    }),
  };
}

/** Reads values, and throws a SettingsError for one that cannot be meant. @param allowHttp for URLs */
function checkedReader(setting: Setting, allowHttp: boolean): (name: CheckedName) => string {
  const others = { email: setting("JIRA_EMAIL"), jiraToken: setting("JIRA_API_TOKEN") };
  return (name) => {
    const declaration: Declaration = VARIABLES[name];
    const { default: unset = "", placeholder: example = unset } = declaration;
    const { text, error, command: _, ...source } = setting(name);
    if (error) throw error;
    refuseSuspicious({ kind: kindOf(name), text, ...source, others, allowHttp, example });
    return text || unset;
  };
}
