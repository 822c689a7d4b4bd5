import { type Environment, envString } from "./env.ts";
import { settingsFilePath } from "./settings-file.ts";
import { defaultSettingsFile } from "./user-folders.ts";

/** The account under which a keychain has a token: each profile has its own, and so has each file that TEMPO_CONFIG_FILE names. */
export function keychainAccount(variable: string, env: Environment): string {
  return `${ownerIn(env)}:${variable}`;
}

function ownerIn(env: Environment): string {
  const path = settingsFilePath(env);
  if (path === undefined || envString(env, "TEMPO_CONFIG_FILE") === "" || path === defaultSettingsFile(env))
    return "default";
  // `security` reads commands, in which blanks and quotes mean something.
  return path.replaceAll(/[^\w./-]/gu, (character) => encodeURIComponent(character).replaceAll("'", "%27"));
}
