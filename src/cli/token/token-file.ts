import { type Environment, envString } from "../../config/env.ts";
import { isInKeychain, keychainIn } from "../../config/kept-tokens.ts";
import { listed } from "../../config/lists.ts";
import { type SettingsFile, withSettingsFile } from "../../config/settings-file.ts";
import { namesOfKind, type VariableName } from "../../config/variable-names.ts";
import type { Keychain, KeychainError } from "../../keychain/keychain.ts";
import { adviceFor, whyUnusable } from "../../keychain/why-unusable.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { readFile } from "../setup/files.ts";
import { writtenSettingsFile } from "../setup/settings-change.ts";

export interface TokenContext {
  env: Environment;
  file: SettingsFile | undefined;
  print(line: string): void;
}

/** The settings file whose tokens are moved. */
export interface TokenFile {
  path: string;
  text: string;
  /** The text without a byte order mark, to be edited. */
  content: string;
  values: Environment;
  /** The environment with the file's settings. */
  env: Environment;
  keychain: Keychain;
}

/** @throws SettingsError if there is no settings file that can be changed, or no keychain */
export function openTokenFile({ env, file }: TokenContext): TokenFile {
  const path = writtenSettingsFile(env);
  if (file?.error) throw file.error;
  const text = file?.exists ? readFile(path) : undefined;
  if (!file || text === undefined)
    throw new SettingsError(
      `There is no settings file ${path}, so there is no token to move. tempofiller setup writes one.`,
    );
  const all = withSettingsFile(env, file);
  const keychain = keychainIn(all);
  if (!keychain)
    throw new SettingsError(
      "TEMPO_KEYCHAIN is off, so no token can be moved. Remove it to use the keychain of this system.",
    );
  return { path, text, content: text.replace(/^\ufeff/, ""), values: file.values, env: all, keychain };
}

/** The tokens that settings name as kept in the keychain. */
export function keptTokens(values: Environment) {
  return namesOfKind("token").filter((name) => isInKeychain(envString(values, name)));
}

/** `A and B are`. */
export function areNow(names: readonly VariableName[]): string {
  return `${listed(names)} ${names.length === 1 ? "is" : "are"}`;
}

/** @param effect what it means for the tokens; a sentence without its end */
export function unusableKeychain(keychain: Keychain, error: KeychainError, effect: string): SettingsError {
  const [why, advice] = [whyUnusable(keychain, error.problem), adviceFor(keychain, error.problem)];
  const next = advice === "" ? "" : ` ${advice}`;
  return new SettingsError(`${effect}: ${keychain.title} cannot be used, since ${why}.${next}`);
}
