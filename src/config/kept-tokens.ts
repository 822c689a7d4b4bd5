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

const HOW_TO_ENTER = "tempofiller setup asks for it without --yes.";

/** Reads tokens from the keychain, in 3 s at most. @param variables the settings whose values it has */
export function readKeptTokens<Name extends string>(
  variables: readonly Name[],
  env: Environment,
): ReadonlyMap<Name, KeptToken> {
  const read = tryRead(() => tokenReader(variables, env));
  return new Map(
    variables.map((variable) => {
      const token = read instanceof SettingsError ? read : tryRead(() => read(variable));
      return [variable, token instanceof SettingsError ? { text: "", error: token } : token];
    }),
  );
}

/** @throws SettingsError if the settings name no keychain, or no account; and so does the reader if it has not the token */
function tokenReader(variables: readonly string[], env: Environment): (variable: string) => KeptToken {
  const keychain = keychainIn(env);
  const accountOf = (variable: string) => keychainAccount(variable, env);
  const secrets = keychain && secretsIn(keychain, variables.map(accountOf));
  return (variable) => {
    if (!keychain || !secrets) {
      throw new SettingsError(
        `${variable} is in the keychain, by the settings, but TEMPO_KEYCHAIN is off. Remove TEMPO_KEYCHAIN, or enter the token ` +
          `again: ${HOW_TO_ENTER}`,
      );
    }
    const { title } = keychain;
    if (secrets instanceof KeychainError) {
      const why = `${whyUnusable(keychain, secrets.problem)}. ${adviceFor(keychain, secrets.problem)}`.trim();
      throw new SettingsError(
        `${variable} is in ${title}, which cannot be used: ${why} Then start TempoFiller again; or move the tokens to the settings ` +
          "file, on a login that has the keychain: tempofiller token --move file.",
      );
    }
    const text = secrets.get(accountOf(variable))?.trim() ?? "";
    if (text !== "") return { text, keychain: title };
    throw missingItem(keychain, variable, accountOf(variable));
  };
}

function secretsIn(
  keychain: Keychain,
  accounts: readonly string[],
): ReadonlyMap<string, string> | KeychainError {
  try {
    return keychain.read(accounts);
  } catch (error) {
    if (error instanceof KeychainError) return error;
    throw error;
  }
}

export function missingItem({ title, advice }: Keychain, variable: string, account: string): SettingsError {
  return new SettingsError(
    `${variable} is in ${title}, by the settings, but there is no item ${SERVICE} with the account ${account}. ` +
      `${advice.missing} Enter the token again: ${HOW_TO_ENTER}`,
  );
}
