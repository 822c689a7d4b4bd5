import { SettingsError } from "../timesheet/errors.ts";
import { checkFilledIn } from "./check-text.ts";
import type { Token } from "./tokens.ts";

/** The API tokens of Atlassian accounts begin so; those of Tempo and of Jira Data Center do not. */
const ATLASSIAN = "ATATT";

const OF_ATLASSIAN = `begins with ${ATLASSIAN}, as API tokens of Atlassian accounts do`;

/** @throws SettingsError unless the text can be sent in a header */
export function headerText({ variable, text, error }: Token): string {
  if (error) throw error;
  const source = variable.endsWith("_FILE") ? `The token in ${variable}` : variable;
  checkFilledIn(source, text);
  const scheme = /^(Bearer|Basic)\s/i.exec(text)?.[1];
  if (scheme)
    throw new SettingsError(`${source} begins with ${scheme}. Leave that word out: set the token alone.`);
  const found = unusableCharacter(text);
  if (found) throw new SettingsError(`${source} contains ${found}. Copy it again.`);
  return text;
}

function unusableCharacter(text: string): string | undefined {
  if (/[\r\n]/.test(text)) return "a line break";
  if (/\s/.test(text)) return "a space";
  return /[^\x21-\x7e]/.test(text) ? "a non-ASCII character" : undefined;
}

/** Never shows the text: it may be a token. @throws SettingsError also for what has not the form of an e-mail address */
export function emailAddress(setting: Token): string {
  const text = headerText(setting);
  if (text === "" || /^[^@]+@[^@]+$/.test(text)) return text;
  throw new SettingsError(
    `${setting.variable} is not an e-mail address: those have exactly one @, with text on both sides. Set it to the e-mail address of your ` +
      "Atlassian account.",
  );
}

/** @throws SettingsError also for a token of Atlassian */
export function tempoToken(token: Token, jiraToken: Token): string {
  const text = headerText(token);
  if (!isOfAtlassian(token)) return text;
  throw new SettingsError(
    jiraToken.text === "" || isOfAtlassian(jiraToken)
      ? `${token.variable} ${OF_ATLASSIAN}. Set it to a token of Tempo (Tempo, Settings, API integration).`
      : `${token.variable} and ${jiraToken.variable} look swapped: ${token.variable} ${OF_ATLASSIAN}. Exchange the two.`,
  );
}

/** @throws SettingsError also for a token of Atlassian */
export function personalAccessToken(token: Token): string {
  const text = headerText(token);
  if (!isOfAtlassian(token)) return text;
  throw new SettingsError(
    `${token.variable} ${OF_ATLASSIAN}, and those work on Jira Cloud only. Set it to a personal access token (Jira, Profile, ` +
      "Personal Access Tokens).",
  );
}

function isOfAtlassian({ text }: Token): boolean {
  return text.startsWith(ATLASSIAN);
}
