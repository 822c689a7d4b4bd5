import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runToken } from "../../../src/cli/token/token.ts";
import type { TokenContext } from "../../../src/cli/token/token-file.ts";
import type { Environment } from "../../../src/config/env.ts";
import { missingItem } from "../../../src/config/kept-tokens.ts";
import { readSettingsFile } from "../../../src/config/settings-file.ts";
import { openKeychain } from "../../../src/keychain/index.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { type Entry, failing, invalidSettings, settingUp } from "./entry.ts";

const IN_KEYCHAIN = { TEMPO_BASE_URL: "https://jira.example.com", TEMPO_PAT: "keychain:", PATH: "" };

/** Moves the token of a settings file with this text. */
const moving = (content: string | undefined, given: Environment) => async () => {
  const folder = temporaryFolder();
  const path = join(folder, "x.env");
  if (content !== undefined) writeFileSync(path, content);
  const env = { TEMPO_CONFIG_FILE: path, PATH: "", ...given };
  const file = readSettingsFile(env);
  const context = {
    env,
    file: content === undefined && file ? { ...file, error: undefined } : file,
    print() {},
  };
  const { text, ...others } = await failing(() => runToken("keychain", context as TokenContext))();
  return { text: text.replaceAll(path, "~/x.env"), ...others };
};

export const KEYCHAIN: Entry[] = [
  invalidSettings(
    "a token in the keychain, with TEMPO_KEYCHAIN off",
    settingUp({ ...IN_KEYCHAIN, TEMPO_KEYCHAIN: "off" }),
    "TEMPO_PAT is in the keychain, by the settings, but TEMPO_KEYCHAIN is off. Remove TEMPO_KEYCHAIN, or enter the token again: " +
      "tempofiller setup asks for it without --yes.",
  ),
  invalidSettings(
    "a token in a keychain that cannot be used",
    settingUp({ ...IN_KEYCHAIN, TEMPO_KEYCHAIN: "macos" }),
    "TEMPO_PAT is in the macOS keychain, which cannot be used: the program security is not on the PATH. macOS has it in /usr/bin: add " +
      "that folder to the PATH. Then start TempoFiller again; or move the tokens to the settings file, on a login that has the " +
      "keychain: tempofiller token --move file.",
  ),
  invalidSettings(
    "a keychain that lacks the item",
    failing(() => {
      throw missingItem(openKeychain("macos", {}), "TEMPO_PAT", "default:TEMPO_PAT");
    }),
    "TEMPO_PAT is in the macOS keychain, by the settings, but there is no item tempofiller with the account default:TEMPO_PAT. Another " +
      "user, or another keychain, may have it. Enter the token again: tempofiller setup asks for it without --yes.",
  ),
  invalidSettings(
    "a token to move, without a settings file",
    moving(undefined, {}),
    "There is no settings file ~/x.env, so there is no token to move. tempofiller setup writes one.",
  ),
  invalidSettings(
    "a token to move, with TEMPO_KEYCHAIN off",
    moving("TEMPO_PAT=t\n", { TEMPO_KEYCHAIN: "off" }),
    "TEMPO_KEYCHAIN is off, so no token can be moved. Remove it to use the keychain of this system.",
  ),
  invalidSettings(
    "a token to move to a keychain that cannot be used",
    moving("TEMPO_PAT=t\n", { TEMPO_KEYCHAIN: "macos" }),
    "The tokens stay where they are: the macOS keychain cannot be used, since the program security is not on the PATH. macOS has it in " +
      "/usr/bin: add that folder to the PATH.",
  ),
];
