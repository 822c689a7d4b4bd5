import type { ErrorCode } from "../timesheet/errors.ts";

/** What the command exits with, and what that means. Scripts rely on it, so a number keeps its meaning. */
export const EXIT_CODES = {
  0: "done",
  1: "TempoFiller itself is at fault",
  2: "the command line or an argument is wrong; nothing was changed",
  3: "the settings are missing or wrong; nothing was changed",
  4: "a token is refused, or may not do this",
  5: "there is no such thing, or you may not see it",
  6: "Tempo or Jira rejected it",
  7: "Tempo or Jira cannot be reached or the time ran out; try again later",
  8: "hours may be stored all the same: look in Tempo before you repeat it",
  9: "a part of it failed, or all; what is printed says which",
  10: "what answered is not what Tempo or Jira promise; check the address",
  130: "interrupted",
} as const;

export type ExitCode = keyof typeof EXIT_CODES;

/** The exit code of each cause. */
export const EXIT_CODE_BY_CAUSE: Record<ErrorCode, ExitCode> = {
  internal: 1,
  contract_violation: 1,
  bad_input: 2,
  settings: 3,
  token_refused: 4,
  permission_missing: 4,
  not_found: 5,
  rejected: 6,
  unavailable: 7,
  not_sent: 7,
  outcome_unknown: 8,
  wrong_author: 8,
  incomplete: 9,
  unexpected_reply: 10,
  cancelled: 130,
};
