import { editSettings } from "../../config/edit-settings.ts";
import type { Environment } from "../../config/env.ts";
import { settingsFilePath, settingsPathProblem } from "../../config/settings-file.ts";
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
      ...(value === undefined ? [] : [`+ ${name}=${isPublic(name) ? value : "…"}`]),
    ]),
    apply() {
      if (before !== undefined) writeBackup(path, before);
      replaceFile(path, { before, after, mode: PRIVATE });
    },
  };
}

function isPublic(name: string): boolean {
  const variable = listVariables().find((declared) => declared.name === name);
  return variable !== undefined && !("secret" in variable && variable.secret === true);
}
