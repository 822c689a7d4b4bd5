import { existsSync } from "node:fs";
import { editSettings } from "../../config/edit-settings.ts";
import type { Environment } from "../../config/env.ts";
import { type SettingsFile, settingsFilePath, settingsPathProblem } from "../../config/settings-file.ts";
import { listVariables } from "../../config/variable-names.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import type { Change } from "./change.ts";
import type { Values } from "./draft.ts";
import { readFile, replaceFile, writeBackup } from "./files.ts";

const PRIVATE = 0o600;

/** @throws SettingsError if TEMPO_CONFIG_FILE is `off`, or no path */
export function writtenSettingsFile(env: Environment): string {
  const problem = settingsPathProblem(env);
  if (problem !== undefined) throw new SettingsError(problem);
  const path = settingsFilePath(env);
  if (path !== undefined) return path;
  throw new SettingsError(
    "TEMPO_CONFIG_FILE is off, so there is no settings file to write. Unset it, or set it to the path of one.",
  );
}

/** A settings file as setup begins with it: that it does not exist yet is no error. */
export function fileToWrite(file: SettingsFile | undefined): SettingsFile | undefined {
  if (!file?.error || file.path === "" || existsSync(file.path)) return file;
  const { error: _, ...none } = file;
  return none;
}

/** Undefined if the settings file has these settings already. @throws SettingsError if it cannot be changed */
export function planSettings(path: string, values: Values): Change | undefined {
  const before = readFile(path);
  const after = editSettings((before ?? "").replace(/^\ufeff/, ""), values);
  if (after === before || (before === undefined && after === "")) return undefined;
  const has = (name: string) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`, "m").test(before ?? "");
  return {
    title: "Settings file",
    path,
    effect: before === undefined ? "Created" : "Changed",
    lines: Object.entries(values).flatMap(([name, value]) => [
      ...(has(name) ? [`- ${name}=…`] : []),
      ...(value === undefined ? [] : [`+ ${name}=${shown(name, value)}`]),
    ]),
    apply() {
      if (before !== undefined) writeBackup(path, before);
      replaceFile(path, { before, after, mode: PRIVATE });
    },
  };
}

/** A proxy's address is shown without its user and password. */
function shown(name: string, value: string): string {
  const variable = listVariables().find((declared) => declared.name === name.toUpperCase());
  if (variable?.kind === "proxy") return value.replace(/^(\w+:\/\/)?[^@]*@/, "$1…@");
  return variable && !("secret" in variable && variable.secret === true) ? value : "…";
}
