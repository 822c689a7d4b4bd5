import { parse } from "node:path";
import type { Environment } from "./env.ts";
import { DEFAULT_PROFILE, isProfileName, readProfile } from "./profile.ts";
import { settingsFilePath } from "./settings-file.ts";
import { settingsFileOf } from "./user-folders.ts";

/**
 * The account under which a keychain has a token: `PROFILE:VARIABLE`. A file elsewhere, which TEMPO_CONFIG_FILE names, stands for a profile
 * of its own.
 *
 * @throws SettingsError if TEMPO_PROFILE cannot name one
 */
export function keychainAccount(variable: string, env: Environment): string {
  return `${ownerIn(env)}:${variable}`;
}

function ownerIn(env: Environment): string {
  const profile = readProfile(env);
  if (profile !== undefined) return profile;
  const path = settingsFilePath(env);
  if (path === undefined || path === settingsFileOf(undefined, env)) return DEFAULT_PROFILE;
  const { name } = parse(path);
  if (isProfileName(name) && path === settingsFileOf(name, env)) return name;
  // `security` reads commands, in which blanks and quotes mean something.
  return path.replaceAll(/[^\w./-]/gu, (character) => encodeURIComponent(character).replaceAll("'", "%27"));
}
