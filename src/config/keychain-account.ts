import { parse } from "node:path";
import type { Environment } from "./env.ts";
import { DEFAULT_PROFILE, isProfileName, readProfile } from "./profile.ts";
import { settingsFilePath } from "./settings-file.ts";
import { settingsFileOf } from "./user-folders.ts";

/**
 * The account under which a keychain has a token: `PROFILE:VARIABLE`. A settings file that is not where the platform has it, by
 * TEMPO_CONFIG_FILE or by a folder of its own such as XDG_CONFIG_HOME, goes by its path, so that two of them share no account.
 *
 * @throws SettingsError if TEMPO_PROFILE cannot name one
 */
export function keychainAccount(variable: string, env: Environment): string {
  return `${ownerIn(env)}:${variable}`;
}

function ownerIn(env: Environment): string {
  const profile = readProfile(env);
  const path = settingsFilePath(env);
  const usual = (name: string | undefined) => settingsFileOf(name, {});
  if (path === undefined || path === usual(undefined)) return DEFAULT_PROFILE;
  const name = profile ?? parse(path).name;
  if (isProfileName(name) && path === usual(name)) return name;
  // `security` reads commands, in which blanks and quotes mean something.
  return path.replaceAll(/[^\w./-]/gu, (character) => encodeURIComponent(character).replaceAll("'", "%27"));
}
