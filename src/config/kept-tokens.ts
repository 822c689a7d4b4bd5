import { keychainOfPlatform, openKeychain } from "../keychain/index.ts";
import { type Keychain, KeychainError, SERVICE } from "../keychain/keychain.ts";
import { adviceFor, whyUnusable } from "../keychain/why-unusable.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { type Environment, envChoice } from "./env.ts";
import { keychainAccount } from "./keychain-account.ts";
import { tryRead } from "./read-all.ts";

/** The value of a token that is in the keychain. */
export const IN_KEYCHAIN = "keychain:";

/** A token of the keychain, or why there is none. */
export interface KeptToken {
  text: string;
  /** The keychain, for texts. */
  keychain?: string;
  error?: SettingsError;
}

export function isInKeychain(text: string): boolean {
  return text.trim().toLowerCase() === IN_KEYCHAIN;
}

/** The keychain that TEMPO_KEYCHAIN names; undefined if it is `off`. @throws SettingsError if it names none */
export function keychainIn(env: Environment, platform = process.platform): Keychain | undefined {
  const name = envChoice(env, "TEMPO_KEYCHAIN");
  if (name === "off") return undefined;
  return openKeychain(name === "system" ? keychainOfPlatform(platform) : name, env);
}

/** Reads tokens from the keychain, in 3 s at most. @param variables the settings whose values it has */
export function readKeptTokens<Name extends string>(
  variables: readonly Name[],
  env: Environment,
): ReadonlyMap<Name, KeptToken> {
  const keychain = tryRead(() => keychainIn(env));
  const secrets =
    keychain && !(keychain instanceof SettingsError) ? secretsIn(keychain, variables, env) : undefined;
  const tokenOf = (variable: Name): KeptToken => {
    if (keychain === undefined) return refused(off(variable));
    if (keychain instanceof SettingsError) return { text: "", error: keychain };
    if (secrets instanceof KeychainError) {
      const { problem } = secrets;
      const why = `${whyUnusable(keychain, problem)}. ${adviceFor(keychain, problem)}`.trim();
      return refused(
        `${variable} is in ${keychain.title}, which cannot be used: ${why} Then start TempoFiller again; or move the tokens to the ` +
          "settings file, on a login that has the keychain: tempofiller token --move file.",
      );
    }
    const account = keychainAccount(variable, env);
    const text = secrets?.get(account)?.trim() ?? "";
    if (text !== "") return { text, keychain: keychain.title };
    return refused(
      `${variable} is in ${keychain.title}, by the settings, but there is no item ${SERVICE} with the account ${account}. ` +
        `${keychain.advice.missing} Run tempofiller setup to enter the token again.`,
    );
  };
  return new Map(variables.map((variable) => [variable, tokenOf(variable)]));
}

function secretsIn(
  keychain: Keychain,
  variables: readonly string[],
  env: Environment,
): ReadonlyMap<string, string> | KeychainError {
  try {
    return keychain.read(variables.map((variable) => keychainAccount(variable, env)));
  } catch (error) {
    if (error instanceof KeychainError) return error;
    throw error;
  }
}

function off(variable: string): string {
  return (
    `${variable} is in the keychain, by the settings, but TEMPO_KEYCHAIN is off. Remove TEMPO_KEYCHAIN, or run tempofiller setup to ` +
    "enter the token again."
  );
}

function refused(problem: string): KeptToken {
  return { text: "", error: new SettingsError(problem) };
}
