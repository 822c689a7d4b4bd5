import { editSettings } from "../../config/edit-settings.ts";
import { listed } from "../../config/lists.ts";
import { readSettingsLines } from "../../config/settings-lines.ts";
import { KeychainError, storeChecked } from "../../keychain/keychain.ts";
import { FILE_MODE } from "../../state/files.ts";
import type { ExitCode } from "../exit-codes.ts";
import { backupOf, checkUnchanged, readBackup, replaceFile, writeBackup } from "../setup/files.ts";
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
  const backup = readBackup(path);
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
  if (cleaned !== undefined) {
    checkUnchanged(backupOf(path), backup);
    writeBackup(path, cleaned);
  }
  replaceFile(path, { before: text, after, mode: FILE_MODE });
  const names = literalTokens(values);
  const left = [
    ...stillIn(path, after, kept.secrets.values()),
    ...stillIn(backupOf(path), cleaned ?? "", kept.secrets.values()),
  ];
  const gone = left.length === 0 ? `, and no longer in ${path}` : "";
  context.print(`${areNow(names)} in ${keychain.title} now${gone}.`);
  for (const line of [...left, ...replacedLines(path, content, names)]) context.print(line);
  return 0;
}

/** A sentence for a text that has tokens in other lines than those that set them, such as comments; none otherwise. */
function stillIn(path: string, text: string, tokens: Iterable<string>): string[] {
  const known = [...tokens];
  const lines = text
    .split("\n")
    .flatMap((line, index) => (known.some((token) => line.includes(token)) ? [String(index + 1)] : []));
  return lines.length === 0 ? [] : [`${path} has a token still, in ${inLines(lines)}. Remove it there.`];
}

/** A sentence for each token that several lines of a text set: one of them is left. */
function replacedLines(path: string, text: string, names: readonly string[]): string[] {
  const { linesOf } = readSettingsLines(text);
  return names.flatMap((name) => {
    const lines = linesOf.get(name)?.map(String) ?? [];
    return lines.length < 2
      ? []
      : [`${path} set ${name} in ${inLines(lines)}. Line ${lines.at(-1)} counted, and the others are gone.`];
  });
}

function inLines(lines: readonly string[]): string {
  return `${lines.length === 1 ? "line" : "lines"} ${listed(lines)}`;
}
