import { SettingsError } from "../timesheet/errors.ts";

/** The rules for drafts are beside the settings file, and there is none. */
export function noRulesFile(): SettingsError {
  return new SettingsError(
    "TEMPO_CONFIG_FILE is off, so there is no file beside it to keep rules in. Set it to a file, or remove it.",
  );
}
