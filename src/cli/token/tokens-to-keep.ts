import { editSettings } from "../../config/edit-settings.ts";
import { type Environment, envString } from "../../config/env.ts";
import { IN_KEYCHAIN, isInKeychain } from "../../config/kept-tokens.ts";
import { keychainAccount } from "../../config/keychain-account.ts";
import { readSettingsLines } from "../../config/settings-lines.ts";
import { NAMES, namesOfKind } from "../../config/variable-names.ts";
import type { Keychain } from "../../keychain/keychain.ts";

/** Tokens for a keychain. */
export interface TokensToKeep {
  keychain: Keychain;
  /** Keys are their accounts. */
  secrets: ReadonlyMap<string, string>;
  /** The settings that the file has in their place. */
  values: Record<string, string>;
}

/** Undefined if the values have no token that could be kept. @param env where the settings are read from */
export function tokensToKeep(
  values: Environment,
  keychain: Keychain,
  env: Environment,
): TokensToKeep | undefined {
  const names = literalTokens(values);
  if (names.length === 0) return undefined;
  return {
    keychain,
    secrets: new Map(names.map((name) => [keychainAccount(name, env), envString(values, name)])),
    values: {
      ...Object.fromEntries(names.map((name) => [name, IN_KEYCHAIN])),
      [NAMES.TEMPO_KEYCHAIN]: keychain.name,
    },
  };
}

/** The tokens that are in settings themselves. */
export function literalTokens(values: Environment) {
  return namesOfKind("token").filter((name) => {
    const text = envString(values, name);
    return text !== "" && !isInKeychain(text);
  });
}

/**
 * The text of a backup of a settings file without the tokens that the keychain has now. Others stay: there may be no other copy.
 *
 * @param kept the tokens
 */
export function withoutTokens(text: string, kept: Iterable<string>): string {
  const known = new Set(kept);
  const { values } = readSettingsLines(text);
  const names = literalTokens(values).filter((name) => known.has(envString(values, name)));
  return editSettings(
    text.replace(/^\ufeff/, ""),
    Object.fromEntries(names.map((name) => [name, IN_KEYCHAIN])),
  );
}
