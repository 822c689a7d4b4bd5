import { existsSync } from "node:fs";
import type { Environment } from "../../config/env.ts";
import { type SettingsFile, settingsFilePath, settingsPathProblem } from "../../config/settings-file.ts";
import { editSettings, readSettingsLines } from "../../config/settings-lines.ts";
import { listVariables } from "../../config/variable-names.ts";
import { FILE_MODE } from "../../state/files.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import type { Change } from "../hosts/changes.ts";
import type { SetupContext } from "./context.ts";
import type { Values } from "./draft.ts";
import { checkUnchanged, readFile, replaceFile, writeBackup } from "./files.ts";
import { type ChosenKeychain, storeTokens, withoutStored } from "./keychain.ts";

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

/** @throws SettingsError if there is no settings file to write, or what it has cannot be read */
export function checkCanBeChanged({ env, file }: Pick<SetupContext, "env" | "file">): void {
  const path = writtenSettingsFile(env);
  if (file?.error) throw file.error;
  readFile(path);
}

/** A settings file as setup begins with it: that it does not exist yet is no error. */
export function fileToWrite(file: SettingsFile | undefined): SettingsFile | undefined {
  if (!file?.error || file.path === "" || existsSync(file.path)) return file;
  const { error: _, ...none } = file;
  return none;
}

/**
 * Undefined if the settings file has these settings already.
 *
 * @param kept the tokens that a keychain gets, and what is then written in their place
 * @throws SettingsError if it cannot be changed
 */
export function planSettings(path: string, given: Values, kept?: ChosenKeychain): Change | undefined {
  const before = readFile(path);
  const edited = (values: Values) => editSettings((before ?? "").replace(/^\ufeff/, ""), values);
  const values = { ...given, ...kept?.values };
  const [after, withTokens] = [edited(values), edited(given)];
  if (after === before && !kept) return undefined;
  if (before === undefined && after === "") return undefined;
  const backup = kept && before !== undefined ? withoutStored(before, kept) : before;
  const { linesOf } = readSettingsLines(before ?? "");
  return {
    title: "Settings file",
    path,
    effect: before === undefined ? "Created" : "Changed",
    lines: Object.entries(values).flatMap(([name, value]) => [
      ...(linesOf.has(name) ? [`- ${name}=…`] : []),
      ...(value === undefined ? [] : [`+ ${name}=${kept?.values[name] ?? shown(name, value)}`]),
    ]),
    apply() {
      checkUnchanged(path, before);
      if (before !== undefined) writeBackup(path, before);
      if (!kept) return replaceFile(path, { before, after, mode: FILE_MODE });
      // The file alone works until the keychain has the tokens: a process that ends in between loses none, and sends none to another site.
      replaceFile(path, { before, after: withTokens, mode: FILE_MODE });
      if (!storeTokens(kept)) return;
      if (backup !== undefined) writeBackup(path, backup);
      replaceFile(path, { before: withTokens, after, mode: FILE_MODE });
    },
  };
}

/** A proxy's address is shown without its user and password. */
function shown(name: string, value: string): string {
  const variable = listVariables().find((declared) => declared.name === name.toUpperCase());
  if (variable?.kind === "proxy") return value.replace(/^(\w+:\/\/)?.*@/, "$1…@");
  if (variable?.kind === "command") return "…";
  return variable && !("secret" in variable && variable.secret === true) ? value : "…";
}
