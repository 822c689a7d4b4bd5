import { SettingsError } from "../timesheet/errors.ts";
import { butNot } from "./but-not.ts";
import { type Environment, envText } from "./env.ts";
import { calendarAddress, calendarPath, calendarsIn, fullPath, pathsIn } from "./path-list.ts";
import { refuseSuspicious } from "./suspicious-values.ts";
import type { NameOfKind } from "./variable-names.ts";

/** Each folder once. @throws SettingsError unless all are full paths */
export function readFolders(env: Environment, name: NameOfKind<"paths">): string[] {
  const folders = pathsIn(envText(env, name)).map((text) => {
    refuseSuspicious({ kind: "paths", variable: name, text });
    const folder = fullPath(text);
    if (folder !== undefined) return folder;
    throw new SettingsError(
      `${name} must be full paths of folders, separated by commas, such as ~/src,~/work${butNot(text)}.`,
    );
  });
  return [...new Set(folders)];
}

/** Full paths and https:// addresses, each once. @throws SettingsError for anything else, which may be a secret and is not quoted */
export function readCalendars(env: Environment, name: NameOfKind<"paths">): string[] {
  const calendars = calendarsIn(envText(env, name)).map((text) => {
    refuseSuspicious({ kind: "paths", variable: name, text });
    const path = calendarPath(text);
    if (path !== undefined) return path;
    const address = calendarAddress(text);
    refuseSuspicious({ kind: "calendar", variable: name, text: address });
    return address;
  });
  return [...new Set(calendars)];
}
