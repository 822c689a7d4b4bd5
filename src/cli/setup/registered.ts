import { resolve } from "node:path";
import type { Environment } from "../../config/env.ts";
import { DEFAULT_PROFILE } from "../../config/profile.ts";
import { listProfiles } from "../../config/profiles.ts";
import { settingsFileOf } from "../../config/user-folders.ts";
import { listVariables, NAMES } from "../../config/variable-names.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { entriesIn, type HostEntry } from "../doctor/host-entry.ts";
import type { Host, Place } from "./hosts.ts";

/** Our entry in a host's file for all of the user's projects. */
export interface Registered {
  host: Host;
  entry: HostEntry;
}

/** Our entries in the files of hosts. A file that cannot be read has none. */
export function registeredIn(hosts: readonly Host[], place: Place): Registered[] {
  return hosts.flatMap((host) => {
    try {
      return entriesIn(host, host.file(place), "").map((entry) => ({ host, entry }));
    } catch (error) {
      if (error instanceof SettingsError) return [];
      throw error;
    }
  });
}

/** The settings of a deployment, which an entry may hold itself. */
const OWN = listVariables().filter(({ deployment }) => deployment !== "both");

/** The profile whose settings a host's entry reads; undefined if it reads those of none, as for the sandbox. */
export function profileOf({ command, args, env }: HostEntry, place: Environment): string | undefined {
  // The server of a team has none of the user's settings.
  if (command === undefined) return undefined;
  if (args.some((arg) => arg.startsWith("--sandbox")) || OWN.some(({ name }) => env[name])) return undefined;
  const [, inline] = args.flatMap((arg) => /^--profile=(.+)$/.exec(arg) ?? []);
  const named = inline ?? args[args.indexOf("--profile") + 1 || args.length] ?? env[NAMES.TEMPO_PROFILE];
  if (named) return named;
  const file = env[NAMES.TEMPO_CONFIG_FILE];
  if (!file) return DEFAULT_PROFILE;
  if (settingsFileOf(undefined, place) === resolve(file)) return DEFAULT_PROFILE;
  return listProfiles(place).find((name) => settingsFileOf(name, place) === resolve(file));
}
