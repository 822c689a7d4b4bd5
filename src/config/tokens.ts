import { resolve } from "node:path";
import { SettingsError } from "../timesheet/errors.ts";
import { readTextFile, whyUnreadable } from "./text-file.ts";

const TOKENS = ["TEMPO_API_TOKEN", "JIRA_API_TOKEN", "TEMPO_PAT"];

/** A token as the environment sets it: by its variable, or by a file that its other variable names. */
export interface Token {
  /** The variable that sets it: `TEMPO_PAT`, or `TEMPO_PAT_FILE`. */
  variable: string;
  /** Empty where it is not set. */
  text: string;
  /** Why it cannot be used. */
  fault?: SettingsError;
}

/**
 * The tokens by name. Each file is read once: it may be a pipe.
 *
 * @param read a variable's text, empty where it is not set
 */
export function readTokens(read: (name: string) => string): Record<string, Token> {
  return Object.fromEntries(TOKENS.map((name) => [name, readToken(read, name)]));
}

function readToken(read: (name: string) => string, name: string): Token {
  const variable = `${name}_FILE`;
  const [text, path] = [read(name), read(variable)];
  if (path === "") return { variable: name, text };
  if (text !== "") {
    const fault = new SettingsError(`${name} and ${variable} are both set. Remove one of them.`);
    return { variable: name, text, fault };
  }
  const unusable = (why: string) => ({
    variable,
    text: "",
    fault: new SettingsError(
      `${variable} names the file ${resolve(path)}, which ${why}. Set it to a file that holds the token and nothing else.`,
    ),
  });
  try {
    const token = readTextFile(path).trim();
    return token === "" ? unusable("is empty") : { variable, text: token };
  } catch (error) {
    return unusable(`cannot be read (${whyUnreadable(error)})`);
  }
}
