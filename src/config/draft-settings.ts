import { SettingsError } from "../timesheet/errors.ts";
import { butNot } from "./but-not.ts";
import { type Environment, envChoice, envList, envText } from "./env.ts";
import { readAll } from "./read-all.ts";
import { readCalendars, readFolders } from "./read-paths.ts";
import { NAMES, type NameOfKind } from "./variable-names.ts";
import { VARIABLES } from "./variables.ts";

export type DraftSettings = ReturnType<typeof readDraftSettings>;

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
