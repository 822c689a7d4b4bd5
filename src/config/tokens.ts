import { resolve } from "node:path";
import { shellWords } from "../text/shell-word.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { type Environment, envString } from "./env.ts";
import { problemIn } from "./suspicious-values.ts";
import { isReadableByOthers, MAX_FILE_BYTES, readOwnFile, whyUnreadable } from "./text-file.ts";
import {
  commandVariable,
  fileVariable,
  type NameOfKind,
  namesOfKind,
  spellingsOf,
} from "./variable-names.ts";

export interface Token {
  /** `TEMPO_PAT`, or `TEMPO_PAT_FILE`, `TEMPO_PAT_COMMAND`, or what else the user calls it. */
  variable: string;
  /** Empty if it is not set, or its command has not been run. */
  text: string;
  /** The setting that can name its file instead. */
  fileVariable?: string;
  /** Whether it is in a file. */
  isInFile?: true;
  /** The words of the command that prints it. */
  command?: readonly string[];
  /** Whether its command has printed it. */
  isPrinted?: true;
  /** Whether it is in a file that other users can read. */
  isShared?: true;
  error?: SettingsError;
}

/** Keys are the names of the tokens' own variables. */
export type Tokens = ReadonlyMap<string, Token>;

export function readTokens(env: Environment): Tokens {
  return new Map(namesOfKind("token").map((name) => [name, readToken(env, name)]));
}

function readToken(env: Environment, name: NameOfKind<"token">): Token {
  const [first, second] = spellingsOf(name).filter((spelling) => envString(env, spelling) !== "");
  const text = envString(env, name);
  if (second !== undefined) {
    const error = new SettingsError(`${first} and ${second} are both set. Remove one of them.`);
    return { variable: name, text, error };
  }
  if (first === commandVariable(name)) return commandOf(env, first);
  if (first === fileVariable(name)) return tokenInFile(env, first);
  return { variable: name, text, fileVariable: fileVariable(name) };
}

/** It is run when the deployment is first used. */
function commandOf(env: Environment, variable: `${NameOfKind<"token">}_COMMAND`): Token {
  const line = envString(env, variable);
  const command = shellWords(line);
  const problem =
    problemIn({ kind: "command", variable, text: line }) ??
    (command?.[0]
      ? undefined
      : `${variable} runs without a shell, so quote signs such as |, $ and \\, or put its line into a script.`);
  if (problem !== undefined) return { variable, text: "", error: new SettingsError(problem) };
  return { variable, text: "", ...(command && { command }) };
}

function tokenInFile(env: Environment, variable: `${NameOfKind<"token">}_FILE`): Token {
  const path = envString(env, variable);
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
    return { variable, text: token, isInFile: true, ...(isReadableByOthers(path) && { isShared: true }) };
  } catch (error) {
    if (error instanceof SettingsError) return refused(error.message);
    const reason = whyUnreadable(error);
    const missing =
      reason === "ENOENT" ? problemIn({ kind: "missing file", variable, text: path }) : undefined;
    return missing === undefined ? unusable(`cannot be read (${reason})`) : refused(missing);
  }
}
