import { toUrl } from "../text/url.ts";
import { type Environment, envString } from "./env.ts";
import { calendarAddress, calendarPath, calendarsIn } from "./path-list.ts";
import { looksLikeToken } from "./suspicious/value.ts";
import type { Tokens } from "./tokens.ts";
import { isSecret, listVariables, lowerCase, namesOfKind, type VariableName } from "./variable-names.ts";
import type { Variable } from "./variables.ts";

/** Settings whose values errors and the doctor show. */
const QUOTED_KINDS = new Set<Variable["kind"]>(["file", "folder", "paths", "emails", "text", "url"]);

/**
 * Texts that must never appear in any output: tokens, their form in basic authentication, a proxy's password, and what looks like a
 * token in a setting that is quoted.
 */
export function secretsIn(env: Environment, tokens: Tokens): string[] {
  return secretsWith(environmentSecrets(env), tokens, envString(env, "JIRA_EMAIL"));
}

/** The secrets of the environment that are no tokens of the user. */
export function environmentSecrets(env: Environment): string[] {
  const spellings = namesOfKind("proxy")
    .filter(isSecret)
    .flatMap((name) => [name, lowerCase(name)]);
  return [
    ...spellings.flatMap((name) => proxySecrets(envString(env, name))),
    ...calendarsIn(envString(env, "TEMPO_CALENDARS")).flatMap(calendarSecrets),
    ...misplacedTokens(env),
  ];
}

/** The secrets of the environment, and those of one user's tokens. @param email unless the tokens have one */
export function secretsWith(others: readonly string[], tokens: Tokens, email = ""): string[] {
  const secrets = [...namesOfKind("token").flatMap((name) => tokens.get(name)?.text || []), ...others];
  const jiraToken = tokens.get("JIRA_API_TOKEN")?.text ?? "";
  const user = tokens.get("JIRA_EMAIL")?.text ?? email;
  const basic = Buffer.from(`${user}:${jiraToken}`).toString("base64");
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

/** Shorter parts of an address, such as `/ical`, are in many. */
const MIN_PATH_LENGTH = 12;

/** All but the path of a file: the address, what a request shows of it, and the parts of it that look like tokens. */
function calendarSecrets(text: string): string[] {
  if (calendarPath(text) !== undefined) return [];
  const address = calendarAddress(text);
  const url = toUrl(address.includes("://") ? address : `https://${address.replace(/^\/+/, "")}`);
  if (!url) return [text];
  const path = url.pathname + url.search;
  const tokens = path.split(/[/?&=]/).filter((part) => looksLikeToken(decoded(part)));
  return [...new Set([text, address, url.href, ...(path.length < MIN_PATH_LENGTH ? [] : [path]), ...tokens])];
}
