import { type Environment, envString } from "./env.ts";
import type { Tokens } from "./tokens.ts";
import { isSecret, lowerCase, namesOfKind } from "./variable-names.ts";

/** Texts that must never appear in any output: tokens, their form in basic authentication, a proxy's password. */
export function secretsIn(env: Environment, tokens: Tokens): string[] {
  const secrets = [...tokens.values()].flatMap(({ text }) => (text === "" ? [] : [text]));
  for (const name of namesOfKind("proxy").filter(isSecret)) {
    for (const spelling of [name, lowerCase(name)]) secrets.push(...proxySecrets(envString(env, spelling)));
  }
  const jiraToken = tokens.get("JIRA_API_TOKEN")?.text ?? "";
  const basic = Buffer.from(`${envString(env, "JIRA_EMAIL")}:${jiraToken}`).toString("base64");
  return [...new Set(jiraToken === "" ? secrets : [...secrets, basic])];
}

function proxySecrets(proxy: string): string[] {
  // Some tools accept a proxy without its scheme.
  const url = proxy.includes("://") ? proxy : `http://${proxy}`;
  const password = URL.canParse(url) ? new URL(url).password : "";
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
