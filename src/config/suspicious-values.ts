import { SettingsError } from "../timesheet/errors.ts";
import type { ServerVariableName } from "./server-variables.ts";
import {
  FORM_ROWS,
  FULL_URL_ROWS,
  HOST_ROWS,
  PATH_ROWS,
  SCHEME_ROWS,
  WRAPPED_ROWS,
} from "./suspicious/address-rows.ts";
import { ANY_ROWS, CALENDAR_ROWS, EXAMPLE_ROWS, FILE_ROWS, HEADER_ROWS } from "./suspicious/any-rows.ts";
import { EMAIL_ROWS, MISPLACED_TOKEN_ROWS, NO_EMAIL_ROWS, TOKEN_ROWS } from "./suspicious/token-rows.ts";
import { type SetValue, type Suspicion, sentenceOf, type ValueKind } from "./suspicious/value.ts";
import { NAMES, type NameOfKind, type VariableName } from "./variable-names.ts";
import type { Variable } from "./variables.ts";
import { VARIABLES } from "./variables.ts";

const declarations: Partial<Record<VariableName, Variable>> = VARIABLES;

/** Every value that cannot be meant, with the sentence that says so. The first row that fits is the one. */
const SUSPICIOUS_VALUES: readonly Suspicion[] = [
  ...ANY_ROWS,
  ...TOKEN_ROWS,
  ...EMAIL_ROWS,
  ...WRAPPED_ROWS,
  ...EXAMPLE_ROWS,
  ...HEADER_ROWS,
  ...NO_EMAIL_ROWS,
  ...FORM_ROWS,
  ...FULL_URL_ROWS,
  ...SCHEME_ROWS,
  ...HOST_ROWS,
  ...PATH_ROWS,
  ...FILE_ROWS,
  ...MISPLACED_TOKEN_ROWS,
  ...CALENDAR_ROWS,
];

const KINDS: Record<NameOfKind<"token" | "url" | "text">, ValueKind> = {
  TEMPO_API_TOKEN: "tempo token",
  JIRA_API_TOKEN: "jira token",
  TEMPO_PAT: "personal token",
  JIRA_EMAIL: "e-mail",
  JIRA_BASE_URL: "jira site",
  TEMPO_BASE_URL: "jira server",
  TEMPO_API_URL: "tempo api",
  ATLASSIAN_API_URL: "atlassian api",
};

/** The purpose of a setting's value. */
export function kindOf(name: VariableName | ServerVariableName): ValueKind {
  if (name in KINDS) return KINDS[name as keyof typeof KINDS];
  if (name.endsWith("_FILE")) return "path";
  switch (declarations[name as VariableName]?.kind) {
    case "file":
    case "folder":
      return "path";
    case "paths":
      return "paths";
    case "json":
      return "json";
    default:
      return "option";
  }
}

/** The sentence for a value that cannot be meant; undefined for any other, and for one that is not set. */
export function problemIn(value: SetValue): string | undefined {
  return sentenceOf(SUSPICIOUS_VALUES, value);
}

/** The sentence for what is no address of a Jira, whatever page of it the address is of. */
export function problemInAddress(text: string, url: URL): string | undefined {
  const site = {
    kind: "jira site",
    variable: NAMES.JIRA_BASE_URL,
    example: VARIABLES.JIRA_BASE_URL.placeholder,
  } as const;
  return (
    sentenceOf([...WRAPPED_ROWS, ...FORM_ROWS], { ...site, text }) ??
    sentenceOf(HOST_ROWS, { ...site, text: url.href })
  );
}

/** @throws SettingsError with the sentence for a value that cannot be meant */
export function refuseSuspicious(value: SetValue): void {
  const problem = problemIn(value);
  if (problem !== undefined) throw new SettingsError(problem);
}
