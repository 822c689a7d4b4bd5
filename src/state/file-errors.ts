import { SettingsError } from "../timesheet/errors.ts";

export function isCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}

export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message;
}

export function unusableFolder(folder: string, error: unknown): SettingsError {
  return new SettingsError(
    `The state folder ${folder} cannot be used (${codeOf(error)}), so what other processes log is not seen and nothing is ` +
      "remembered. Set TEMPO_STATE_DIR to a folder that you can write to, or to off.",
  );
}
