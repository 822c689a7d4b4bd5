import { existsSync, readdirSync } from "node:fs";
import { dirname, parse } from "node:path";
import type { Environment } from "./env.ts";
import { isProfileName } from "./profile.ts";
import { settingsFileOf } from "./user-folders.ts";

/** The profiles that have a settings file, undefined for the first settings. */
export function savedProfiles(env: Environment): (string | undefined)[] {
  return [...(existsSync(settingsFileOf(undefined, env)) ? [undefined] : []), ...listProfiles(env)];
}

/** The names of the profiles that have a settings file, in their order; the first settings are none of them. */
export function listProfiles(env: Environment): string[] {
  return filesBeside(settingsFileOf(undefined, env))
    .map((file) => parse(file))
    .filter(({ ext, name }) => ext === ".env" && isProfileName(name))
    .map(({ name }) => name)
    .sort();
}

function filesBeside(path: string): string[] {
  try {
    return readdirSync(dirname(path));
  } catch {
    return [];
  }
}
