import { existsSync, readdirSync } from "node:fs";
import { dirname, parse } from "node:path";
import { SettingsError } from "../timesheet/errors.ts";
import { type Environment, envString } from "./env.ts";
import { butNot } from "./read-all.ts";
import { settingsFileOf } from "./user-folders.ts";

/** The name of the settings without a profile, where they need one. */
export const DEFAULT_PROFILE = "default";

const NAME = /^[a-z\d]+(-[a-z\d]+)*$/;

const MAX_LENGTH = 40;

/** The first settings go by these. */
const TAKEN: readonly string[] = [DEFAULT_PROFILE, "settings"];

/** Windows opens a device instead of a file of such a name, whatever its ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** Whether a text can name a profile: it becomes a part of names of files, of hosts' entries and of items in a keychain. */
export function isProfileName(text: string): boolean {
  return NAME.test(text) && text.length <= MAX_LENGTH && !TAKEN.includes(text) && !DEVICE.test(text);
}

/** A profile's name from a text, in lower case. @throws SettingsError if it cannot name one */
export function toProfileName(text: string): string {
  const name = text.toLowerCase();
  if (isProfileName(name)) return name;
  throw new SettingsError(
    `A profile's name has letters, digits and single hyphens between them, at most ${MAX_LENGTH}, and is not ` +
      `${TAKEN.join(" or ")}${butNot(text)}. Choose one such as client-b.`,
  );
}

/**
 * The profile that the environment names; undefined for the first settings, which DEFAULT_PROFILE names too.
 *
 * @throws SettingsError if it cannot name one, or a settings file is named too
 */
export function readProfile(env: Environment): string | undefined {
  const text = envString(env, "TEMPO_PROFILE");
  if (text === "") return undefined;
  const name = text.toLowerCase() === DEFAULT_PROFILE ? undefined : toProfileName(text);
  if (envString(env, "TEMPO_CONFIG_FILE") === "") return name;
  throw new SettingsError(
    "TEMPO_PROFILE (or --profile) and TEMPO_CONFIG_FILE both say which settings to read. Remove one of them.",
  );
}

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
