import { toUrl } from "../text/to-url.ts";
import { type Environment, envString } from "./env.ts";
import { looksLikeToken } from "./suspicious/forms.ts";
import type { Tokens } from "./tokens.ts";
import type { Variable } from "./variable.ts";
import { isSecret, listVariables, lowerCase, namesOfKind, type VariableName } from "./variable-names.ts";

/** Settings whose values errors and the doctor show. */
const QUOTED_KINDS = new Set<Variable["kind"]>(["file", "folder", "text", "url"]);

/**
 * Texts that must never appear in any output: tokens, their form in basic authentication, a proxy's password, and what looks like a
 * token in a setting that is quoted.
 */
export function secretsIn(env: Environment, tokens: Tokens): string[] {
  const secrets = namesOfKind("token").flatMap((name) => tokens.get(name)?.text || []);
  for (const name of namesOfKind("proxy").filter(isSecret)) {
    for (const spelling of [name, lowerCase(name)]) secrets.push(...proxySecrets(envString(env, spelling)));
  }
  const jiraToken = tokens.get("JIRA_API_TOKEN")?.text ?? "";
  const email = tokens.get("JIRA_EMAIL")?.text ?? envString(env, "JIRA_EMAIL");
  const basic = Buffer.from(`${email}:${jiraToken}`).toString("base64");
  secrets.push(...misplacedTokens(env));
  return [...new Set(jiraToken === "" ? secrets : [...secrets, basic])];
}

function misplacedTokens(env: Environment): string[] {
  return listVariables()
    .filter(({ name, kind }) => QUOTED_KINDS.has(kind) && name in env)
    .map(({ name }) => envString(env, name as VariableName))
    .filter(looksLikeToken);
}

function proxySecrets(proxy: string): string[] {
  // Some tools accept a proxy without its scheme.
  const url = proxy.includes("://") ? proxy : `http://${proxy}`;
  const password = toUrl(url)?.password ?? "";
  return password === "" ? [] : [proxy, password, decoded(password)];
}

/** Unchanged if the percent-encoding is malformed. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
