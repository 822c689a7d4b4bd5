import type { ExitCode } from "../exit-codes.ts";
import { moveToFile } from "./move-to-file.ts";
import { moveToKeychain } from "./move-to-keychain.ts";
import { showTokens } from "./show-tokens.ts";
import type { TokenContext } from "./token-file.ts";

/** Moves the tokens of the settings file, or says where the tokens are. @throws SettingsError */
export function runToken(move: string | undefined, context: TokenContext): ExitCode {
  if (move === "keychain") return moveToKeychain(context);
  return move === "file" ? moveToFile(context) : showTokens(context);
}
