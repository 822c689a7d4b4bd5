import { dirname, resolve } from "node:path";
import { SettingsError } from "../timesheet/errors.ts";
import { type Environment, envString } from "./env.ts";
import { misspeltSetting } from "./other-names.ts";
import { DEFAULT_PROFILE, readProfile, savedProfiles } from "./profile.ts";
import { tryRead } from "./read-all.ts";
import { faultsIn, readSettingsLines, unreadIn } from "./settings-lines.ts";
import { problemIn } from "./suspicious-values.ts";
import { isReadableByOthers, MAX_FILE_BYTES, readOwnFile, whyUnreadable } from "./text-file.ts";
import { settingsFileOf } from "./user-folders.ts";
import {
  choosesSettingsFile,
  isSettingName,
  listVariables,
  lowerCase,
  NAMES,
  namesOfKind,
  spellingsOf,
  type VariableName,
} from "./variable-names.ts";

/** The settings in a file, for every host and command of its user. */
export interface SettingsFile {
  path: string;
  exists: boolean;
  values: Environment;
  /** Names in it that are no settings. */
  unknown: string[];
  /** Settings in it whose names are written in a form that is not read. */
  misspelt: string[];
  /** Sentences for those and for other lines that set nothing. */
  unread: string[];
  /** A sentence for each further fault that leaves the rest of it usable. */
  faults: string[];
  /** Whether other users can read it. */
  isShared?: true;
  error?: SettingsError;
}

/** A file all of whose lines are read. */
export const WITHOUT_FAULTS = { unknown: [], misspelt: [], unread: [], faults: [] };

export type Origin = "environment" | "file";

/** Spellings of one setting: in the environment, any of them replaces all of them in the file. */
const SPELLINGS: VariableName[][] = [
  ...namesOfKind("token").map((name) => [...spellingsOf(name)]),
  ...namesOfKind("proxy").map((name) => [name, lowerCase(name)]),
];

/** Undefined if TEMPO_CONFIG_FILE is `off`, or TEMPO_PROFILE names no profile. */
export function settingsFilePath(env: Environment): string | undefined {
  const setting = envString(env, "TEMPO_CONFIG_FILE");
  if (setting.toLowerCase() === "off") return undefined;
  if (setting !== "") return resolve(setting);
  const profile = tryRead(() => readProfile(env));
  return profile instanceof SettingsError ? undefined : settingsFileOf(profile, env);
}

/**
 * Reads the file that TEMPO_CONFIG_FILE or TEMPO_PROFILE names, or the default one if it exists. Undefined if TEMPO_CONFIG_FILE is
 * `off`.
 */
export function readSettingsFile(env: Environment): SettingsFile | undefined {
  const path = settingsFilePath(env);
  const none = { path: path ?? "", exists: false, values: {}, ...WITHOUT_FAULTS };
  const problem = settingsPathProblem(env);
  if (problem !== undefined) return { ...none, error: new SettingsError(problem) };
  if (path === undefined) return undefined;
  try {
    const text = readOwnFile(`The settings file ${path}`, path, MAX_FILE_BYTES.settings);
    if (text.trimStart().startsWith("{")) return { ...none, exists: true, error: jsonError(path) };
    const lines = readSettingsLines(text);
    const { values: content } = lines;
    const names = Object.keys(content);
    return {
      path,
      exists: true,
      values: Object.fromEntries(
        names
          .filter((name) => isSettingName(name) && !choosesSettingsFile(name))
          .map((name) => [name, fromFolder(dirname(path), name, content[name] ?? "")]),
      ),
      unknown: names
        .filter((name) => !isSettingName(name) && misspeltSetting(name) === undefined)
        .map(shownName)
        .sort(),
      misspelt: names.flatMap((name) => misspeltSetting(name) ?? []),
      unread: unreadIn(lines, path),
      faults: faultsIn(lines, path),
      ...(isReadableByOthers(path) && { isShared: true }),
    };
  } catch (error) {
    if (error instanceof SettingsError) return { ...none, exists: true, error };
    const reason = whyUnreadable(error);
    const profile = readProfile(env);
    if (reason === "ENOENT" && profile !== undefined)
      return { ...none, error: noProfile(profile, path, savedProfiles(env)) };
    if (reason === "ENOENT" && envString(env, "TEMPO_CONFIG_FILE") === "") return none;
    const message =
      `The settings file ${path} cannot be read (${reason}). Set TEMPO_CONFIG_FILE to a file that you can read, to a new ` +
      "one that tempofiller setup makes, or to off.";
    return { ...none, error: new SettingsError(message) };
  }
}

function noProfile(name: string, path: string, others: readonly (string | undefined)[]): SettingsError {
  const names = others.map((other = DEFAULT_PROFILE) => other);
  const known = names.length === 0 ? "" : ` Known profiles: ${names.join(", ")}.`;
  return new SettingsError(
    `There is no profile ${name}: ${path} does not exist.${known} tempofiller setup --name ${name} makes it.`,
  );
}

/** The sentence for a TEMPO_CONFIG_FILE or a TEMPO_PROFILE that cannot be meant. */
export function settingsPathProblem(env: Environment): string | undefined {
  const profile = tryRead(() => readProfile(env));
  if (profile instanceof SettingsError) return profile.message;
  const text = envString(env, "TEMPO_CONFIG_FILE");
  return problemIn({ kind: "path", variable: NAMES.TEMPO_CONFIG_FILE, text });
}

function jsonError(path: string): SettingsError {
  return new SettingsError(
    `The settings file ${path} is JSON, from line 1 on, so nothing in it can be read. Write one NAME=value a line instead, or move it ` +
      "away: tempofiller setup writes a new one.",
  );
}

/** The environment, and what only the file sets. */
export function withSettingsFile(env: Environment, file: SettingsFile | undefined): Environment {
  if (!file) return env;
  const own = Object.entries(file.values).filter(([name]) => originOf(name, env, file) === "file");
  return { ...env, ...Object.fromEntries(own) };
}

/** The source of a setting's value; undefined if it is not set. */
export function originOf(name: string, env: Environment, file: SettingsFile | undefined): Origin | undefined {
  const spellings = SPELLINGS.find((names) => names.some((spelling) => spelling === name)) ?? [name];
  if (spellings.some((spelling) => envString(env, spelling as VariableName) !== "")) {
    return envString(env, name as VariableName) === "" ? undefined : "environment";
  }
  return file && envString(file.values, name as VariableName) !== "" ? "file" : undefined;
}

/** A token that is alone on its line becomes a name, or a part of the next one. */
function shownName(name: string): string {
  return /^[A-Z_]{1,40}$/i.test(name) ? name : `a name of ${name.length} characters`;
}

/** Each process has a working folder of its own, so a relative path begins at the folder of the settings file. */
function fromFolder(folder: string, name: string, value: string): string {
  const { kind } = listVariables().find((variable) => variable.name === name) ?? {};
  const text = value.trim();
  if (text === "" || text.toLowerCase() === "off") return value;
  return kind === "file" || kind === "folder" ? resolve(folder, text) : value;
}
