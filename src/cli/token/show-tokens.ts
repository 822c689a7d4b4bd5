import { originOf, withSettingsFile } from "../../config/settings-file.ts";
import { readTokens, type Token } from "../../config/tokens.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { TokenContext } from "./token-file.ts";

/** A line for each token that is set, with the place where it is. Reads those that a file or the keychain has, and shows none. */
export function showTokens({ env, file, print }: TokenContext): ExitCode {
  const tokens = [...readTokens(withSettingsFile(env, file)).values()];
  const set = tokens.filter(({ text, error }) => text !== "" || error);
  if (set.length === 0) print("No token is set. tempofiller setup asks for them.");
  for (const token of set) print(`${token.variable}: ${token.error?.message ?? placeOf(token)}`);
  return 0;

  function placeOf({ variable, keychain, isInFile }: Token): string {
    if (keychain !== undefined) return keychain;
    if (isInFile) return "the file that it names";
    return originOf(variable, env, file) === "file" ? `the settings file ${file?.path}` : "the environment";
  }
}
