import { resolve } from "node:path";
import { SettingsError } from "../timesheet/errors.ts";
import { type Environment, envString } from "./env.ts";
import { IN_KEYCHAIN, isInKeychain, readKeptTokens } from "./kept-tokens.ts";
import { problemIn } from "./suspicious-values.ts";
import { isReadableByOthers, MAX_FILE_BYTES, readOwnFile, whyUnreadable } from "./text-file.ts";
import { fileVariable, type NameOfKind, namesOfKind } from "./variable-names.ts";

export interface Token {
  /** `TEMPO_PAT`, or `TEMPO_PAT_FILE`, or what else the user calls it. */
  variable: string;
  /** Empty if it is not set. */
  text: string;
  /** The setting that can name its file instead. */
  fileVariable?: string;
  /** Whether it is in a file. */
  isInFile?: true;
  /** The keychain that it is in, for texts. */
  keychain?: string;
  /** Whether it is in a file that other users can read. */
  isShared?: true;
  error?: SettingsError;
}

/** Keys are the names of the tokens' own variables. */
export type Tokens = ReadonlyMap<string, Token>;

export function readTokens(env: Environment): Tokens {
  const tokens = new Map(namesOfKind("token").map((name) => [name, readToken(env, name)]));
  const kept = [...tokens.values()].filter(
    ({ text, error, isInFile }) => !error && !isInFile && isInKeychain(text),
  );
  if (kept.length === 0) return tokens;
  const read = readKeptTokens(
    kept.map(({ variable }) => variable as NameOfKind<"token">),
    env,
  );
  for (const [variable, token] of read) tokens.set(variable, { variable, ...token });
  return tokens;
}

function readToken(env: Environment, name: NameOfKind<"token">): Token {
  const variable = fileVariable(name);
  const [text, path] = [envString(env, name), envString(env, variable)];
  if (path === "") return { variable: name, text, fileVariable: variable };
  if (text !== "") {
    const error = new SettingsError(`${name} and ${variable} are both set. Remove one of them.`);
    return { variable: name, text, error };
  }
  const refused = (problem: string) => ({ variable, text: "", error: new SettingsError(problem) });
  const unusable = (why: string) =>
    refused(
      `${variable} points to ${resolve(path)}, which ${why}. Set it to a file that contains only the token.`,
    );
  const problem = problemIn({ kind: "path", variable, text: path });
  if (problem !== undefined) return refused(problem);
  try {
    const subject = `${variable} points to ${resolve(path)}, which`;
    const token = readOwnFile(subject, resolve(path), MAX_FILE_BYTES.secret, "any").trim();
    if (token === "") return unusable("is empty");
    if (isInKeychain(token)) return unusable(`contains ${IN_KEYCHAIN} instead`);
    return { variable, text: token, isInFile: true, ...(isReadableByOthers(path) && { isShared: true }) };
  } catch (error) {
    if (error instanceof SettingsError) return refused(error.message);
    const reason = whyUnreadable(error);
    const missing =
      reason === "ENOENT" ? problemIn({ kind: "missing file", variable, text: path }) : undefined;
    return missing === undefined ? unusable(`cannot be read (${reason})`) : refused(missing);
  }
}
