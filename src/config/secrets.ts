import { type Environment, envString } from "./env.ts";
import type { Token } from "./tokens.ts";

const PROXY_VARIABLES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];

/** Texts that must never appear in any output: tokens, what basic authentication makes of them, a proxy's password. */
export function secretsIn(env: Environment, tokens: Record<string, Token>): string[] {
  const secrets = Object.values(tokens).flatMap(({ text }) => (text === "" ? [] : [text]));
  for (const name of PROXY_VARIABLES) {
    const proxy = envString(env, name);
    // Some tools take a proxy without its scheme, so its password is looked for there too.
    const address = proxy.includes("://") ? proxy : `http://${proxy}`;
    const password = URL.canParse(address) ? new URL(address).password : "";
    if (password !== "") secrets.push(proxy, password, unescaped(password));
  }
  const jiraToken = tokens.JIRA_API_TOKEN?.text ?? "";
  const basic = Buffer.from(`${envString(env, "JIRA_EMAIL")}:${jiraToken}`).toString("base64");
  return [...new Set(jiraToken === "" ? secrets : [...secrets, basic])];
}

/** A part of an address as its writer meant it; as it stands where it is not escaped properly. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
