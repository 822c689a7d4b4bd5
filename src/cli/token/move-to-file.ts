import { editSettings } from "../../config/edit-settings.ts";
import { type Environment, envString } from "../../config/env.ts";
import { readKeptTokens } from "../../config/kept-tokens.ts";
import { keychainAccount } from "../../config/keychain-account.ts";
import { listed } from "../../config/lists.ts";
import { joined } from "../../config/read-all.ts";
import { readSettingsFile } from "../../config/settings-file.ts";
import { NAMES, namesOfKind } from "../../config/variable-names.ts";
import { type Keychain, KeychainError, SERVICE } from "../../keychain/keychain.ts";
import { FILE_MODE } from "../../state/files.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { checkUnchanged, replaceFile } from "../setup/files.ts";
import { areNow, keptTokens, openTokenFile, type TokenContext, unusableKeychain } from "./token-file.ts";
import { literalTokens } from "./tokens-to-keep.ts";

/**
 * Moves the tokens of the settings file from the keychain into the file, which has them, read back, before the keychain loses them.
 * TEMPO_KEYCHAIN stays in the file until then, so that a move that was interrupted can be completed.
 *
 * @returns the code of a partial failure if the keychain still has them
 * @throws SettingsError if the keychain was left as it is
 */
export function moveToFile(context: TokenContext): ExitCode {
  const { path, text, content, values, env, keychain } = openTokenFile(context);
  const names = keptTokens(values);
  if (names.length === 0 && envString(values, NAMES.TEMPO_KEYCHAIN) === "") {
    const literal = literalTokens(values);
    context.print(
      literal.length === 0
        ? `${path} names no tokens in the keychain, so nothing was moved.`
        : `${areNow(literal)} in ${path} already.`,
    );
    return 0;
  }
  const tokens = [...readKeptTokens(names, env)];
  const errors = tokens.flatMap(([, { error }]) => error ?? []);
  if (errors.length > 0) throw joined(errors);
  const texts = Object.fromEntries(tokens.map(([name, token]) => [name, token.text]));
  const moved = editSettings(content, texts);
  replaceFile(path, { before: text, after: moved, mode: FILE_MODE });
  checkUnchanged(path, moved);
  const stored = readSettingsFile(context.env)?.values ?? {};
  if (names.length > 0) context.print(`${areNow(names)} in ${path} now, which only you can read.`);
  let others: string[];
  try {
    others = removeCopies(keychain, stored, env);
  } catch (error) {
    if (!(error instanceof KeychainError)) throw error;
    const { message } = unusableKeychain(keychain, error, "The keychain may have them still");
    context.print(`${message} Then run tempofiller token --move file again.`);
    return EXIT_CODE_BY_ERROR.partial_failure;
  }
  const after = editSettings(moved, { [NAMES.TEMPO_KEYCHAIN]: undefined });
  replaceFile(path, { before: moved, after, mode: FILE_MODE });
  const title = keychain.title.replace(/^t/, "T");
  context.print(
    others.length === 0
      ? `${title} has them no longer.`
      : `${title} has another token, which stays: item ${SERVICE} with the account ${listed(others)}. Delete it there if you do not need it.`,
  );
  return 0;
}

/** Removes from the keychain what the settings file has as well. @returns the accounts that have another token, which stays */
function removeCopies(keychain: Keychain, stored: Environment, env: Environment): string[] {
  const texts = new Map(
    namesOfKind("token").map((name) => [keychainAccount(name, env), envString(stored, name)]),
  );
  const found = [...keychain.read([...texts.keys()])];
  const copies = found
    .filter(([account, text]) => texts.get(account) === text.trim())
    .map(([account]) => account);
  if (copies.length > 0) keychain.remove(copies);
  return found.map(([account]) => account).filter((account) => !copies.includes(account));
}
