import type { Environment } from "../../config/env.ts";
import type { ServerVariableName } from "../../config/server-variables.ts";
import { refuseSuspicious } from "../../config/suspicious-values.ts";
import { MAX_FILE_BYTES, readTextFile, whyUnreadable } from "../../config/text-file.ts";
import { SettingsError } from "../../timesheet/errors.ts";

/** The value of a setting of the server; empty if it is not set. @throws SettingsError for one that cannot be meant */
export function serverText(env: Environment, name: ServerVariableName): string {
  const text = (env[name] ?? "").trim();
  refuseSuspicious({ kind: name.endsWith("_FILE") ? "path" : "option", variable: name, text });
  return text;
}

/** @throws SettingsError if the file that a setting names cannot be read as one secret */
export function readSecretFile(name: ServerVariableName, path: string): string {
  try {
    return readTextFile(path, MAX_FILE_BYTES.secret).trim();
  } catch (error) {
    throw new SettingsError(`${name} points to ${path}, which cannot be read (${whyUnreadable(error)}).`);
  }
}
