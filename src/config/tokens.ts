import { resolve } from "node:path";
import { SettingsError } from "../timesheet/errors.ts";
import { type Environment, envString } from "./env.ts";
import { isReadableByOthers, readTextFile, whyUnreadable } from "./text-file.ts";
import { fileVariable, type NameOfKind, namesOfKind } from "./variable-names.ts";

export interface Token {
  /** `TEMPO_PAT`, or `TEMPO_PAT_FILE`, or what else the person calls it. */
  variable: string;
  /** Empty if it is not set. */
  text: string;
  /** Whether it is in a file that other users can read. */
  isShared?: true;
  error?: SettingsError;
}

/** By the name of the token's own variable. */
export type Tokens = ReadonlyMap<string, Token>;

/** Reads each file once: it may be a pipe. */
export function readTokens(env: Environment): Tokens {
  return new Map(namesOfKind("token").map((name) => [name, readToken(env, name)]));
}

function readToken(env: Environment, name: NameOfKind<"token">): Token {
  const variable = fileVariable(name);
  const [text, path] = [envString(env, name), envString(env, variable)];
  if (path === "") return { variable: name, text };
  if (text !== "") {
    const error = new SettingsError(`${name} and ${variable} are both set. Remove one of them.`);
    return { variable: name, text, error };
  }
  const unusable = (why: string) => ({
    variable,
    text: "",
    error: new SettingsError(
      `${variable} points to ${resolve(path)}, which ${why}. Set it to a file that contains only the token.`,
    ),
  });
  try {
    const token = readTextFile(path).trim();
    if (token === "") return unusable("is empty");
    return { variable, text: token, ...(isReadableByOthers(path) && { isShared: true }) };
  } catch (error) {
    return unusable(`cannot be read (${whyUnreadable(error)})`);
  }
}
