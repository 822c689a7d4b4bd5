import { keychainIn } from "../../config/kept-tokens.ts";
import { withSettingsFile } from "../../config/settings-file.ts";
import { KeychainError, storeChecked } from "../../keychain/keychain.ts";
import { whyUnusable } from "../../keychain/why-unusable.ts";
import { literalTokens, type TokensToKeep, tokensToKeep } from "../token/tokens-to-keep.ts";
import type { Values } from "./draft.ts";
import type { SetupContext } from "./options.ts";

export interface ChosenKeychain extends TokensToKeep {
  /** Gets a sentence for the user. */
  say(line: string): void;
}

/**
 * Chooses whether a keychain gets the new tokens; undefined if the settings file does. What was chosen before is the default, and else what
 * users of the system expect.
 */
export async function chooseKeychain(
  values: Values,
  { hasTerminal }: { hasTerminal: boolean },
  { env, file, log }: SetupContext,
): Promise<ChosenKeychain | undefined> {
  if (literalTokens(values).length === 0) return undefined;
  const keychain = keychainIn({ ...withSettingsFile(env, file), ...values });
  if (!keychain?.isThere()) return undefined;
  const isDefault = keychain.name !== "secret-service" || file?.values.TEMPO_KEYCHAIN === keychain.name;
  const question = `Keep the tokens in ${keychain.title}? Otherwise they are in the settings file, which only you can read.`;
  const isWanted = hasTerminal ? await (await import("./ask.ts")).ask.yes(question, isDefault) : isDefault;
  const kept = isWanted ? tokensToKeep(values, keychain, env) : undefined;
  return kept && { ...kept, say: log };
}

/** Whether the keychain has the tokens now. Says so once if it does not take them. */
export function storeTokens({ keychain, secrets, say }: ChosenKeychain): boolean {
  try {
    storeChecked(keychain, secrets);
    return true;
  } catch (error) {
    if (!(error instanceof KeychainError)) throw error;
    say(
      `The tokens go to the settings file, which only you can read: ${keychain.title} cannot be used, since ` +
        `${whyUnusable(keychain, error.problem)}.`,
    );
    return false;
  }
}
