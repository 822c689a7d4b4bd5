/** What a code says to who reads it, a person or a program. */
interface Meaning {
  cause: string;
  next: string;
}

/** Stable names of the causes why a call fails, for programs: `_meta["tempofiller/error"].code`. */
export const ERROR_CODES = {
  settings: {
    cause:
      "The settings name no Tempo, half of one, two at once, or something that cannot be used. Nothing was sent.",
    next: "Set what the text names, and restart the server.",
  },
  bad_input: {
    cause: "An argument breaks a rule. Nothing was sent.",
    next: "Correct the fields that the text names.",
  },
  token_refused: {
    cause: "Jira or Tempo does not accept the token: it is wrong, has expired or belongs to another region.",
    next: "Renew the setting that the text names.",
  },
  permission_missing: {
    cause: "The token is accepted, and may not do this.",
    next: "Do what the text names: a token with another scope, or a permission for its owner.",
  },
  not_found: {
    cause: "There is no such issue or worklog, or the token's owner may not see it.",
    next: "Check the key or the id.",
  },
  rejected: {
    cause: "Tempo understood and refused; its own words are in the text. Nothing was stored.",
    next: "Correct what Tempo names.",
  },
  unavailable: {
    cause: "Jira or Tempo cannot be reached or cannot answer now. Nothing was changed.",
    next: "Try the same call again later.",
  },
  outcome_unknown: {
    cause: "A write was sent and no usable answer came: it may have taken effect.",
    next: "Look with get_worklogs before sending it again.",
  },
  unexpected_reply: {
    cause: "What answered is not the API: a proxy, a page to log in on, another address.",
    next: "Check the setting that the text names.",
  },
  wrong_author: {
    cause: "Tempo stored hours for another user than the owner of the Jira token.",
    next: "Use two tokens of one person, and look after the worklog that the text names.",
  },
  incomplete: {
    cause: "A range was posted in part; the text lists each day.",
    next: "Send what was not stored again, and look at what is in doubt.",
  },
  cancelled: {
    cause: "The caller withdrew the call, or sending stopped before this was sent.",
    next: "Send the same call again if it is wanted.",
  },
  not_sent: {
    cause: "The call's time ran out before this was sent.",
    next: "Send the same call again.",
  },
  contract_violation: {
    cause: "A reply does not keep TempoFiller's own contract (debug mode). What it had stored is named.",
    next: "Report it as a bug.",
  },
  internal: {
    cause: "TempoFiller itself is at fault. What it had stored is named.",
    next: "Report it as a bug.",
  },
} as const satisfies Record<string, Meaning>;

/** A code of `_meta["tempofiller/error"]`. */
export type ErrorCode = keyof typeof ERROR_CODES;
