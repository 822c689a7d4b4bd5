import { resolve } from "node:path";
import type { Environment } from "../../config/env.ts";
import { DEFAULT_PROFILE, listProfiles } from "../../config/profile.ts";
import { MAX_FILE_BYTES, readTextFile, whyUnreadable } from "../../config/text-file.ts";
import { settingsFileOf } from "../../config/user-folders.ts";
import { deploymentVariables, NAMES } from "../../config/variable-names.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { contentOf } from "./host-file.ts";
import type { Host, Place } from "./hosts.ts";

/** The command that a host starts, read from its file. */
export interface HostEntry {
  /** The file that it is in. */
  path: string;
  /** Its name in that file. */
  name: string;
  command?: string;
  /** The address of a server that the host reaches instead of starting one. */
  url?: string;
  args: string[];
  env: Record<string, string>;
  isDisabled: boolean;
}

type Json = Record<string, unknown>;

/**
 * Our entries in a host's file; none if it does not exist.
 *
 * @param project folder whose servers Claude Code keeps apart in the user's file, and prefers
 * @throws SettingsError if the file cannot be read or parsed
 */
export function entriesIn(host: Host, path: string, project: string): HostEntry[] {
  const root = readHostFile(host, path);
  const projects = objectAt(root, "projects");
  const groups = [objectAt(objectAt(projects, project), host.serversKey), objectAt(root, host.serversKey)];
  return groups
    .flatMap((servers) => Object.entries(servers))
    .filter(([name, entry]) => isOurs(name, entry))
    .map(([name, entry]) => ({ path, name, ...startIn(entry) }));
}

/** The content of a file of a host's; undefined if it does not exist. @throws SettingsError if it cannot be read or parsed */
export function readHostFile(host: Host, path: string): unknown {
  try {
    return contentIn(host, path, readTextFile(path, MAX_FILE_BYTES.host));
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    if (whyUnreadable(error) === "ENOENT") return undefined;
    throw new SettingsError(`${path} cannot be read (${whyUnreadable(error)}). Correct its permissions.`);
  }
}

function contentIn({ format, serversKey }: Host, path: string, text: string): unknown {
  try {
    return contentOf({ format, path, text, serversKey, name: "" });
  } catch (error) {
    throw error instanceof RangeError
      ? new SettingsError(`${path} is nested too deep. Remove what no host writes.`)
      : error;
  }
}

/** True if the name, the command or an argument contains "tempofiller". */
function isOurs(name: string, entry: unknown): boolean {
  const { command, args } = startIn(entry);
  return [name, command ?? "", ...args].some((text) => text.toLowerCase().includes("tempofiller"));
}

/** The start of a server by an entry in the form of any host. */
export function startIn(entry: unknown): Omit<HostEntry, "path" | "name"> {
  const {
    command: given,
    args,
    env,
    environment,
    disabled,
    enabled,
    url,
    httpUrl,
    serverUrl,
  } = asObject(entry);
  const address = [url, httpUrl, serverUrl].find((value) => typeof value === "string");
  const [command = "", ...first] = typeof given === "string" ? [given] : textsIn(given);
  return {
    ...(typeof address === "string" && { url: address }),
    ...(command !== "" && { command }),
    args: [...first, ...textsIn(args)],
    env: Object.fromEntries(
      Object.entries(asObject(env ?? environment)).flatMap(([name, value]) =>
        isPlain(value) ? [[name, String(value)]] : [],
      ),
    ),
    isDisabled: disabled === true || enabled === false,
  };
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter(isPlain).map(String) : [];
}

/** Tables of TOML have no text. */
const isPlain = (value: unknown) => typeof value !== "object";

export function objectAt(value: unknown, key: string): Json {
  return asObject(asObject(value)[key]);
}

function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Our entries in the files of hosts for all of the user's projects. A file that cannot be read has none. */
export function registeredIn(hosts: readonly Host[], place: Place): { host: Host; entry: HostEntry }[] {
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
const OWN = deploymentVariables();

/** The profile whose settings a host's entry reads; undefined if it reads those of none, as for the sandbox. */
export function profileOf(entry: HostEntry, place: Environment): string | undefined {
  const { command, args, env } = entry;
  // The server of a team has none of the user's settings.
  if (command === undefined || sandboxOf(entry) || OWN.some(({ name }) => env[name])) return undefined;
  const [, inline] = args.flatMap((arg) => /^--profile=(.+)$/.exec(arg) ?? []);
  const named = inline ?? args[args.indexOf("--profile") + 1 || args.length] ?? env[NAMES.TEMPO_PROFILE];
  if (named) return named;
  const file = env[NAMES.TEMPO_CONFIG_FILE];
  if (!file) return DEFAULT_PROFILE;
  if (settingsFileOf(undefined, place) === resolve(file)) return DEFAULT_PROFILE;
  return listProfiles(place).find((name) => settingsFileOf(name, place) === resolve(file));
}

/** The sandbox that a host's entry starts, if it starts one. */
export function sandboxOf({ args }: HostEntry): Deployment["kind"] | undefined {
  const option = args.find((arg) => /^--sandbox(=(cloud|datacenter))?$/.test(arg));
  if (option === undefined) return undefined;
  return option.endsWith("datacenter") ? "datacenter" : "cloud";
}
