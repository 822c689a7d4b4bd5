import { SettingsError } from "../timesheet/errors.ts";

/** Whether an error of the file system has a code, such as ENOENT. */
export function isCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}

/** The code of an error of the file system, or its message. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message;
}

/** Why nothing can be kept in a state folder, and what follows from it. */
export function unusableFolder(folder: string, error: unknown): SettingsError {
  return new SettingsError(
    `The state folder ${folder} cannot be used (${codeOf(error)}), so what other processes log is not seen and nothing is ` +
      "remembered. Set TEMPO_STATE_DIR to a folder that you can write to, or to off.",
  );
}
