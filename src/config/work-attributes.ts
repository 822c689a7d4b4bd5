import { SettingsError } from "../timesheet/errors.ts";

/** Numbers and booleans become their text. @throws SettingsError for anything but an object of them */
export function readWorkAttributes(text: string): Record<string, string> {
  const error = new SettingsError(
    'TEMPO_WORK_ATTRIBUTES must be a JSON object of work attribute keys and values, such as {"_Activity_":"dev"}.',
  );
  let object: unknown;
  try {
    object = JSON.parse(text || "{}");
  } catch {
    throw error;
  }
  if (typeof object !== "object" || object === null || Array.isArray(object)) throw error;
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      if (!["string", "number", "boolean"].includes(typeof value)) throw error;
      return [key, String(value)];
    }),
  );
}
