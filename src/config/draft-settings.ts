import { SettingsError } from "../timesheet/errors.ts";
import { type Environment, envChoice, envList, envText } from "./env.ts";
import { calendarAddress, calendarPath, calendarsIn, fullPath, pathsIn } from "./path-list.ts";
import { butNot, readAll } from "./read-all.ts";
import { refuseSuspicious } from "./suspicious-values.ts";
import { NAMES, type NameOfKind } from "./variable-names.ts";
import { VARIABLES } from "./variables.ts";

/** Settings that name the evidence of one user, on that user's machine. */
export const EVIDENCE_NAMES = [
  NAMES.TEMPO_GIT_FOLDERS,
  NAMES.TEMPO_GIT_EMAILS,
  NAMES.TEMPO_CALENDARS,
  NAMES.TEMPO_SESSIONS,
] as const;

/** Reads what drafts are made of, and how. @throws SettingsError with every problem */
export function readDraftSettings(env: Environment) {
  return readAll({
    gitFolders: () => readFolders(env, "TEMPO_GIT_FOLDERS"),
    gitEmails: () => readEmails(env, "TEMPO_GIT_EMAILS"),
    calendars: () => readCalendars(env, "TEMPO_CALENDARS"),
    sessions: () => [...envList(env, "TEMPO_SESSIONS")],
    stepMinutes: () => Number(envChoice(env, "TEMPO_STEP_MINUTES")) as StepMinutes,
    titles: () => envChoice(env, "TEMPO_DRAFT_TITLES") === "on",
  });
}

type NumberIn<Text> = Text extends `${infer Value extends number}` ? Value : never;

type StepMinutes = NumberIn<(typeof VARIABLES)["TEMPO_STEP_MINUTES"]["values"][number]>;

/** Returns each once, in lower case. The address of a commit need not be one of a mail server. */
function readEmails(env: Environment, name: NameOfKind<"emails">): string[] {
  const emails = envText(env, name)
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((email) => email !== "");
  const wrong = emails.find((email) => !/^[^@<>:/]+@[^@<>:/]+$/.test(email));
  if (wrong !== undefined) {
    throw new SettingsError(
      `${name} must be e-mail addresses, separated by commas, such as ${VARIABLES[name].placeholder}${butNot(wrong)}.`,
    );
  }
  return [...new Set(emails)];
}

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
