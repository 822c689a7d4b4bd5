import type { ErrorCode } from "../timesheet/errors.ts";

/**
 * The meaning of each code of `_meta["tempofiller/error"].code`, and the next step. The codes are stable: they keep their
 * names and meanings, and new ones come with a new version of the package.
 */
export const ERROR_CODES: Record<ErrorCode, { cause: string; next: string }> = {
  invalid_settings: {
    cause: "Settings are missing, incomplete, contradictory or invalid. Nothing was sent.",
    next: "Change the settings that the text names, and restart the server.",
  },
  invalid_input: {
    cause: "An argument breaks a rule. Nothing was sent.",
    next: "Correct the fields that the text names.",
  },
  unauthorized: {
    cause: "Jira or Tempo did not accept the token: it is wrong, has expired or belongs to another region.",
    next: "Renew the token that the text names.",
  },
  forbidden: {
    cause: "The token is valid, but its owner or its scopes do not allow this.",
    next: "Use a token with the scope that the text names, or ask for the permission.",
  },
  not_found: {
    cause: "The issue or worklog does not exist, or the token's owner has no access to it.",
    next: "Check the key or the id.",
  },
  rejected: {
    cause: "Tempo understood the request and rejected it; the text quotes its reason. Nothing was stored.",
    next: "Correct what Tempo names.",
  },
  unavailable: {
    cause: "Jira or Tempo could not be reached or could not answer. Nothing was changed.",
    next: "Retry the same call later.",
  },
  outcome_unknown: {
    cause: "A write was sent but no usable response came back: it may have taken effect.",
    next: "Do what the text says: repeat the same call, or check first.",
  },
  unexpected_response: {
    cause: "The response did not come from the API: a proxy, a login page or another address answered.",
    next: "Check the setting that the text names.",
  },
  wrong_author: {
    cause: "Tempo stored hours under another user than the owner of the Jira token.",
    next: "Use two tokens of the same person; check or delete the worklog that the text names.",
  },
  partial_failure: {
    cause: "Only a part of a date range was logged; the text lists each day.",
    next: "Do what the text says about each day.",
  },
  cancelled: {
    cause:
      "The caller cancelled the call, the user did not say yes in a form, or sending stopped before this entry.",
    next: "Send the same call again if it is still wanted.",
  },
  not_sent: {
    cause: "The call's time ran out before this was sent.",
    next: "Send the same call again.",
  },
  contract_violation: {
    cause: "A reply does not match the contract (checked in debug mode). The text names what was stored.",
    next: "Report it as a bug.",
  },
  internal: {
    cause: "An internal error. The text names what was stored before it.",
    next: "Report it as a bug.",
  },
};
