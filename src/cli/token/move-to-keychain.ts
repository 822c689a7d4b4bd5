import { editSettings } from "../../config/edit-settings.ts";
import { KeychainError, storeChecked } from "../../keychain/keychain.ts";
import { FILE_MODE } from "../../state/files.ts";
import type { ExitCode } from "../exit-codes.ts";
import { backupOf, checkUnchanged, readFile, replaceFile } from "../setup/files.ts";
import { areNow, keptTokens, openTokenFile, type TokenContext, unusableKeychain } from "./token-file.ts";
import { literalTokens, tokensToKeep, withoutTokens } from "./tokens-to-keep.ts";

/**
 * Moves the tokens of the settings file to the keychain, which has them, read back, before the file and its backup lose them.
 *
 * @throws SettingsError if the file was left as it is
 */
export function moveToKeychain(context: TokenContext): ExitCode {
  const { path, text, content, values, env, keychain } = openTokenFile(context);
  const kept = tokensToKeep(values, keychain, env);
  if (!kept) {
    const names = keptTokens(values);
    context.print(
      names.length === 0
        ? `${path} has no tokens, so nothing was moved.`
        : `${areNow(names)} in ${keychain.title} already.`,
    );
    return 0;
  }
  const after = editSettings(content, kept.values);
  const backup = readFile(backupOf(path));
  const cleaned = backup === undefined ? undefined : withoutTokens(backup, kept.secrets.values());
  checkUnchanged(path, text);
  try {
    storeChecked(keychain, kept.secrets);
  } catch (error) {
    if (error instanceof KeychainError)
      throw unusableKeychain(keychain, error, "The tokens stay where they are");
    throw error;
  }
  // The file comes last: as long as it has the tokens, a move that was interrupted is made again in full.
  if (cleaned !== undefined) replaceFile(backupOf(path), { before: backup, after: cleaned, mode: FILE_MODE });
  replaceFile(path, { before: text, after, mode: FILE_MODE });
  context.print(`${areNow(literalTokens(values))} in ${keychain.title} now, and no longer in ${path}.`);
  return 0;
}
