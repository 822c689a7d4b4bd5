import { listed } from "./lists.ts";

/** Tempo fixes the scopes of a token when it is made, so all are named at once. */
export const TOKEN_SCOPES = {
  always: ["Worklogs (manage)", "Schemes (view)"],
  approvals: ["Periods (view)", "Approvals (manage)"],
  accounts: ["Accounts (view)"],
  teams: ["Teams (view)"],
  /** Needed if the use approvals, whose scope includes it, is not there. */
  teamsAlone: ["Approvals (view)"],
};

/** The scopes of a token, by what it is for; `docs/deployments.md` has them too. */
export const SCOPES_BY_USE =
  `the scopes ${listed(TOKEN_SCOPES.always)}; for the tool set approvals also ${listed(TOKEN_SCOPES.approvals)}, for team also ` +
  `${listed([...TOKEN_SCOPES.teams, ...TOKEN_SCOPES.teamsAlone])}, for @issue also ${listed(TOKEN_SCOPES.accounts)}`;
